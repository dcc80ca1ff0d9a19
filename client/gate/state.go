package gate

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"time"
)

// The state file has two parts. The first is read and written by every version of
// this program; an unknown value there costs a full gap. The second was added
// later: an older version neither reads nor overwrites it, and a version that finds
// an unknown layout there uses the gap of the first part.
const (
	mainSize  = 104
	extraSize = 64
	stateSize = mainSize + extraSize
)

var (
	stateMagic = [8]byte{'a', 'l', 'o', 'f', 't', 'g', '1', '\n'}
	extraMagic = [4]byte{'x', '1', 'g', '\n'}
)

// state is what all processes of an account share. All times are of the host's boot
// clock and are valid for its identity only.
type state struct {
	ident     Identity
	notBefore time.Duration // no request may be sent earlier
	gap       time.Duration // the current gap at the last claim, for older versions
	epoch     uint64
	contended time.Duration // several processes competed for the slot until about then
	urgent    time.Duration // a process with an interactive request is waiting, until about then
	mutating  time.Duration // a mutation runs, until then at the latest; 0 = none
	seq       uint64        // number of the last slot
	pid       uint32        // process that took it
	pending   bool          // its request has no answer yet
	sinceBulk uint8         // interactive slots since the last bulk one

	raised [troubles]raise // what is added to the configured gap, and why
	goods  uint32          // good answers since the last failure or refusal
	paused time.Duration   // the service asked for no request before
	extra  bool            // the second part was valid
}

func (s *state) encode() []byte {
	b := make([]byte, stateSize)
	le := binary.LittleEndian
	copy(b, stateMagic[:])
	copy(b[8:], s.ident[:])
	le.PutUint64(b[24:], uint64(s.notBefore))
	le.PutUint64(b[32:], uint64(s.gap))
	le.PutUint64(b[48:], s.epoch)
	le.PutUint64(b[56:], uint64(s.contended))
	le.PutUint64(b[64:], uint64(s.mutating))
	le.PutUint64(b[72:], s.seq)
	le.PutUint32(b[80:], s.pid)
	if s.pending {
		b[84] = 1
	}
	b[85] = s.sinceBulk
	le.PutUint64(b[88:], uint64(s.urgent))
	le.PutUint32(b[mainSize-4:], crc32.ChecksumIEEE(b[:mainSize-4]))
	x := b[mainSize:]
	copy(x, extraMagic[:])
	le.PutUint32(x[4:], s.goods)
	le.PutUint64(x[8:], uint64(s.gap)) // so that a change by an older version is noticed
	le.PutUint64(x[16:], uint64(s.paused))
	for t, r := range s.raised {
		le.PutUint64(x[24+16*t:], uint64(r.by))
		le.PutUint64(x[32+16*t:], uint64(r.at))
	}
	le.PutUint32(x[extraSize-4:], crc32.ChecksumIEEE(x[:extraSize-4]))
	return b
}

// decode reads a state; false for anything that encode has not written.
func decode(b []byte) (state, bool) {
	le := binary.LittleEndian
	if len(b) < mainSize || !bytes.Equal(b[:8], stateMagic[:]) ||
		le.Uint32(b[mainSize-4:]) != crc32.ChecksumIEEE(b[:mainSize-4]) {
		return state{}, false
	}
	s := state{
		notBefore: time.Duration(le.Uint64(b[24:])),
		gap:       time.Duration(le.Uint64(b[32:])),
		epoch:     le.Uint64(b[48:]),
		contended: time.Duration(le.Uint64(b[56:])),
		mutating:  time.Duration(le.Uint64(b[64:])),
		seq:       le.Uint64(b[72:]),
		pid:       le.Uint32(b[80:]),
		pending:   b[84] == 1,
		sinceBulk: b[85],
		urgent:    time.Duration(le.Uint64(b[88:])),
	}
	copy(s.ident[:], b[8:24])
	s.decodeExtra(b[mainSize:])
	return s, true
}

// decodeExtra reads the second part, if it exists and belongs to the first.
func (s *state) decodeExtra(x []byte) {
	le := binary.LittleEndian
	if len(x) < extraSize || !bytes.Equal(x[:4], extraMagic[:]) ||
		le.Uint32(x[extraSize-4:]) != crc32.ChecksumIEEE(x[:extraSize-4]) {
		return
	}
	s.paused = time.Duration(le.Uint64(x[16:]))
	if time.Duration(le.Uint64(x[8:])) != s.gap {
		return // an older version has changed the gap
	}
	s.extra = true
	s.goods = le.Uint32(x[4:])
	for t := range s.raised {
		s.raised[t] = raise{by: time.Duration(le.Uint64(x[24+16*t:])), at: time.Duration(le.Uint64(x[32+16*t:]))}
	}
}

// adopt validates a state that was read: a gap that is in the first part only,
// times of another clock, and implausible values.
func (s *state) adopt(now, configured time.Duration, ours bool) {
	if !s.extra {
		s.raised = [troubles]raise{often: {by: max(0, s.gap-configured), at: now}}
		s.goods = 0
	}
	for t := range s.raised {
		r := &s.raised[t]
		if !ours || r.at > now {
			r.at = now
		}
		r.by = max(0, r.by)
	}
	if !ours || s.paused > now+maxAsked {
		s.paused = 0
	}
}
