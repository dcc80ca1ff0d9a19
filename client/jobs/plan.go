package jobs

import (
	"cmp"
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Plan makes a plan by listing only: every entry is found in its folder's
// listing, and every name that would be taken in the target's.
func (e *Engine) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	p, err := e.planner(r)
	if err != nil {
		return nil, err
	}
	if err := client.Able(p.src, r.Op); err != nil {
		return nil, err
	}
	switch r.Op {
	case model.OpMakeFolder:
		err = p.makeFolders(ctx)
	case model.OpRename:
		err = p.renames(ctx)
	case model.OpMove:
		err = p.moves(ctx)
	case model.OpDelete:
		err = p.deletions(ctx)
	case model.OpRecover, model.OpPurge:
		err = p.bin(ctx)
	default:
		err = client.Errorf(client.KindUnsupported, string(r.Op), p.root, text.NoMove, string(p.root.Scheme))
	}
	if err != nil {
		return nil, err
	}
	for i := range p.plan.Items {
		p.plan.Items[i].ID = i + 1
	}
	p.plan.PageSize = p.pageSize
	e.estimate(p.plan, p.src)
	return p.plan, nil
}

// planner makes one plan.
type planner struct {
	lister
	r    client.Request
	root model.Place
	plan *model.Plan
	// byParent are the names of the items in each folder.
	byParent map[string][]string
}

// planner checks what can be checked without listing.
func (e *Engine) planner(r client.Request) (*planner, error) {
	op := string(r.Op)
	if r.Op.InBin() {
		return e.binPlanner(r)
	}
	if len(r.Items) == 0 {
		return nil, client.Errorf(client.KindInvalid, op, model.Place{}, text.JobsNothing)
	}
	src, err := e.o.Sources.For(r.Items[0])
	if err != nil {
		return nil, err
	}
	p := &planner{r: r, root: src.Root()}
	p.lister = lister{src: src, class: r.Class, scaled: e.scaled, seen: map[string]*folder{}, progress: r.Progress,
		effects: e.effects, tell: func(l model.Listing) { e.tell(client.JobEvent{Listing: &l}) }}
	p.state.Items = len(r.Items)
	p.r.Items = nil
	given := map[string]bool{}
	for i, it := range r.Items {
		s, err := e.o.Sources.For(it)
		if err != nil {
			return nil, err
		}
		it.Account = s.Root().Account
		switch {
		case !it.SameSource(p.root):
			return nil, client.Errorf(client.KindInvalid, op, it, text.JobsSources, it.Base())
		case it.IsRoot():
			return nil, client.Errorf(client.KindInvalid, op, it, text.JobsRoot)
		case given[key(it)]:
			if r.Op == model.OpRename {
				return nil, client.Errorf(client.KindInvalid, op, it, text.JobsNames)
			}
			continue // named twice is meant once
		}
		given[key(it)] = true
		p.r.Items = append(p.r.Items, it)
		if r.Op == model.OpRename && i >= len(r.NewNames) {
			return nil, client.Errorf(client.KindInvalid, op, it, text.JobsNames)
		}
	}
	if r.Rule == "" {
		p.r.Rule = model.ConflictAsk
	}
	now := time.Now()
	p.plan = &model.Plan{ID: newID(now), Account: p.root.Account, Scheme: p.root.Scheme, Op: r.Op, MadeAt: now,
		Bulk: r.Class == client.Bulk}
	return p, nil
}

