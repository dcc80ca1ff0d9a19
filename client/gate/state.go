package gate

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"time"
)

// stateSize is the length of the state file.
const stateSize = 104

var stateMagic = [8]byte{'a', 'l', 'o', 'f', 't', 'g', '1', '\n'}

// state is what all processes of an account share. All times are of the host's
// boot clock and mean nothing to another identity.
type state struct {
	ident     Identity
	notBefore time.Duration // no request may be sent earlier
	gap       time.Duration // the present gap; hints and throttling raise it
	hint      time.Duration // the gap that the service last asked for
	epoch     uint64
	contended time.Duration // several processes wanted the slot until about then
	urgent    time.Duration // a process with an interactive request waits, until about then
	mutating  time.Duration // a mutation runs, until then at the latest; 0 = none
	seq       uint64        // number of the last slot
	pid       uint32        // who took it
	pending   bool          // its request has no answer yet
	sinceBulk uint8         // interactive slots since the last bulk one
}

func (s *state) encode() []byte {
	b := make([]byte, stateSize)
	le := binary.LittleEndian
	copy(b, stateMagic[:])
	copy(b[8:], s.ident[:])
	le.PutUint64(b[24:], uint64(s.notBefore))
	le.PutUint64(b[32:], uint64(s.gap))
	le.PutUint64(b[40:], uint64(s.hint))
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
	le.PutUint32(b[stateSize-4:], crc32.ChecksumIEEE(b[:stateSize-4]))
	return b
}

// decode reads a state; false for anything that encode has not written.
func decode(b []byte) (state, bool) {
	le := binary.LittleEndian
	if len(b) != stateSize || !bytes.Equal(b[:8], stateMagic[:]) ||
		le.Uint32(b[stateSize-4:]) != crc32.ChecksumIEEE(b[:stateSize-4]) {
		return state{}, false
	}
	s := state{
		notBefore: time.Duration(le.Uint64(b[24:])),
		gap:       time.Duration(le.Uint64(b[32:])),
		hint:      time.Duration(le.Uint64(b[40:])),
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
	return s, true
}
