package webhook

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
	"aloft/ui/uitest/shipped"
)

// store is a receiver whose deliveries and outputs are given; outputs may be
// larger than any memory.
type store struct {
	client.Hooks
	mu      sync.Mutex
	list    []*model.Delivery
	details map[string]*model.DeliveryDetail
	size    int64
	at      func(offset int64) byte // of the output
	talks   []model.Conversation
	said    map[string][]model.Message
	asked   []time.Time // of outputs
	most    int         // bytes of an output that one call returns, 0 = all that are requested
	err     error
	outErr  error
}

func (s *store) Deliveries() []*model.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

func (s *store) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	for _, d := range s.list {
		if d.ID == id {
			out := model.DeliveryDetail{}
			if e := s.details[id]; e != nil {
				out = *e
			}
			out.Delivery = *d
			return &out, ctx.Err()
		}
	}
	return nil, client.Errorf(client.KindNotFound, "delivery", model.Place{}, "no delivery of that id")
}

func (s *store) Output(ctx context.Context, _ string, offset int64, most int) ([]byte, int64, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, time.Now())
	if s.outErr != nil {
		return nil, 0, 0, s.outErr
	}
	if offset < 0 {
		offset = max(0, s.size+offset)
	}
	offset = min(offset, s.size)
	if s.most > 0 {
		most = min(most, s.most)
	}
	b := make([]byte, min(int64(most), s.size-offset))
	for i := range b {
		b[i] = s.at(offset + int64(i))
	}
	return b, offset, s.size, ctx.Err()
}

func (s *store) Conversations() []model.Conversation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.talks)
}

func (s *store) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	said := s.said[session]
	if most > 0 {
		said = said[max(0, len(said)-most):]
	}
	return said, ctx.Err()
}

func (s *store) print(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size, s.at = int64(len(text)), func(i int64) byte { return text[i] }
}

// set replaces the only delivery.
func (s *store) set(d model.Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = []*model.Delivery{&d}
}

// rig runs a view in a bubble of fake time.
type rig struct {
	*loop.Loop
	t    *testing.T
	s    *store
	v    View
	w, h int
	told []string
	asks []tea.Msg
}

func viewEnv(t testing.TB, s *store) *Env {
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	env := &Env{Env: shipped.Env(t), Hooks: s}
	env.Ctx = ctx
	return env
}

// in runs a test of a view in a bubble.
func in(t *testing.T, s *store, w, h int, open func(*Env) View, test func(*rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := &rig{t: t, s: s, w: w, h: h}
		g.Loop = loop.New(g.take)
		g.v = open(viewEnv(t, s))
		g.v.SetFocus(true)
		g.v.SetSize(w, h)
		g.Run(g.v.Changed())
		g.Idle()
		test(g)
		g.v.Close()
		g.Pass(time.Minute) // no timer is left behind
	})
}

func (g *rig) take(m tea.Msg) {
	switch m := m.(type) {
	case input.Told:
		if m.Err != nil {
			g.told = append(g.told, m.Err.Error())
			return
		}
		g.told = append(g.told, m.Text)
	case CopyAsked:
		g.asks = append(g.asks, m)
	default:
		cmd, mine := g.v.Update(m)
		if !mine {
			g.t.Fatalf("not mine: %T", m)
		}
		g.Run(cmd)
	}
}

func (g *rig) changed() {
	g.Run(g.v.Changed())
	g.Idle()
}

func (g *rig) do(all ...keys.Action) {
	g.t.Helper()
	for _, a := range all {
		cmd, ok := g.v.Do(a)
		if !ok {
			g.t.Fatalf("%s is not the view's", a)
		}
		g.Run(cmd)
		g.Idle()
	}
}

// typed types a text and Enter.
func (g *rig) typed(s string) {
	for _, c := range s {
		g.Run(g.v.Type(tea.KeyPressMsg{Code: c, Text: string(c)}))
	}
	g.Run(g.v.Type(tea.KeyPressMsg{Code: tea.KeyEnter}))
	g.Idle()
}

// screen is what is shown, without styles. Nothing in it may act on a terminal.
func (g *rig) screen() string {
	g.t.Helper()
	lines := g.v.View()
	for i, l := range lines {
		if s := ansi.Strip(l); model.Clean(s) != s {
			g.t.Errorf("line %d could act on a terminal: %q", i, s)
		}
	}
	return golden.Plain(g.t, lines, g.w, g.h, ansi.StringWidthWc)
}

func (g *rig) has(parts ...string) {
	g.t.Helper()
	golden.Has(g.t, g.screen(), parts...)
}

func (g *rig) hasNot(parts ...string) {
	g.t.Helper()
	golden.HasNot(g.t, g.screen(), parts...)
}

func (g *rig) golden(name string) {
	g.t.Helper()
	golden.Check(g.t, fmt.Sprintf("%s-%dx%d.txt", name, g.w, g.h), g.screen())
}

// sizes are those that every view is tested in: the body of these screens.
var sizes = []struct{ w, h int }{{80, 18}, {120, 34}, {50, 12}}

// goesBack takes one step back within a view, and reports whether there was one.
func goesBack(v View) bool {
	_, ok := v.Do(keys.Back)
	return ok
}