// item finds what a place names in its folder's listing.
func (p *planner) item(ctx context.Context, at model.Place) (model.Item, error) {
	it := model.Item{Op: p.r.Op, Parent: at.Parent(), Name: at.Base(), Decision: model.DecideGo}
	f, err := p.content(ctx, it.Parent)
	if err != nil {
		return it, p.notThere(at, err)
	}
	if len(f.names[it.Name]) == 0 && !f.again {
		// One listing is not believed about what is not there.
		if f, err = p.anew(ctx, it.Parent); err != nil {
			return it, p.notThere(at, err)
		}
	}
	found := f.names[it.Name]
	switch {
	case len(found) == 0 && !f.complete:
		return it, client.Errorf(client.KindServer, string(p.r.Op), at, text.JobsNotSeen, at.String())
	case len(found) == 0:
		return it, p.notThere(at, nil)
	case len(found) > 1:
		err := client.Errorf(client.KindConflict, string(p.r.Op), at, text.JobsTwice, at.Base())
		err.Hint = text.JobsTwiceHint
		return it, err
	}
	n := found[0]
	entry := f.entries[n]
	it.Kind, it.Print, it.Pos = entry.Kind, entry.Fingerprint(), f.position(n)
	if f.pageSize > 0 {
		it.PageHint = it.Pos/f.pageSize + 1
	}
	p.state.Found++
	p.report()
	return it, nil
}

// notThere names the item, not the folder on the way that is missing.
func (p *planner) notThere(at model.Place, err error) error {
	if err != nil && !client.Is(err, client.KindNotFound) {
		return err
	}
	out := client.Errorf(client.KindNotFound, string(p.r.Op), at, text.JobsNotFound, at.String())
	out.Hint, out.Err = text.JobsLookAndRetry, err
	return out
}

// find finds all items; one inside another one goes with it and is skipped.
// They are put in the order of their folders' listings, so that page by page
// the next ones are on the first page.
func (p *planner) find(ctx context.Context) error {
	chosen := map[string]bool{}
	for _, at := range p.r.Items {
		chosen[key(at)] = true
	}
	order := map[string]int{}
	for _, at := range p.r.Items {
		it, err := p.item(ctx, at)
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		if inside(at, chosen) {
			it.Decision, it.Why = model.DecideSkip, model.WhyInside
		}
		if k := key(it.Parent); order[k] == 0 {
			order[k] = len(order) + 1
		}
		p.plan.Items = append(p.plan.Items, it)
	}
	slices.SortStableFunc(p.plan.Items, func(a, b model.Item) int {
		return cmp.Or(cmp.Compare(order[key(a.Parent)], order[key(b.Parent)]), cmp.Compare(a.Pos, b.Pos))
	})
	return nil
}

// leaveOut: what is wrong with one item does not stop the others, if the
// request says so. Trouble of the account or of the service does.
func (p *planner) leaveOut(at model.Place, err error) bool {
	if err == nil || !p.r.Partial {
		return false
	}
	switch client.KindOf(err) {
	case client.KindNotFound, client.KindConflict, client.KindInvalid:
		p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: at, Err: err})
		return true
	}
	return false
}

func inside(at model.Place, chosen map[string]bool) bool {
	for q := at.Parent(); !q.IsRoot(); q = q.Parent() {
		if chosen[key(q)] {
			return true
		}
	}
	return false
}

// deletions: nothing to decide but the way.
func (p *planner) deletions(ctx context.Context) error {
	modes := p.src.(client.Deleter).DeleteModes()
	mode := p.r.Mode
	if mode == "" && len(modes) > 0 {
		mode = modes[0]
	}
	if !slices.Contains(modes, mode) {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), p.root, text.JobsMode, string(p.root.Scheme), string(mode))
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	for i := range p.plan.Items {
		p.plan.Items[i].Mode = string(mode)
	}
	return nil
}

