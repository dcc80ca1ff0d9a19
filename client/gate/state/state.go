// Package state is what the processes of an account share to keep their requests
// apart, and what a place for it must do.
package state

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"time"
)

// MaxAsked is the longest pause accepted from a service.
const MaxAsked = 24 * time.Hour

// Identity is a digest of what names a clock: boot and time namespace of a host.
type Identity [16]byte

// An encoded state has two parts. The first is read and written by every version of
// this program; an unknown value there costs a full gap. The second was added
// later: an older version neither reads nor overwrites it, and a version that finds
// an unknown layout there uses the gap of the first part.
const (
	Size      = MainSize + extraSize // in bytes
	MainSize  = 104                  // the first part, all of a version before the second
	extraSize = 64
)

// workedUnit is how exactly Worked is stored: 16 s fit into its two bytes.
const workedUnit = 256 * time.Microsecond

var (
	stateMagic = [8]byte{'a', 'l', 'o', 'f', 't', 'g', '1', '\n'}
	extraMagic = [4]byte{'x', '1', 'g', '\n'}
)

// State is what all processes of an account share. All times are of one
// clock and are valid for its identity only.
type State struct {
	Ident     Identity
	NotBefore time.Duration // no request may be sent earlier
	Gap       time.Duration // the current gap at the last claim, for older versions
	Epoch     uint64
	Contended time.Duration // several processes competed for the slot until about then
	Urgent    time.Duration // a process with an interactive request is waiting, until about then
	Mutating  time.Duration // a mutation runs, until then at the latest; 0 = none
	Seq       uint64        // number of the last slot
	Pid       uint32        // process that took it
	Pending   bool          // its request has no answer yet
	SinceBulk uint8         // interactive slots since the last bulk one

	Raised [Troubles]Raise // what is added to the configured gap, and why
	Goods  uint32          // good answers since the last failure or refusal
	Paused time.Duration   // the service asked for no request before
	// Away is since when requests are sent at this host's own gap, to the second,
	// because the server with the shared state cannot be reached; 0 = they are not.
	Away time.Duration
	// Learned is what the service has twice asked to be added to the configured gap: a gap above it
	// worked, and the next smaller one did not. Worked is the least addition with which an
	// answer was good since the last refusal; 0 = there was none.
	Learned, Worked time.Duration

	extra bool // the second part was valid
}

// Encode is the state as it is stored.
func (s *State) Encode() []byte {
	b := make([]byte, Size)
	le := binary.LittleEndian
	copy(b, stateMagic[:])
	copy(b[8:], s.Ident[:])
	le.PutUint64(b[24:], uint64(s.NotBefore))
	le.PutUint64(b[32:], uint64(s.Gap))
	le.PutUint64(b[48:], s.Epoch)
	le.PutUint64(b[56:], uint64(s.Contended))
	le.PutUint64(b[64:], uint64(s.Mutating))
	le.PutUint64(b[72:], s.Seq)
	le.PutUint32(b[80:], s.Pid)
	if s.Pending {
		b[84] = 1
	}
	b[85] = s.SinceBulk
	le.PutUint64(b[88:], uint64(s.Urgent))
	le.PutUint16(b[86:], uint16(min(s.Worked/workedUnit, math.MaxUint16)))
	le.PutUint32(b[96:], uint32(min(s.Learned/time.Microsecond, math.MaxUint32)))
	le.PutUint32(b[MainSize-4:], crc32.ChecksumIEEE(b[:MainSize-4]))
	x := b[MainSize:]
	copy(x, extraMagic[:])
	le.PutUint32(x[4:], s.Goods)
	le.PutUint64(x[8:], uint64(s.Gap)) // so that a change by an older version is noticed
	le.PutUint64(x[16:], uint64(s.Paused))
	for t, r := range s.Raised {
		le.PutUint64(x[24+16*t:], uint64(r.By))
		le.PutUint64(x[32+16*t:], uint64(r.At))
	}
	le.PutUint32(x[extraSize-8:], uint32(s.Away/time.Second))
	le.PutUint32(x[extraSize-4:], crc32.ChecksumIEEE(x[:extraSize-4]))
	return b
}

// Decode reads a state; false for anything that Encode has not written.
func Decode(b []byte) (State, bool) {
	le := binary.LittleEndian
	if len(b) < MainSize || !bytes.Equal(b[:8], stateMagic[:]) ||
		le.Uint32(b[MainSize-4:]) != crc32.ChecksumIEEE(b[:MainSize-4]) {
		return State{}, false
	}
	s := State{
		NotBefore: time.Duration(le.Uint64(b[24:])),
		Gap:       time.Duration(le.Uint64(b[32:])),
		Epoch:     le.Uint64(b[48:]),
		Contended: time.Duration(le.Uint64(b[56:])),
		Mutating:  time.Duration(le.Uint64(b[64:])),
		Seq:       le.Uint64(b[72:]),
		Pid:       le.Uint32(b[80:]),
		Pending:   b[84] == 1,
		SinceBulk: b[85],
		Urgent:    time.Duration(le.Uint64(b[88:])),
		Worked:    time.Duration(le.Uint16(b[86:])) * workedUnit,
		Learned:   time.Duration(le.Uint32(b[96:])) * time.Microsecond,
	}
	copy(s.Ident[:], b[8:24])
	s.decodeExtra(b[MainSize:])
	return s, true
}

// decodeExtra reads the second part, if it exists and belongs to the first.
func (s *State) decodeExtra(x []byte) {
	le := binary.LittleEndian
	if len(x) < extraSize || !bytes.Equal(x[:4], extraMagic[:]) ||
		le.Uint32(x[extraSize-4:]) != crc32.ChecksumIEEE(x[:extraSize-4]) {
		return
	}
	s.Paused = time.Duration(le.Uint64(x[16:]))
	if time.Duration(le.Uint64(x[8:])) != s.Gap {
		return // an older version has changed the gap
	}
	s.extra = true
	s.Away = time.Duration(le.Uint32(x[extraSize-8:])) * time.Second
	s.Goods = le.Uint32(x[4:])
	for t := range s.Raised {
		s.Raised[t] = Raise{By: time.Duration(le.Uint64(x[24+16*t:])), At: time.Duration(le.Uint64(x[32+16*t:]))}
	}
}

// Adopt validates a state that was read: a gap that is in the first part only,
// times of another clock, and implausible values.
func (s *State) Adopt(now, configured time.Duration, ours bool) {
	if !s.extra {
		s.Raised = [Troubles]Raise{Often: {By: max(0, s.Gap-configured), At: now}}
		s.Goods = 0
	}
	for t := range s.Raised {
		r := &s.Raised[t]
		if !ours || r.At > now {
			r.At = now
		}
		r.By = max(0, r.By)
	}
	if !ours || s.Paused > now+MaxAsked {
		s.Paused = 0
	}
	s.extra = true
}
