package store

import (
	"crypto/rand"
	"strings"
	"time"
)

// An id is the time in microseconds and random letters, 20 in all.
const (
	idDigits = "0123456789abcdefghjkmnpqrstvwxyz" // in the order of their codes, without look-alikes
	idTime   = 11
	idLen    = 20
)

// NewID returns the id of a delivery that arrived at that time: ids sort by it.
func NewID(at time.Time) string {
	var b [idLen]byte
	us := uint64(max(at.UnixMicro(), 0))
	for i := idTime - 1; i >= 0; i-- {
		b[i] = idDigits[us&31]
		us >>= 5
	}
	var r [idLen - idTime]byte
	_, _ = rand.Read(r[:]) // never fails, see crypto/rand
	for i, c := range r {
		b[idTime+i] = idDigits[c&31]
	}
	return string(b[:])
}

// valid reports whether a string can be an id: it becomes a file name.
func valid(id string) bool {
	return len(id) == idLen && strings.Trim(id, idDigits) == ""
}
