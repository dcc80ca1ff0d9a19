package gate

import (
	"time"

	"aloft/client/gate/file"
	"aloft/client/gate/state"
)

// turns lets the bulk jobs of several processes work in turns, an operation at a
// time: otherwise the mutation of one would make the lookups of the other stale
// forever. A process that waits for op holds next; so one that has just finished an
// operation comes after those that wait.
type turns struct {
	next, op state.Lock
}

// forever is longer than any turn lasts.
const forever = time.Duration(1 << 62)

func openTurns(g *Gate, path string) (*turns, error) {
	waits := file.Times{Retry: min(5*g.times.lockRetry, 5*time.Millisecond), Limit: forever}
	next, err := file.Open(g.host, path+".turn", g.self, waits, nil)
	if err != nil {
		return nil, err
	}
	op, err := file.Open(g.host, path+".op", g.self, waits, nil)
	if err != nil {
		_ = next.Drop()
		return nil, err
	}
	if far := g.opt.Far; far != nil {
		return &turns{next: far.Turn(next, g.sharing("turn")), op: far.Turn(op, g.sharing("op"))}, nil
	}
	return &turns{next: next, op: op}, nil
}

func (t *turns) close() {
	_ = t.next.Drop()
	_ = t.op.Drop()
}
