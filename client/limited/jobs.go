package limited

import (
	"context"
	"errors"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
)

// jobs are the jobs of a person.
type jobs struct {
	g      *Person
	all    client.Jobs
	events chan client.JobEvent
}

// Jobs limits jobs to a person. Their events end with ctx.
func (g *Person) Jobs(ctx context.Context, all client.Jobs) client.Jobs {
	j := &jobs{g, all, make(chan client.JobEvent)}
	go j.pass(ctx, all.Events())
	return j
}

// pass passes on what concerns the person, until there is no more or nobody listens.
func (j *jobs) pass(ctx context.Context, from <-chan client.JobEvent) {
	defer close(j.events)
	for {
		var e client.JobEvent
		select {
		case got, ok := <-from:
			if !ok {
				return
			}
			e = got
		case <-ctx.Done():
			return
		}
		e, ok := j.g.told(e, func() bool { return j.known(e.Job) })
		if !ok {
			continue
		}
		select {
		case j.events <- e:
		case <-ctx.Done():
			return
		}
	}
}

// told is what of an event concerns the person.
func (g *Person) told(e client.JobEvent, theirs func() bool) (client.JobEvent, bool) {
	if l := e.Listing; l != nil && (l.Place.Scheme.Local() || g.read("list", l.Place) != nil) { // others may see more behind a link
		e.Listing = nil
	}
	if e.Listing != nil {
		g.note(e.Listing)
	}
	e.Touched = slices.DeleteFunc(slices.Clone(e.Touched), func(p model.Place) bool { return g.view(p) < root })
	if !theirs() {
		e.Job, e.State = "", ""
	}
	return e, e.Job != "" || e.Listing != nil || len(e.Touched) > 0
}

func (j *jobs) Events() <-chan client.JobEvent { return j.events }

// Plan makes a plan among the person's places.
func (j *jobs) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	if err := j.request(&r); err != nil {
		return nil, err
	}
	p, err := j.all.Plan(ctx, r)
	if err != nil {
		return nil, err
	}
	hidden := func(at model.Place) bool { return j.g.view(at) == hidden }
	p.Unlisted = slices.DeleteFunc(p.Unlisted, hidden)
	p.Sizes = slices.DeleteFunc(p.Sizes, func(f model.FolderSize) bool { return hidden(f.Folder) })
	if err := j.plan(p); err != nil {
		return nil, err
	}
	return p, nil
}

func (j *jobs) Start(ctx context.Context, p *model.Plan) (string, error) {
	if err := j.plan(p); err != nil {
		return "", err
	}
	j.own(p.ID) // its first events come before its id
	id, err := j.all.Start(ctx, p)
	if id != "" {
		j.own(id)
	}
	return id, j.unnamed(err)
}

// unnamed is an error without the name of a job that is not theirs.
func (j *jobs) unnamed(err error) error {
	if e := (*client.Error)(nil); errors.As(err, &e) && j.names(e.Error()) {
		return client.Errorf(e.Kind, e.Op, e.Place, "%s: another job works on it", e.Place.String())
	}
	return err
}

// names reports whether words name a job that is not theirs.
func (j *jobs) names(words string) bool {
	return words != "" && len(j.g.rights.Places) > 0 && slices.ContainsFunc(j.all.Jobs(), func(o model.JobSnapshot) bool {
		return strings.Contains(words, o.ID) && !j.theirs(&o)
	})
}

func (j *jobs) own(id string) {
	j.g.mu.Lock()
	defer j.g.mu.Unlock()
	j.g.jobs[id] = true
}

// theirs reports whether a job is one of the person's: they have started it, or it is about
// nothing that they do not see.
func (j *jobs) theirs(s *model.JobSnapshot) bool {
	j.g.mu.Lock()
	own := j.g.jobs[s.ID]
	j.g.mu.Unlock()
	return own || len(j.g.rights.Places) == 0 && j.g.view(s.From) != hidden && (s.To.IsZero() || j.g.view(s.To) != hidden)
}

