package store

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

const (
	handlePrefix = "art-"
	fileSuffix   = ".db"
)

// handleDigits are the lengths of handles. 12 digits are 6 tokens; more only where the name is
// taken by another identity.
var handleDigits = [...]int{12, 15, 18}

// An identity is a keyed hash of all that makes an artifact what it is.
type identity [32]byte

func (p *place) identity(sum [32]byte, rest []byte) identity {
	return p.hash("identity", sum[:], rest)
}

func (id identity) String() string { return hex.EncodeToString(id[:]) }

// handle returns the name of that many digits.
func (id identity) handle(digits int) string {
	all := fmt.Sprintf("%018d", binary.BigEndian.Uint64(id[:])%1e18)
	return handlePrefix + all[:digits]
}

// Names returns the handles that a result of the artifact's input with this identity may have: the
// longer ones where a shorter is taken.
func (a *Artifact) Names(identity []byte) []string {
	id := a.p.identity(a.sum, identity)
	var names []string
	for _, digits := range handleDigits {
		names = append(names, id.handle(digits))
	}
	return names
}

// ValidHandle says whether s has the form of a handle.
func ValidHandle(s string) bool {
	digits, ok := strings.CutPrefix(s, handlePrefix)
	if !ok || len(digits) != 12 && len(digits) != 15 && len(digits) != 18 {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// handleOf returns the handle whose artifact has this file name.
func handleOf(name string) (string, bool) {
	h, ok := strings.CutSuffix(name, fileSuffix)
	return h, ok && ValidHandle(h)
}

func (p *place) file(handle string) string { return p.path(handle + fileSuffix) }
