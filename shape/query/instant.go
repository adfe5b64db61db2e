package query

import (
	"bytes"
	"encoding/binary"
	"time"
)

// Instant reads a time: RFC 3339, also with a space for the T, without seconds, with a zone like
// +0200 or +02, without a zone (UTC then), or only the date; and the forms of e-mail, HTTP, date
// and web server logs. It gives the seconds since 1970 and the digits of the fraction, which lie
// in s, without zeros at the end. A zone that is only a name is UTC or GMT, or it is no time.
func Instant(s []byte) (sec int64, frac []byte, ok bool) {
	if len(s) < 8 || len(s) > 64 {
		return 0, nil, false
	}
	if s[0]-'0' <= 9 && s[3]-'0' <= 9 {
		return isoInstant(s)
	}
	return otherInstant(s)
}

// isoInstant reads a time that begins with year, month and day.
func isoInstant(s []byte) (sec int64, frac []byte, ok bool) {
	year, month, day := digits(s, 4), 0, 0
	c := clock{rest: s[4:]}
	if sep := s[4]; sep == '-' || sep == '/' {
		month, day = c.after(sep), c.after(sep)
	} else {
		month, day = c.take(), c.take()
	}
	days, ok := civilDays(year, month, day)
	if !ok || c.bad {
		return 0, nil, false
	}
	sec = days * 86400
	if len(c.rest) == 0 {
		return sec, nil, true
	}
	c.timeOfDay()
	sec += c.sec
	if c.bad {
		return 0, nil, false
	}
	return sec, bytes.TrimRight(c.frac, "0"), true
}

// A clock reads what follows the year.
type clock struct {
	rest []byte
	bad  bool
	sec  int64 // of the day, less the zone
	frac []byte
}

// take reads two digits.
func (c *clock) take() int {
	n := digits(c.rest, 2)
	if n < 0 {
		c.bad = true
		return 0
	}
	c.rest = c.rest[2:]
	return n
}

// after reads two digits behind a separator.
func (c *clock) after(sep byte) int {
	if !c.skip(sep) {
		c.bad = true
		return 0
	}
	return c.take()
}

func (c *clock) skip(b byte) bool {
	if len(c.rest) == 0 || c.rest[0] != b {
		return false
	}
	c.rest = c.rest[1:]
	return true
}

// timeOfDay reads hours, minutes, perhaps seconds and a fraction, and the zone.
func (c *clock) timeOfDay() {
	if !c.skip('T') && !c.skip('t') && !c.skip(' ') {
		c.bad = true
		return
	}
	hour, minute, second := c.take(), 0, 0
	colons := len(c.rest) > 0 && c.rest[0] == ':'
	part := c.take
	if colons {
		part = func() int { return c.after(':') }
	}
	minute = part()
	if c.startsSecond(colons) {
		second = part()
		c.fraction()
	}
	if hour > 24 || minute > 59 || second > 60 || hour == 24 && minute+second > 0 {
		c.bad = true
	}
	c.sec = int64(hour*3600+minute*60+second) - c.zone()
}

func (c *clock) startsSecond(colons bool) bool {
	if colons {
		return len(c.rest) > 0 && c.rest[0] == ':'
	}
	return digits(c.rest, 2) >= 0
}

func (c *clock) fraction() {
	if !c.skip('.') && !c.skip(',') {
		return
	}
	n := 0
	for n < len(c.rest) && c.rest[n]-'0' <= 9 {
		n++
	}
	c.frac, c.rest = c.rest[:n], c.rest[n:]
	c.bad = c.bad || n == 0
}

// zone reads the zone to the end, and gives its seconds east of UTC.
func (c *clock) zone() int64 {
	c.skip(' ')
	switch string(c.rest) {
	case "", "Z", "z", "UTC", "GMT":
		return 0
	}
	sign := int64(1)
	if c.rest[0] == '-' {
		sign = -1
	} else if c.rest[0] != '+' {
		c.bad = true
		return 0
	}
	c.rest = c.rest[1:]
	hours, minutes := c.take(), 0
	if c.skip(':') || len(c.rest) > 0 {
		minutes = c.take()
	}
	c.bad = c.bad || len(c.rest) > 0 || hours > 23 || minutes > 59
	return sign * int64(hours*3600+minutes*60)
}

// digits is the number that n digits give, or -1.
func digits(s []byte, n int) (v int) {
	if len(s) < n {
		return -1
	}
	for _, c := range s[:n] {
		if c -= '0'; c > 9 {
			return -1
		}
		v = v*10 + int(c)
	}
	return v
}

// civilDays counts the days from 1970-01-01.
func civilDays(year, month, day int) (int64, bool) {
	if year < 0 || month < 1 || month > 12 || day < 1 {
		return 0, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day {
		return 0, false
	}
	return t.Unix() / 86400, true
}

// otherLayouts are the forms that begin with a name or a day.
var otherLayouts = [...]string{
	time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", time.ANSIC, time.UnixDate,
	time.RubyDate, time.RFC850, "2 Jan 2006 15:04:05 -0700", "02/Jan/2006:15:04:05 -0700",
	"Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006",
}

func otherInstant(s []byte) (sec int64, frac []byte, ok bool) {
	if !bytes.ContainsAny(s, "0123456789") || !bytes.ContainsAny(s, " /") {
		return 0, nil, false
	}
	for _, layout := range otherLayouts {
		t, err := time.ParseInLocation(layout, string(s), time.UTC)
		if err != nil {
			continue
		}
		if name, offset := t.Zone(); offset != 0 || name == "UTC" || name == "GMT" || name == "" {
			return t.Unix(), nil, true
		}
		return 0, nil, false
	}
	return 0, nil, false
}

// appendInstant appends the key of an instant.
func appendInstant(dst []byte, sec int64, frac []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, uint64(sec)^1<<63)
	return appendDigits(dst, frac)
}
