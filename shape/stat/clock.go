package stat

import "bytes"

// clock reads a time from left to right.
type clock struct {
	b                       []byte
	i                       int
	year, month, day        int
	hour, minute, sec, nano int
	zone                    int // seconds east of UTC
	noYear                  bool
}

// scan reads the time that s.b begins with and returns its length; 0 if there is none.
func (s *clock) scan() (instant, int) {
	b, ok := s.b, false
	switch {
	case len(b) < 8:
	case b[0] > '9':
		ok = s.worded()
	case b[0] < '0':
	case b[2] == '/' || b[2] == ' ' || b[1] == ' ':
		ok = s.dayFirst()
	default:
		ok = s.yearFirst()
	}
	if !ok {
		return instant{}, 0
	}
	return s.instant(), s.i
}

// yearFirst reads a date that begins with the year, and the time of day behind it.
func (s *clock) yearFirst() bool {
	if !s.digits(4, &s.year) {
		return false
	}
	sep := s.peek()
	if sep != '-' && sep != '/' {
		return s.digits(2, &s.month) && s.digits(2, &s.day) && s.byte('T') && s.digits(2, &s.hour) &&
			s.digits(2, &s.minute) && s.digits(2, &s.sec) && s.fraction() && s.zoned() && s.valid()
	}
	if !s.byte(sep) || !s.digits(2, &s.month) || !s.byte(sep) || !s.digits(2, &s.day) {
		return false
	}
	if p := s.peek(); p != 'T' && p != ' ' && p != 't' {
		return (p < '0' || p > '9') && s.valid()
	}
	dateOnly := *s
	s.i++
	if !s.timeOfDay() {
		*s = dateOnly
		return s.valid()
	}
	return s.fraction() && s.zoned() && s.valid()
}

// dayFirst reads "02/Jan/2006:15:04:05 -0700" and "02 Jan 2006 15:04:05 GMT".
func (s *clock) dayFirst() bool {
	if !s.number(&s.day) {
		return false
	}
	sep, colon := s.peek(), byte(' ')
	if sep == '/' {
		colon = ':'
	}
	return s.byte(sep) && s.monthName() && s.byte(sep) && s.digits(4, &s.year) && s.byte(colon) &&
		s.timeOfDay() && s.zoned() && s.valid()
}

// worded reads what begins with the name of a day or a month.
func (s *clock) worded() bool {
	if s.dayName() {
		if s.byte(',') {
			return s.byte(' ') && s.dayFirst()
		}
		if !s.byte(' ') {
			return false
		}
	}
	if !s.monthName() || !s.byte(' ') {
		return false
	}
	s.byte(' ')
	if !s.number(&s.day) || !s.byte(' ') || !s.timeOfDay() || !s.fraction() {
		return false
	}
	s.noYear = true
	if short := *s; s.zoned() && s.byte(' ') && s.digits(4, &s.year) {
		s.noYear = false
	} else {
		*s = short
		s.year = 2000 // a leap year
	}
	return s.valid()
}

func (s *clock) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *clock) byte(b byte) bool {
	if s.i < len(s.b) && s.b[s.i] == b {
		s.i++
		return true
	}
	return false
}

// digits reads exactly n digits.
func (s *clock) digits(n int, v *int) bool {
	if s.i+n > len(s.b) {
		return false
	}
	*v = 0
	for _, b := range s.b[s.i : s.i+n] {
		if b < '0' || b > '9' {
			return false
		}
		*v = *v*10 + int(b-'0')
	}
	s.i += n
	return true
}

// number reads one or two digits.
func (s *clock) number(v *int) bool { return s.digits(2, v) || s.digits(1, v) }

// timeOfDay reads 15:04 or 15:04:05.
func (s *clock) timeOfDay() bool {
	if !s.digits(2, &s.hour) || !s.byte(':') || !s.digits(2, &s.minute) {
		return false
	}
	return !s.byte(':') || s.digits(2, &s.sec)
}

// fraction reads up to nine decimals of a second, if there are any.
func (s *clock) fraction() bool {
	p := s.peek()
	if p != '.' && p != ',' || s.i+1 == len(s.b) || s.b[s.i+1]-'0' > 9 {
		return true
	}
	s.i++
	n := 0
	for ; s.i < len(s.b) && s.b[s.i]-'0' <= 9; s.i++ {
		if n++; n > 9 {
			return false
		}
		s.nano = s.nano*10 + int(s.b[s.i]-'0')
	}
	for ; n < 9; n++ {
		s.nano *= 10
	}
	return true
}

// zoned reads a zone, if there is one. It returns false for one that is out of range.
func (s *clock) zoned() bool {
	start := s.i
	s.byte(' ')
	sign := 1
	switch s.peek() {
	case 'Z', 'z':
		s.i++
		return true
	case 'U', 'G':
		if rest := s.b[s.i:]; bytes.HasPrefix(rest, []byte("UTC")) || bytes.HasPrefix(rest, []byte("GMT")) {
			s.i += 3
			return true
		}
	case '-':
		sign = -1
		fallthrough
	case '+':
		s.i++
		hours, minutes := 0, 0
		if s.digits(2, &hours) {
			colon := s.i
			if s.byte(':'); !s.digits(2, &minutes) {
				s.i = colon
			}
			s.zone = sign * (hours*3600 + minutes*60)
			return hours < 24 && minutes < 60
		}
	}
	s.i = start
	return true
}

var dayNames, monthNames = "MonTueWedThuFriSatSun", "JanFebMarAprMayJunJulAugSepOctNovDec"

func (s *clock) dayName() bool { return s.name(dayNames) > 0 }

func (s *clock) monthName() bool {
	s.month = s.name(monthNames)
	return s.month > 0
}

// name reads a name of three letters and returns its place among names, from 1.
func (s *clock) name(names string) int {
	if s.i+3 > len(s.b) {
		return 0
	}
	for n := 0; n < len(names); n += 3 {
		if string(s.b[s.i:s.i+3]) == names[n:n+3] {
			s.i += 3
			return n/3 + 1
		}
	}
	return 0
}

var monthDays = [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

func (s *clock) valid() bool {
	if s.month < 1 || s.month > 12 || s.hour > 24 || s.minute > 59 || s.sec > 60 || s.day < 1 {
		return false
	}
	days := monthDays[s.month-1]
	if s.month == 2 && s.year%4 == 0 && (s.year%100 != 0 || s.year%400 == 0) {
		days++
	}
	return s.day <= days
}

// instant returns the point in time, by the proleptic Gregorian calendar.
func (s *clock) instant() instant {
	y, m := int64(s.year), int64(s.month)
	if m <= 2 {
		y--
		m += 12
	}
	days := 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + int64(s.day) - 719469
	sec := days*86400 + int64(s.hour)*3600 + int64(s.minute)*60 + int64(s.sec) - int64(s.zone)
	return instant{sec, int32(s.nano)}
}
