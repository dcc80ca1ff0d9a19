// Package plan makes plans by listing only, and checks them once they are decided.
package plan

import (
	"cmp"
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// Maker makes plans.
type Maker struct {
	Sources client.Sources
	Waits   *client.Waits // is told what a plan waits for; nil = nobody is
	Convert bool          // files can be converted on this machine
	// Gap is the time between two requests to the source with the root.
	Gap func(root model.Place) time.Duration
	// Scaled scales a waiting time.
	Scaled func(time.Duration) time.Duration
	// Effects are the names that jobs have put into a folder (true) or taken out of
	// it (false) before the given time, when listings may not show it yet.
	Effects func(folder model.Place, before time.Time) map[model.Step]bool
	// Tell is told of each whole listing.
	Tell func(model.Listing)
}

// Plan makes a plan by listing only: every entry is found in its folder's
// listing, and every name that would be taken in the target's.
func (m *Maker) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	p, err := m.planner(r)
	if err != nil {
		return nil, err
	}
	if err := client.Able(p.Src, r.Op); err != nil {
		return nil, err
	}
	if err := operations[r.Op].items(p, ctx); err != nil {
		return nil, err
	}
	for i := range p.plan.Items {
		p.plan.Items[i].ID = i + 1
	}
	p.plan.PageSize = p.PageSize
	Estimate(p.plan, p.Src, m.Gap)
	return p.plan, nil
}

// planner makes one plan.
type planner struct {
	listing.Lister
	r    client.Request
	root model.Place
	plan *model.Plan
	// check says why a name that the plan gives is not possible, or nil.
	check func(string) error
	given map[string]bool // ids of the items so far
	above map[string]bool // ids of the folders and pages that are being walked down
	// disk is the other side of a transfer; entries are those of the items, by id.
	disk    listing.Lister
	convert bool
	entries map[string]model.Entry
	// byParent are the names of the items in each folder.
	byParent map[string][]string
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
	return p, p.choose(m.Sources, r, p.root)
}

// choose takes over the items of the request, which must be in the source of the
// root. One that is named twice is meant once.
func (p *planner) choose(sources client.Sources, r client.Request, root model.Place) error {
	p.r.Items, p.r.NewNames = nil, nil
	no := func(at model.Place, what text.Text, args ...any) *client.Error {
		return client.Errorf(client.KindInvalid, string(r.Op), at, what, args...)
	}
	given := map[string]bool{}
	for i, it := range r.Items {
		s, err := sources.For(it)
		if err != nil {
			return err
		}
		it.Account = s.Root().Account
		all, again := r.Op.Row().Names == model.NamesAll, given[step.PlaceKey(it)]
		switch {
		case !it.SameSource(root):
			e := no(it, "all items of one job must be in one source; %s is in another one", it.Base())
			e.Hint = "start one job for each source"
			return e
		case it.IsRoot():
			return no(it, "the root of a source cannot be changed")
		case all && (again || i >= len(r.NewNames)):
			return no(it, text.JobsNames)
		case again:
			continue
		}
		given[step.PlaceKey(it)] = true
		p.r.Items = append(p.r.Items, it)
		name := ""
		if i < len(r.NewNames) {
			name = r.NewNames[i]
		}
		p.r.NewNames = append(p.r.NewNames, name)
	}
	return nil
}

func (m *Maker) newPlanner(r client.Request, src client.Source) *planner {
	p := &planner{r: r, root: src.Root(), check: src.CheckName, given: map[string]bool{}, above: map[string]bool{}, entries: map[string]model.Entry{}}
	p.Lister = m.newLister(r, src)
	p.State.Items = len(r.Items)
	if r.Rule == "" {
		p.r.Rule = model.ConflictAsk
	}
	now := time.Now()
	p.plan = &model.Plan{ID: newID(now), Account: p.root.Account, Scheme: p.root.Scheme, Op: r.Op, MadeAt: now,
		Bulk: r.Class == client.Bulk}
	return p
}

func (m *Maker) newLister(r client.Request, src client.Source) listing.Lister {
	return listing.Lister{Src: src, Class: r.Class, Scaled: m.Scaled, Seen: map[string]*listing.Folder{}, Progress: r.Progress,
		Waits: m.Waits, Effects: m.Effects, Tell: m.Tell}
}