// moves: the target is listed, and every name that is taken there needs a decision.
func (p *planner) moves(ctx context.Context) error {
	op := string(p.r.Op)
	to := p.r.Target
	if to.Account == "" {
		to.Account = p.root.Account
	}
	if !to.SameSource(p.root) {
		return client.Errorf(client.KindUnsupported, op, to, text.JobsAcross, to.String())
	}
	items := p.r.Items
	p.r.Items = nil
	for _, at := range items {
		if !to.Within(at) {
			p.r.Items = append(p.r.Items, at)
		} else if err := client.Errorf(client.KindInvalid, op, at, text.JobsIntoItself, at.String()); !p.leaveOut(at, err) {
			return err
		}
	}
	target, err := p.folder(ctx, to)
	if client.Is(err, client.KindNotFound) {
		out := client.Errorf(client.KindNotFound, op, to, text.JobsNotFound, to.String())
		out.Hint, out.Err = text.JobsTargetHint, err
		return out
	}
	if err != nil {
		return err
	}
	if !target.complete {
		return client.Errorf(client.KindUnsupported, op, to, text.JobsIncomplete, to.String())
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	taken := map[string]model.Entry{}
	for _, e := range target.entries {
		taken[e.Name] = e
	}
	for i := range p.plan.Items {
		it := &p.plan.Items[i]
		it.Target = to
		switch {
		case it.Decision == model.DecideSkip:
		case it.Parent.Equal(to):
			it.Decision, it.Why = model.DecideSkip, model.WhyThere
		default:
			if err := p.place(ctx, it, taken); err != nil {
				return err
			}
		}
	}
	return nil
}

// place gives the item a name in the target; taken are the names there, those
// of earlier items included.
func (p *planner) place(ctx context.Context, it *model.Item, taken map[string]model.Entry) error {
	entry := model.Entry{Name: it.Name, Kind: it.Kind, Size: it.Print.Size}
	other, clash := taken[it.Name]
	if !clash {
		taken[it.Name] = entry
		return nil
	}
	it.Taken = &other
	// The new name is used in the source folder first, so it must be free there too.
	from, err := p.folder(ctx, it.Parent)
	if err != nil {
		return err
	}
	it.Free = p.number(it, func(name string) bool {
		_, there := taken[name]
		return there || len(from.names[name]) > 0 || from.promised[name]
	})
	if err := p.decide(it); err != nil {
		return err
	}
	if it.Free != "" {
		// Kept free for it, however it is decided.
		entry.Name = it.Free
		taken[it.Free] = entry
		from.promise(it.Free)
	}
	return nil
}

// decide applies the request's rule to an item whose name is taken.
func (p *planner) decide(it *model.Item) error {
	switch p.r.Rule {
	case model.ConflictStop:
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Taken.Name)
	case model.ConflictSkip:
		it.Decision, it.Why = model.DecideSkip, model.WhyTaken
	case model.ConflictNumber:
		if it.Free == "" {
			return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsNoFreeName, it.Name)
		}
		it.Decision, it.NewName = model.DecideNumber, it.Free
	default:
		it.Decision, it.Why = model.DecideAsk, model.WhyTaken
	}
	return nil
}

// checkPlan refuses a plan that decisions have made impossible.
func checkPlan(p *model.Plan, src client.Source) error {
	if !validID(p.ID) {
		return client.Errorf(client.KindInvalid, string(p.Op), model.Place{}, text.JobsBadPlan, "id")
	}
	if n := p.Undecided(); len(n) > 0 {
		it := &p.Items[n[0]]
		return client.Errorf(client.KindConflict, string(p.Op), it.Place(), text.JobsUndecided, it.Name)
	}
	if err := client.Able(src, p.Op); err != nil {
		return err
	}
	steps := stepsOf(p)
	taken, ids := map[string]bool{}, map[stepKey]bool{}
	for i := range steps {
		s := &steps[i]
		it := &p.Items[s.item]
		bad := func(why string) error {
			return client.Errorf(client.KindInvalid, string(s.op), it.Place(), text.JobsBadPlan, why)
		}
		name := s.name
		if s.op == model.OpRename {
			name = s.rename
		}
		if s.op == model.OpRename || s.op == model.OpMakeFolder {
			if err := src.CheckName(name); err != nil {
				return err
			}
		}
		if ids[stepKey{it.ID, s.op}] || it.Parent.Account != p.Account || it.Parent.Scheme != p.Scheme {
			return bad(it.Name)
		}
		ids[stepKey{it.ID, s.op}] = true
		delete(taken, key(s.source()))
		if t, ok := s.target(); ok {
			if taken[key(t)] {
				return bad(t.Base())
			}
			taken[key(t)] = true
		}
	}
	return nil
}
