package stat

import "bytes"

// times keeps the oldest and the newest time of a column, as written. Of two ways to write one
// instant, the one that is less in bytes is kept.
type times struct {
	oldest, newest []byte
	from, to       instant
	n              int64 // values that are times, once they can't be counted in the set
}

// see looks at a text and adds it n times. It returns whether the text is a time.
func (s *times) see(text []byte, n int64) bool {
	at, ok := parseTime(text)
	if !ok {
		return false
	}
	s.n += n
	s.add(at, text)
	return true
}

func (s *times) add(at instant, text []byte) {
	less := func(old []byte) bool { return bytes.Compare(text, old) < 0 }
	if c := at.compare(s.from); s.oldest == nil || c < 0 || c == 0 && less(s.oldest) {
		s.oldest, s.from = append(s.oldest[:0], text...), at
	}
	if c := at.compare(s.to); s.newest == nil || c > 0 || c == 0 && less(s.newest) {
		s.newest, s.to = append(s.newest[:0], text...), at
	}
}

// instant is a point in time.
type instant struct {
	sec  int64 // since 1970-01-01T00:00:00Z
	nano int32
}

func (a instant) compare(b instant) int {
	if c := compareInt(a.sec, b.sec); c != 0 {
		return c
	}
	return compareInt(int64(a.nano), int64(b.nano))
}

// parseTime reads a text that is a time and nothing else:
//
//	2006-01-02, 2006/01/02      alone, or with T or a space and 15:04[:05[.000000000]], a comma
//	                            for the point, and then, also after a space, a zone:
//	                            Z, UTC, GMT, +07:00, -0700, +07
//	20060102T150405Z            also with a zone as above
//	[Mon, ]02 Jan 2006 15:04:05 -0700     RFC 2822, RFC 1123
//	Mon Jan _2 15:04:05 [zone ]2006       C, date(1)
//	02/Jan/2006:15:04:05 -0700            Apache
//
// A time without zone is taken to be in UTC. Dates with the month in another place, and numbers,
// are not times.
func parseTime(b []byte) (instant, bool) {
	if len(b) < 10 || len(b) > 40 {
		return instant{}, false
	}
	if len(b) == len("2006-01-02T15:04:05Z") && b[10] == 'T' && b[19] == 'Z' {
		return parseUTC(b)
	}
	s := clock{b: b}
	at, n := s.scan()
	return at, n == len(b) && !s.noYear
}

// parseUTC reads the form that most times have, 2006-01-02T15:04:05Z, in a third of the time.
func parseUTC(b []byte) (instant, bool) {
	bad := byte(0)
	two := func(i int) int {
		hi, lo := b[i]-'0', b[i+1]-'0'
		bad |= (9 - hi | hi | 9 - lo | lo) & 0x80
		return int(hi)*10 + int(lo)
	}
	s := clock{
		year: two(0)*100 + two(2), month: two(5), day: two(8),
		hour: two(11), minute: two(14), sec: two(17),
	}
	if bad != 0 || b[4] != '-' || b[7] != '-' || b[13] != ':' || b[16] != ':' || !s.valid() {
		return instant{}, false
	}
	return s.instant(), true
}
