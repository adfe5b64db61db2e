package store

import "encoding/binary"

// A cursor is 64 bits in base 62: 30 bits of a code over the position, and 34 bits of the position,
// masked by a stream that depends on the code. Code and stream are keyed and bound to scope and
// handle: a string of the right form is a cursor with a chance of 1 in 2^30.
const (
	// MaxPos is the largest position that a cursor can hold.
	MaxPos       = 1<<posBits - 1
	posBits      = 34
	cursorLength = 11
	base62       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// Cursor returns the 11 characters that stand for pos, from 0 to MaxPos, in the rows of handle.
func (s *Scope) Cursor(handle string, pos int64) (string, error) {
	if pos < 0 || pos > MaxPos {
		return "", &Error{Op: "make cursor", Kind: ErrRange}
	}
	p, err := s.place(false)
	if err == errNoStore {
		p, err = s.place(true)
	}
	if err != nil {
		return "", unavailable("make cursor", err)
	}
	code := p.cursorCode(handle, uint64(pos))
	return encode62(code<<posBits | (uint64(pos) ^ p.cursorMask(handle, code))), nil
}

// ParseCursor returns the position that a cursor of this handle stands for. Anything else, of
// another handle or scope too, is ErrCursor.
func (s *Scope) ParseCursor(handle, cursor string) (int64, error) {
	bad := &Error{Op: "read cursor", Kind: ErrCursor}
	v, ok := decode62(cursor)
	if !ok {
		return 0, bad
	}
	p, err := s.place(false)
	if err == errNoStore {
		return 0, bad
	}
	if err != nil {
		return 0, err
	}
	code := v >> posBits
	pos := (v ^ p.cursorMask(handle, code)) & MaxPos
	if p.cursorCode(handle, pos) != code {
		return 0, bad
	}
	return int64(pos), nil
}

func (p *place) cursorCode(handle string, pos uint64) uint64 {
	return p.cursorSum("cursor code", handle, pos) >> posBits
}

func (p *place) cursorMask(handle string, code uint64) uint64 {
	return p.cursorSum("cursor mask", handle, code) & MaxPos
}

func (p *place) cursorSum(label, handle string, v uint64) uint64 {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], v)
	sum := p.hash(label, []byte(handle), b[:])
	return binary.BigEndian.Uint64(sum[:])
}

func encode62(v uint64) string {
	var b [cursorLength]byte
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = base62[v%62]
		v /= 62
	}
	return string(b[:])
}

// decode62 takes what encode62 gives, and nothing else: 62^11 is more than 2^64.
func decode62(s string) (v uint64, ok bool) {
	if len(s) != cursorLength {
		return 0, false
	}
	for i := range len(s) {
		d, ok := digit62(s[i])
		if !ok || v > (1<<64-1-d)/62 {
			return 0, false
		}
		v = v*62 + d
	}
	return v, true
}

func digit62(c byte) (uint64, bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0'), true
	case 'A' <= c && c <= 'Z':
		return uint64(c-'A') + 10, true
	case 'a' <= c && c <= 'z':
		return uint64(c-'a') + 36, true
	}
	return 0, false
}