// item finds what a place names in its folder's listing.
func (p *planner) item(ctx context.Context, at model.Place) (model.Item, error) {
	if err := client.CheckPlace(string(p.r.Op), at); err != nil {
		return model.Item{}, err
	}
	if at.IsLoose() {
		return p.loose(ctx, at)
	}
	it := model.Item{Op: p.r.Op, Parent: at.Parent(), Name: at.Base(), Decision: model.DecideGo}
	f, err := p.content(ctx, it.Parent)
	if err != nil {
		return it, p.notThere(at, err)
	}
	if len(f.Find(at)) == 0 && !f.Again {
		// One listing is not believed about what is not there.
		if f, err = p.Again(ctx, it.Parent); err != nil {
			return it, p.notThere(at, err)
		}
	}
	found := f.Find(at)
	switch {
	case len(found) == 0 && !f.Complete:
		return it, client.Errorf(client.KindServer, string(p.r.Op), at, "%s was not found, but the service does not show the whole folder", at.String())
	case len(found) == 0:
		return it, p.notThere(at, nil)
	case len(found) > 1:
		err := client.Errorf(client.KindConflict, string(p.r.Op), at, "%s: two entries of its folder have this name", at.Base())
		err.Hint = "rename one of them in the service's own interface"
		if step.Steady(p.Src) {
			err.Hint = `say which one by its id: 'aloft ls' writes it as name\#id`
		}
		return it, err
	}
	n := found[0]
	entry := f.Entries[n]
	if err := p.fixed(at, entry); err != nil {
		return it, err
	}
	if it.Name = entry.Name; step.Steady(p.Src) {
		it.Pin = entry.ID
		p.entries[entry.ID] = entry
	}
	it.Kind, it.Print, it.Pos = entry.Kind, entry.Fingerprint(), f.Position(n)
	if f.PageSize > 0 {
		it.PageHint = it.Pos/f.PageSize + 1
	}
	p.State.Found++
	p.Report()
	return it, nil
}

// notThere names the item, not the folder on the way that is missing.
func (p *planner) notThere(at model.Place, err error) error {
	if err != nil && !client.Is(err, client.KindNotFound) {
		return err
	}
	out := client.Errorf(client.KindNotFound, string(p.r.Op), at, text.JobsNotFound, at.String())
	out.Hint, out.Err = "list the folder again", err
	return out
}

// find finds all items; one inside another one goes with it and is skipped.
// They are put in the order of their folders' listings, so that page by page
// the next ones are on the first page.
func (p *planner) find(ctx context.Context) error {
	chosen := map[string]bool{}
	for _, at := range p.r.Items {
		chosen[step.PlaceKey(at)] = true
	}
	order := map[string]int{}
	for i, at := range p.r.Items {
		it, err := p.item(ctx, at)
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		if it.Pin != "" && p.given[it.Pin] {
			continue // named twice is meant once
		}
		if p.given[it.Pin] = true; p.r.Op.Row().Names != model.NamesNone {
			it.NewName = p.r.NewNames[i]
		}
		if inside(at, chosen) {
			it.Decision, it.Why = model.DecideSkip, model.WhyInside
		}
		if k := step.PlaceKey(it.Parent); order[k] == 0 {
			order[k] = len(order) + 1
		}
		p.plan.Items = append(p.plan.Items, it)
	}
	slices.SortStableFunc(p.plan.Items, func(a, b model.Item) int {
		return cmp.Or(cmp.Compare(order[step.PlaceKey(a.Parent)], order[step.PlaceKey(b.Parent)]), cmp.Compare(a.Pos, b.Pos))
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
		if chosen[step.PlaceKey(q)] {
			return true
		}
	}
	return false
}

// deletions: nothing to decide but the way.
func (p *planner) deletions(ctx context.Context) error {
	modes := p.Src.(client.Deleter).DeleteModes()
	mode := p.r.Mode
	if mode == "" && len(modes) > 0 {
		mode = modes[0]
	}
	if !slices.Contains(modes, mode) {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), p.root, "%s cannot delete that way (%s)", string(p.root.Scheme), string(mode))
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
	if err := p.reach(to); err != nil {
		return err
	}
	items := p.r.Items
	p.r.Items = nil
	for _, at := range items {
		if at.IsLoose() || !step.Within(to, at) {
			p.r.Items = append(p.r.Items, at)
		} else if err := client.Errorf(client.KindInvalid, op, at, "%s cannot be moved into itself", at.String()); !p.leaveOut(at, err) {
			return err
		}
	}
	target, err := p.target(ctx, to)
	if err != nil {
		return err
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	taken, ids := map[string]model.Entry{}, map[string]bool{}
	for _, e := range target.Entries {
		taken[e.Name] = e
		ids[e.ID] = true
	}
	for i := range p.plan.Items {
		it := &p.plan.Items[i]
		it.Target = to
		switch {
		case it.Decision == model.DecideSkip:
		case step.SamePlace(it.Parent, to) && !it.Loose, it.Pin != "" && ids[it.Pin]:
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
	from := &listing.Folder{}
	if !it.Loose {
		var err error
		if from, err = p.Folder(ctx, it.Parent); err != nil {
			return err
		}
	}
	it.Free = p.number(it, func(name string) bool {
		_, there := taken[name]
		return there || len(from.Names[name]) > 0 || from.Promised[name]
	})
	if err := p.decide(it); err != nil {
		return err
	}
	if it.Free != "" {
		// Kept free for it, however it is decided.
		entry.Name = it.Free
		taken[it.Free] = entry
		from.Promise(it.Free)
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
