package store

import (
	"crypto/hmac"
	"encoding/binary"
	"math/big"
)

// A live cursor holds bytes of the caller's, which say where a page of an order ended. They are
// masked, and preceded by a code over them: 64 bits, keyed, and bound to the scope and the order, as
// the mask is to the code. It is a number in base 62; a first byte of 1 keeps zeros behind it.
const (
	liveCode = 8
	// MaxLive is how many bytes of the caller's a live cursor can hold.
	MaxLive = 1 << 10
)

// LiveCursor returns the cursor for a place in an order, which is at most MaxLive bytes.
func (s *Scope) LiveCursor(order string, at []byte) (string, error) {
	if len(at) > MaxLive {
		return "", &Error{Op: "make cursor", Kind: ErrRange}
	}
	p, err := s.place(false)
	if err != nil {
		return "", unavailable("make cursor", err)
	}
	code := p.hash("live code", []byte(order), at)
	b := append([]byte{1}, code[:liveCode]...)
	b = append(b, p.mask(order, code[:liveCode], at)...)
	return new(big.Int).SetBytes(b).Text(62), nil
}

// ParseLiveCursor returns what a live cursor of this order holds. Anything else, of another order
// or scope too, is ErrCursor.
func (s *Scope) ParseLiveCursor(order, cursor string) ([]byte, error) {
	bad := &Error{Op: "read cursor", Kind: ErrCursor}
	if len(cursor) > 2*MaxLive {
		return nil, bad
	}
	v, ok := new(big.Int).SetString(cursor, 62)
	if !ok || v.Text(62) != cursor { // a sign, a zero in front
		return nil, bad
	}
	b := v.Bytes()
	if len(b) < 1+liveCode || b[0] != 1 {
		return nil, bad
	}
	p, err := s.place(false)
	if err == errNoStore {
		return nil, bad
	}
	if err != nil {
		return nil, err
	}
	code := b[1 : 1+liveCode]
	at := p.mask(order, code, b[1+liveCode:])
	if sum := p.hash("live code", []byte(order), at); !hmac.Equal(code, sum[:liveCode]) {
		return nil, bad
	}
	return at, nil
}

// mask covers or uncovers data with a stream of keyed hashes.
func (p *place) mask(order string, code, data []byte) []byte {
	out := make([]byte, len(data))
	var n [8]byte
	var sum [32]byte
	for i := range data {
		if i%len(sum) == 0 {
			binary.BigEndian.PutUint64(n[:], uint64(i))
			sum = p.hash("live mask", []byte(order), code, n[:])
		}
		out[i] = data[i] ^ sum[i%len(sum)]
	}
	return out
}