func (j *jobs) known(id string) bool {
	if id == "" {
		return false
	}
	j.g.mu.Lock()
	own := j.g.jobs[id]
	j.g.mu.Unlock()
	if own || len(j.g.rights.Places) > 0 {
		return own
	}
	all := j.all.Jobs()
	i := slices.IndexFunc(all, func(s model.JobSnapshot) bool { return s.ID == id })
	return i >= 0 && j.theirs(&all[i])
}

func (j *jobs) only(all []model.JobSnapshot) []model.JobSnapshot {
	all = slices.DeleteFunc(slices.Clone(all), func(s model.JobSnapshot) bool { return !j.theirs(&s) })
	for i := range all {
		all[i] = j.shown(all[i])
	}
	return all
}

// shown is a job without the name of another one that it waits for.
func (j *jobs) shown(s model.JobSnapshot) model.JobSnapshot {
	if !s.Error.IsZero() && j.names(s.Error.String()) {
		s.Error = model.Say("it waits for another job")
	}
	return s
}

func (j *jobs) Jobs() []model.JobSnapshot   { return j.only(j.all.Jobs()) }
func (j *jobs) Recent() []model.JobSnapshot { return j.only(j.all.Recent()) }

func (j *jobs) Report(id string) ([]model.ItemReport, error) {
	if err := j.look(id); err != nil {
		return nil, err
	}
	return j.all.Report(id)
}

func (j *jobs) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	if err := j.look(id); err != nil {
		return model.JobSnapshot{}, err
	}
	s, err := j.all.Wait(ctx, id)
	return j.shown(s), err
}

func (j *jobs) Pause(id string) error  { return j.change(j.all.Pause, id) }
func (j *jobs) Resume(id string) error { return j.change(j.all.Resume, id) }
func (j *jobs) Cancel(id string) error { return j.change(j.all.Cancel, id) }
func (j *jobs) Forget(id string) error { return j.change(j.all.Forget, id) }

func (j *jobs) Reorder(id, before string) error {
	return j.change(func(id string) error {
		if before != "" {
			if err := j.look(before); err != nil {
				return err
			}
		}
		return j.all.Reorder(id, before)
	}, id)
}

// look refuses the jobs of others; whether there are such is not said.
func (j *jobs) look(id string) error {
	if j.known(id) {
		return nil
	}
	return client.Errorf(client.KindNotFound, "jobs", model.Place{}, "this key has no job %s", id)
}

// change does something with a job of theirs.
func (j *jobs) change(do func(id string) error, id string) error {
	if j.g.rights.ReadOnly {
		return readOnly("jobs", model.Place{})
	}
	if err := j.look(id); err != nil {
		return err
	}
	return do(id)
}

// request refuses a request that is about anything that is not theirs.
func (j *jobs) request(r *client.Request) error {
	g, op := j.g, string(r.Op)
	if g.rights.ReadOnly {
		return readOnly(op, model.Place{})
	}
	r.Roots = g.tops()
	for _, id := range []string{r.Undo, r.Retries} {
		if id != "" {
			if err := j.look(id); err != nil {
				return err
			}
		}
	}
	switch {
	case r.Saved != nil:
		return j.plan(r.Saved)
	case r.Undo != "":
		return nil // its plan is looked at
	}
	switch {
	case r.Op.Row().InBin: // its target is the source
		if err := g.see(op, r.Target); err != nil {
			return err
		}
	case !r.Target.IsZero():
		if err := g.item(op, r.Target, r.Target.Scheme.Local()); err != nil {
			return err
		}
	}
	for _, b := range r.Bin {
		if err := g.binRecord(op, r.Target, b.Record); err != nil {
			return err
		}
	}
	for _, p := range r.Items {
		if err := g.item(op, p, p.Scheme.Local() && (!r.Op.Transfers() || r.Op == model.OpRelocate)); err != nil {
			return err
		}
	}
	return g.read(op, r.Targets...)
}

