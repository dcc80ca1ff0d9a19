// Package state is what the processes of an account share to keep their requests
// apart, and what a place for it must do.
package state

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"time"
)

// MaxAsked is the longest pause accepted from a service.
const MaxAsked = 24 * time.Hour

// Identity is a digest of what names a clock: boot and time namespace of a host.
type Identity [16]byte

// An encoded state has two parts, each with a checksum after it. The first is read and written by every version of
// this program; an unknown value there costs a full gap. The second was added
// later: an older version neither reads nor overwrites it, and a version that finds
// an unknown layout there uses the gap of the first part.
type (
	main struct {
		Magic               [8]byte
		Ident               Identity
		NotBefore, Gap      time.Duration
		Operating           time.Duration
		Epoch               uint64
		Contended, Mutating time.Duration
		Seq                 uint64
		Pid                 uint32
		Pending             bool
		SinceBulk           uint8
		Worked              uint16 // in units, see below
		Urgent              time.Duration
		Learned             uint32 // in microseconds
	}
	extra struct {
		Magic  [4]byte
		Goods  uint32
		Gap    time.Duration // so that a change by an older version is noticed
		Paused time.Duration
		Raised [Troubles]Raise
		Away   uint32 // in seconds
	}
)

const (
	Size     = MainSize + 64 // in bytes
	MainSize = 104           // the first part, all of a version before the second
)

// workedUnit is how exactly Worked is stored: 16 s fit into its two bytes.
const workedUnit = 256 * time.Microsecond

var (
	mainMagic  = [8]byte{'a', 'l', 'o', 'f', 't', 'g', '1', '\n'}
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
	Operating time.Duration // somebody waits for an operation, whose lookups no bulk mutation makes stale until then
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
	b := encoded(nil, main{mainMagic, s.Ident, s.NotBefore, s.Gap, s.Operating, s.Epoch, s.Contended, s.Mutating, s.Seq, s.Pid, s.Pending, s.SinceBulk,
		uint16(min(s.Worked/workedUnit, math.MaxUint16)), s.Urgent, uint32(min(s.Learned/time.Microsecond, math.MaxUint32))})
	return encoded(b, extra{extraMagic, s.Goods, s.Gap, s.Paused, s.Raised, uint32(s.Away / time.Second)})
}

func encoded(b []byte, part any) []byte {
	n := len(b)
	b, _ = binary.Append(b, binary.LittleEndian, part) // fails for parts of no fixed size only
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[n:]))
}

// decoded reads a part, if its checksum is right.
func decoded(b []byte, part any) bool {
	n := binary.Size(part)
	if len(b) < n+4 || binary.LittleEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[:n]) {
		return false
	}
	_, err := binary.Decode(b, binary.LittleEndian, part)
	return err == nil
}

// Decode reads a state; false for anything that Encode has not written.
func Decode(b []byte) (State, bool) {
	var m main
	if !decoded(b, &m) || m.Magic != mainMagic {
		return State{}, false
	}
	s := State{Ident: m.Ident, NotBefore: m.NotBefore, Gap: m.Gap, Epoch: m.Epoch, Contended: m.Contended, Urgent: m.Urgent, Mutating: m.Mutating, Operating: m.Operating,
		Seq: m.Seq, Pid: m.Pid, Pending: m.Pending, SinceBulk: m.SinceBulk,
		Worked: time.Duration(m.Worked) * workedUnit, Learned: time.Duration(m.Learned) * time.Microsecond}
	var x extra
	if decoded(b[MainSize:], &x) && x.Magic == extraMagic {
		s.Paused = x.Paused
		if s.extra = x.Gap == s.Gap; s.extra { // else an older version has changed the gap
			s.Goods, s.Raised, s.Away = x.Goods, x.Raised, time.Duration(x.Away)*time.Second
		}
	}
	return s, true
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
