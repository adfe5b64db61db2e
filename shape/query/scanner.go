package query

// A scanner takes valid JSON apart. On anything else it stops early but within bounds.
type scanner struct {
	raw []byte
	pos int
}

// peek is the first byte of the next token, or 0 at the end.
func (s *scanner) peek() byte {
	for ; s.pos < len(s.raw); s.pos++ {
		switch c := s.raw[s.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// more reports whether another element comes before the end, having stepped over the comma, or
// over the end.
func (s *scanner) more(end byte) bool {
	c := s.peek()
	if c == ',' {
		s.pos++
		c = s.peek()
	}
	if c == end {
		s.pos++
	}
	return c != end && c != 0
}

func (s *scanner) colon() {
	if s.peek() == ':' {
		s.pos++
	}
}

// scalar steps over a string, number, boolean or null and gives its bytes.
func (s *scanner) scalar() []byte {
	quoted := s.peek() == '"'
	start := s.pos
	if quoted {
		s.str()
		return s.raw[start:s.pos]
	}
	for s.pos < len(s.raw) {
		switch s.raw[s.pos] {
		case ',', ']', '}', ':', ' ', '\t', '\n', '\r':
			if s.pos == start {
				s.pos++ // not JSON
			}
			return s.raw[start:s.pos]
		}
		s.pos++
	}
	return s.raw[start:]
}

// str steps over a string.
func (s *scanner) str() {
	for s.pos++; s.pos < len(s.raw); s.pos++ {
		switch s.raw[s.pos] {
		case '\\':
			s.pos++
		case '"':
			s.pos++
			return
		}
	}
	s.pos = len(s.raw)
}

// skip steps over a value of any depth.
func (s *scanner) skip() {
	for depth := 0; ; {
		switch s.peek() {
		case 0:
			return
		case '[', '{':
			depth++
			s.pos++
		case ']', '}':
			depth--
			s.pos++
		case ',', ':':
			s.pos++
		default:
			s.scalar()
		}
		if depth <= 0 {
			return
		}
	}
}
