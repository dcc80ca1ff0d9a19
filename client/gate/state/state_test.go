package state

import (
	"encoding/hex"
	"testing"
	"time"
)

func FuzzDecode(f *testing.F) {
	s := State{Epoch: 1}
	f.Add(s.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, ok := Decode(b); ok {
			s.extra = true // encode writes both parts
			if again, ok := Decode(s.Encode()); !ok || again != s {
				t.Error("does not come back")
			}
		}
	})
}

func TestAStateIsReadAsItWasWritten(t *testing.T) {
	s := State{Ident: Identity{1, 2}, NotBefore: 3, Gap: 4, Operating: 5, Epoch: 6, Contended: 7, Mutating: 8, Seq: 9, Pid: 10, Pending: true, SinceBulk: 11, Urgent: 12,
		Raised: [Troubles]Raise{{13, 14}, {15, 16}}, Goods: 17, Paused: 18, Learned: 19 * time.Microsecond, Worked: 20 * workedUnit, extra: true}
	b := s.Encode()
	if got, ok := Decode(b); !ok || got != s {
		t.Errorf("%+v", got)
	}
	for i := range b {
		b[i] ^= 0x10
		if got, ok := Decode(b); ok != (i >= MainSize) || got.extra {
			t.Errorf("byte %d changed unnoticed", i)
		}
		b[i] ^= 0x10
	}
	for n := range b {
		if got, ok := Decode(b[:n]); ok != (n >= MainSize) || got.extra {
			t.Errorf("%d bytes are taken for a state", n)
		}
	}
}

// Processes of versions before this one share the file: each number stays where it is.
func TestTheBytesOfAStateStay(t *testing.T) {
	s := State{Ident: Identity{1, 2}, NotBefore: 3, Gap: 4, Operating: 5, Epoch: 6, Contended: 7, Mutating: 8, Seq: 9, Pid: 10, Pending: true, SinceBulk: 11, Urgent: 12,
		Raised: [Troubles]Raise{{13, 14}, {15, 16}}, Goods: 17, Paused: 18, Learned: 19 * time.Microsecond, Worked: 20 * workedUnit, Away: 21 * time.Second}
	want := "616c6f667467310a0102000000000000000000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000" +
		"080000000000000009000000000000000a000000010b14000c0000000000000013000000c1aa26d47831670a1100000004000000000000001200000000000000" +
		"0d000000000000000e000000000000000f0000000000000010000000000000001500000071a6c7a3"
	if got := hex.EncodeToString(s.Encode()); got != want {
		t.Errorf("%s\n, not\n%s", got, want)
	}
}
