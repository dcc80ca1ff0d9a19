// Package plan makes plans by listing only, and checks them after the decisions.
package plan

import (
	"context"
	"errors"
	"slices"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Plan makes a plan by listing only: every entry is looked up in its folder's
// listing, and every name that is to be taken in the target's.
func (m *Maker) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	switch {
	case r.Undo != "":
		return m.undo(ctx, r)
	case r.Saved != nil:
		return m.saved(ctx, r)
	}
	if err := m.accounts(&r); err != nil {
		return nil, err
	}
	if err := m.relocates(&r); err != nil {
		return nil, err
	}
	p, err := m.planner(r)
	if err != nil {
		return nil, err
	}
	if err := client.Able(p.home, r.Op); err != nil {
		return nil, err
	}
	items := operations[r.Op]
	if r.Sync != nil {
		items = sync
	}
	switch err := items(p, ctx); {
	case errors.Is(err, errMerge): // as between services: the folders are merged, file by file
		if r.Op = model.OpTransfer; p.r.Op == model.OpMove {
			r.Op = model.OpRelocate
		}
		return m.Plan(ctx, r)
	case err != nil:
		return nil, err
	}
	hardLinks(p)
	if err := room(ctx, p); err != nil {
		return nil, err
	}
	made := m.finish(p)
	if len(made.Undecided()) > 0 {
		return made, nil
	}
	return made, Check(made, p.home) // what the job would refuse is told now
}

// accounts writes each place of a request as its source writes its account: one without an
// account is in the current one, wherever the other places are.
func (m *Maker) accounts(r *client.Request) error {
	r.Items, r.Targets = slices.Clone(r.Items), slices.Clone(r.Targets)
	for _, places := range [][]model.Place{r.Items, r.Targets} {
		for i := range places {
			if err := m.account(&places[i]); err != nil {
				return err
			}
		}
	}
	if r.Target.IsZero() {
		return nil
	}
	return m.account(&r.Target)
}

func (m *Maker) account(at *model.Place) error {
	src, err := m.Sources.For(*at)
	if err == nil {
		at.Account = src.Root().Account
	}
	return err
}

// planner checks what can be checked without listing.
func (m *Maker) planner(r client.Request) (*planner, error) {
	op := string(r.Op)
	switch {
	case r.Op.InBin():
		return m.binPlanner(r)
	case r.Op.Transfers():
		return m.transferPlanner(r)
	}
	if len(r.Items) == 0 {
		return nil, client.Errorf(client.KindInvalid, op, model.Place{}, text.JobsNothing)
	}
	src, err := m.Sources.For(r.Items[0])
	if err != nil {
		return nil, err
	}
	p := m.newPlanner(r, src)
	return p, p.choose(r, p.root)
}