// binRecord refuses what the person was not shown of a bin.
func (g *Person) binRecord(op string, of model.Place, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open(of.Scheme) && of.Account == "" || g.records[record(of, id)] {
		return nil
	}
	return g.outside(op, of)
}

// item refuses an item that is not theirs. changed: it will not be there as it was, which one
// of their places as a whole must be.
func (g *Person) item(op string, p model.Place, changed bool) error {
	switch v := g.view(p); {
	case v < root, changed && v < inside && !p.Scheme.Local():
		return g.outside(op, p)
	case changed && p.Scheme.Local():
		return onDisk(op, p)
	}
	return nil
}

// plan refuses a plan that is about anything that is not theirs.
func (j *jobs) plan(p *model.Plan) error {
	g, op := j.g, string(p.Op)
	switch {
	case g.rights.ReadOnly:
		return readOnly(op, model.Place{})
	case p.Account != "" && !slices.Contains(g.Accounts(), p.Account):
		return g.outside(op, model.Place{Account: p.Account, Scheme: p.Scheme})
	}
	for _, id := range []string{p.Undoes, p.Retries} {
		if id != "" {
			if err := j.look(id); err != nil {
				return err
			}
		}
	}
	if !p.Empty.IsZero() {
		if err := g.read(op, p.Empty); err != nil {
			return err
		}
	}
	var beside []model.Place
	beside = append(beside, p.Unlisted...)
	for _, f := range p.Sizes {
		beside = append(beside, f.Folder)
	}
	for _, r := range p.Refused {
		beside = append(beside, r.Place)
		if !r.To.IsZero() {
			beside = append(beside, r.To)
		}
	}
	for _, at := range beside {
		if err := g.see(op, at); err != nil {
			return err
		}
	}
	for i := range p.Items {
		if err := g.planned(&p.Items[i]); err != nil {
			return err
		}
	}
	p.Roots, p.Tops = g.tops(), nil // nobody writes to the disk
	return nil
}

// planned refuses an item of a plan.
func (g *Person) planned(it *model.Item) error {
	op, row := string(it.Op), it.Op.Row()
	skipped := it.Decision == model.DecideSkip || it.Op == model.OpMakeFolder && it.Mode == model.ModeReuse // it may be one of their places
	stays := skipped || row.Ends == model.EndInTarget && !row.Moves
	switch {
	case row.InBin:
		if err := g.see(op, it.Parent); err != nil {
			return err
		}
		if err := g.binRecord(op, it.Parent.Root(), it.Record); err != nil {
			return err
		}
	case it.Loose:
		if !g.open(it.Parent.Scheme) || it.Parent.Account != "" {
			return g.outside(op, it.Parent.Loose(it.Pin))
		}
	default:
		if err := g.item(op, it.Place(), !stays); err != nil {
			return err
		}
	}
	for _, p := range []model.Place{it.Target, it.Via, it.Like, it.Former} {
		if p.IsZero() {
			continue
		}
		if err := g.item(op, p, p.Scheme.Local()); err != nil {
			return err
		}
	}
	if to, ok := it.After(); ok && !row.InBin && !it.Loose {
		if err := g.item(op, to, !skipped); err != nil {
			return err
		}
	}
	if it.Op == model.OpImport {
		return g.lands(it)
	}
	return nil
}

// lands refuses imports where documents arrive elsewhere before they are moved to their folder.
func (g *Person) lands(it *model.Item) error {
	src, err := g.all.For(it.Target)
	if err != nil {
		return err
	}
	if in, ok := src.(client.Importer); !ok || g.view(in.Landing()) < root {
		return client.Errorf(client.KindUnsupported, string(it.Op), it.Target, "%s: this key gives no access to the folder where imports first arrive", it.Target.String())
	}
	return nil
}
