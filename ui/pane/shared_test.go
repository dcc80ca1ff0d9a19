package pane

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// A pane whose listing the other one waits for goes elsewhere: neither of the two requests may
// replace the other.
func TestASharedListingIsNotReplaced(t *testing.T) {
	type request struct {
		ctx context.Context
		opt client.Options
	}
	asked := make(chan request, 2)
	fill := Results{Fill: func(ctx context.Context, opt client.Options) (model.Listing, error) {
		asked <- request{ctx, opt}
		<-ctx.Done()
		return model.Listing{}, ctx.Err()
	}}
	p, q := newPane(t, 50, 12), newPane(t, 50, 12)
	q.SetID(1)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	env := p.env
	env.Ctx = ctx
	env.Results = map[string]Results{root.String(): fill, root.Join("dir").String(): fill}
	env.Peer = func(id ID) *Pane { return []*Pane{q, p}[id] }
	q.env, q.listing.env = env, env
	begin := func(p *Pane, at model.Place) request {
		for _, c := range p.listing.start(at, p.order, false, 0)().(tea.BatchMsg)[:1] {
			go c()
		}
		return <-asked
	}
	first := begin(p, root.Join("dir"))
	q.listing.start(root.Join("dir"), q.order, false, 0)
	second := begin(p, root)
	if first.ctx.Err() != nil || second.ctx.Err() != nil {
		t.Error("a listing that is waited for was canceled")
	}
	if first.opt.Lane != "" && first.opt.Lane == second.opt.Lane {
		t.Errorf("both have the lane %q", first.opt.Lane)
	}
}
