package conn

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// Retries of reads. The waits are those of a live client: 2, 4, 8 and 16 s.
const (
	firstRetry = 2 * time.Second
	retries    = 4
	maxDials   = 3 // new sessions for one call, when the service forgets them
)

// Do retries reads within the budget when that can help. A change is retried only
// when it had no effect for certain: the token was refused and is another one now,
// or the session had ended before; an edit also when the service asks to slow down. Other
// changes are journaled call by call, by who sends them again.
func (s *Conn) Do(ctx context.Context, c *tool.Call) (Reply, error) {
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	renewed, dials := false, 0
	again := gate.Retries{Budget: &s.budget, Who: text.CliTheDocs, Class: c.Class, Most: retries, First: firstRetry, Scale: s.o.Scale, Paced: s.o.Gate.Gap() > 0}
	for {
		if c.Task != "" && s.pace.due(ctx, c.Task, s.o.Poll.Min, s.o.Now()) != nil {
			return Reply{}, client.Errorf(client.KindNetwork, c.Op, c.Place, text.DocsCanceled)
		}
		r, x, fail := s.once(ctx, c)
		if c.Task != "" {
			s.pace.asked(c.Task, s.o.Poll.Min, s.o.Now())
		}
		switch {
		case fail == nil:
			s.budget.Earn()
			s.login.accepted()
			return r, nil
		case fail.Kind == client.KindAuth && fail.Status|fail.Code != 0 && !renewed:
			renewed = true
			t, err := s.login.reload(ctx)
			if err != nil {
				return Reply{}, s.judge.NoToken(c, err)
			}
			if c.Changes && t == x.token {
				s.login.refuse(x.token)
				return Reply{}, fail
			}
		case fail.Kind == client.KindAuth:
			s.login.refuse(x.token)
			return Reply{}, fail
		case x.lost && dials < maxDials && ctx.Err() == nil:
			dials++
		case (c.Changes || c.Once) && !(c.Tool.OfWord() && fail.Kind == client.KindThrottled), !again.Again(ctx, fail):
			return Reply{}, fail
		}
	}
}
