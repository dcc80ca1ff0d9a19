package verify

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// listTries bounds how often a folder that changes during a listing is listed.
const listTries = 5

// Lag is how long after a job a folder is listed again until it shows what the job has done.
const Lag = 10 * time.Second

// agreed is the pause after which two listings that show the same are believed: what they do
// not show was changed by somebody else.
const agreed = 2 * time.Second

// Folder is a folder's content as the planner knows it.
type Folder struct {
	Entries  []model.Entry
	Names    map[string][]int // indices in entries
	Promised map[string]bool  // names that this plan has assigned
	Complete bool
	place    model.Place
	total    int  // entries of the whole folder, as far as known
	PageSize int  // entries of a page, 0 when all are on one
	Again    bool // listed twice
	// Part: only some pages of a large folder were read; at is the index of each
	// entry in the whole folder.
	Part, large bool
	at          []int
	folds       bool             // it ignores the case of names
	forms       map[string][]int // indices in the first "formed" entries, by the form of their names
	formed      int
}

// Promise reserves a name for an item of the plan.
func (f *Folder) Promise(name string) {
	if f.Promised == nil {
		f.Promised = map[string]bool{}
	}
	f.Promised[name] = true
}

// Taken: an entry of the folder has the name, or an item of the plan will get it.
func (f *Folder) Taken(name string) bool { return len(f.Named(name)) > 0 || f.Promised[name] }

// Named returns the entries of that name; without one, those that have it in another
// form.
func (f *Folder) Named(name string) (found []int) {
	if found = f.Names[name]; len(found) > 0 {
		return found
	}
	if f.forms == nil {
		f.forms = make(map[string][]int, len(f.Entries))
	}
	for ; f.formed < len(f.Entries); f.formed++ {
		form := model.NameForm(f.Entries[f.formed].Name, f.folds)
		f.forms[form] = append(f.forms[form], f.formed)
	}
	return f.forms[model.NameForm(name, f.folds)]
}

// Lister lists each folder once; common ancestors of folders are walked once.
type Lister struct {
	Src      client.Source
	Class    client.Class
	Scaled   func(time.Duration) time.Duration
	walk     *Walker
	earlier  int // requests of the walks before it
	Seen     map[string]*Folder
	PageSize int
	Progress func(client.PlanProgress)
	Tell     func(model.Listing)
	Waits    *client.Waits
	Effects  func(folder model.Place, before time.Time) map[model.Step]bool
	parts    map[string]*Folder // folders that were read in part
	Waited   bool               // for listings to show what a job has done
	State    client.PlanProgress
}

// Now is a moment later than the clock, so that a call that was answered before
// counts as earlier: times in a journal are whole milliseconds.
func (l *Lister) Now() time.Time { return time.Now().Add(time.Millisecond) }

// begin begins another walk: a fresh one uses nothing of earlier listings.
func (l *Lister) begin(fresh bool) {
	l.end()
	l.walk = NewWalker(l.Src.Walk(client.Options{Class: l.Class, Fresh: fresh, Planning: !fresh}), l.Tell)
}

// end ends the walk, whose requests still count.
func (l *Lister) end() { l.earlier, l.walk = l.Requests(), nil }

// Requests is the number of requests so far.
func (l *Lister) Requests() int {
	if l.walk == nil {
		return l.earlier
	}
	return l.earlier + l.walk.Requests()
}

// Report publishes the progress of planning.
func (l *Lister) Report() {
	if l.Progress != nil {
		l.Progress(l.State)
	}
}

// Folder lists a folder until the listing is complete and shows what jobs have just
// done there.
func (l *Lister) Folder(ctx context.Context, p model.Place) (*Folder, error) {
	if f := l.Seen[journal.PlaceKey(p)]; f != nil {
		return f, nil
	}
	l.State.Listing = p
	l.Report()
	var got model.Listing
	var size int
	var err error
	for try := 1; ; try++ {
		got, size, err = l.list(ctx, p, try)
		if client.Is(err, client.KindNotFound) { // one walk is not believed about that
			l.begin(true)
			got, size, err = l.list(ctx, p, try)
		}
		got, size, err = l.caughtUp(ctx, p, try, got, size, err)
		if err != nil && !client.Is(err, client.KindStale) {
			return nil, err
		}
		if err == nil && (got.Complete || got.Cut == model.CutWindow || got.Cut == model.CutRepeat || got.Cut == model.CutLimit) {
			break
		}
		if try == listTries {
			if err == nil && got.Cut != model.CutChanged {
				break
			}
			return nil, client.Errorf(client.KindConflict, "list", p, "%s kept changing while it was listed", p.String())
		}
		l.end()
		if err := client.Sleep(ctx, l.Scaled(time.Second<<(try-1))); err != nil {
			return nil, err
		}
	}
	f := &Folder{Entries: got.Entries, Names: make(map[string][]int, len(got.Entries)), Complete: got.Complete, PageSize: size, place: p, total: len(got.Entries),
		folds: client.FoldsCase(l.Src, p, got.Entries)}
	for i, e := range got.Entries {
		f.Names[e.Name] = append(f.Names[e.Name], i)
	}
	l.Seen[journal.PlaceKey(p)] = f
	l.PageSize = max(l.PageSize, size)
	l.State.Folders = len(l.Seen)
	l.State.Of = max(l.State.Of, l.State.Folders)
	l.Report()
	return f, nil
}

// caughtUp lists the folder again while the listing is behind what jobs have just done there:
// until it shows it, for as long as listings may lag (Lag), or until two listings agree.
func (l *Lister) caughtUp(ctx context.Context, p model.Place, try int, got model.Listing, size int, err error) (model.Listing, int, error) {
	behind := l.behind(p, got, err)
	if len(behind) == 0 {
		return got, size, err
	}
	ctx, end := l.Waits.Begin(ctx)
	defer end()
	l.Waited = true
	for n, before := 0, behind; len(behind) > 0; n, before = n+1, behind {
		client.WaitsFor(ctx, "waiting until %s shows the latest changes", p.String())
		pause := time.Second << min(n, 2)
		if err := client.Sleep(ctx, l.Scaled(pause)); err != nil {
			return got, size, err
		}
		l.begin(true)
		if got, size, err = l.list(ctx, p, try); err != nil && !client.Is(err, client.KindNotFound) {
			break
		}
		if behind = l.behind(p, got, err); pause >= agreed && maps.Equal(behind, before) {
			break
		}
	}
	return got, size, err
}

// behind are the effects of jobs that a listing should show and does not; where the folder was
// not found, the folders on its way that a job has just made.
func (l *Lister) behind(p model.Place, got model.Listing, err error) map[model.Step]bool {
	out := map[model.Step]bool{}
	switch {
	case err == nil:
		return Hidden(got, l.Effects(p, got.ListedAt))
	case client.Is(err, client.KindNotFound):
		for ; !p.IsRoot(); p = p.Parent() {
			for name, there := range l.Effects(p.Parent(), time.Now()) {
				if there && name.Name == p.Base() {
					out[name] = there
				}
			}
		}
	}
	return out
}

// Sizes are those of the folders listed so far.
func (l *Lister) Sizes() []model.FolderSize {
	var all []model.FolderSize
	for _, f := range l.Seen {
		all = append(all, model.FolderSize{Folder: f.place, Entries: f.total})
	}
	for k, f := range l.parts {
		if l.Seen[k] == nil {
			all = append(all, model.FolderSize{Folder: f.place, Entries: f.total})
		}
	}
	slices.SortFunc(all, func(a, b model.FolderSize) int { return cmp.Compare(a.Folder.String(), b.Folder.String()) })
	return all
}

// Again lists a folder a second time, on a new walk.
func (l *Lister) Again(ctx context.Context, p model.Place) (*Folder, error) {
	old := l.Seen[journal.PlaceKey(p)]
	delete(l.Seen, journal.PlaceKey(p))
	l.begin(true)
	f, err := l.Folder(ctx, p)
	if err == nil {
		f.Again, f.Promised = true, old.Promised
	}
	return f, err
}

// list reads the whole folder: as part of the common walk, and on its own walk when
// changes made by others end that one.
func (l *Lister) list(ctx context.Context, p model.Place, try int) (model.Listing, int, error) {
	var got model.Listing
	if try > 2 {
		err := l.Patiently(ctx, func() (err error) {
			got, err = l.Src.List(ctx, p, client.Options{Class: l.Class, Fresh: true})
			return err
		})
		return got, 0, err
	}
	if l.walk == nil {
		l.begin(false)
	}
	var first client.Page
	err := l.Patiently(ctx, func() (err error) { first, err = l.walk.Page(ctx, p, 1); return err })
	if err != nil {
		return got, 0, err
	}
	size := 0
	if !first.Last {
		size = len(first.Entries)
	}
	err = l.Patiently(ctx, func() (err error) { got, err = l.walk.All(ctx, p); return err })
	return got, size, err
}

// Find returns the entries of this folder at a place: by id where the place is
// pinned, otherwise by name.
func (f *Folder) Find(at model.Place) []int {
	id := at.Pin()
	if id == "" {
		return f.Named(at.Base())
	}
	for i := range f.Entries {
		if f.Entries[i].ID == id {
			return []int{i}
		}
	}
	return nil
}

// Hidden are the effects of recent jobs that the listing does not show.
func Hidden(got model.Listing, effects map[model.Step]bool) map[model.Step]bool {
	out := map[model.Step]bool{}
	if len(effects) == 0 {
		return out
	}
	names := make(map[model.Step]bool, len(got.Entries)) // pinned or not
	for _, e := range got.Entries {
		names[model.Step{Name: e.Name}] = true
		names[model.Step{Name: e.Name, ID: e.ID}] = true
	}
	for name, there := range effects {
		if names[name] != there {
			out[name] = there
		}
	}
	return out
}

// Patiently retries read where that can help.
func (l *Lister) Patiently(ctx context.Context, read func() error) error {
	var out journal.Outage
	for n := 0; ; n++ {
		err := read()
		var ce *client.Error
		if !errors.As(err, &ce) || ctx.Err() != nil || !journal.Passes(ce) || out.Over(journal.OfPerson-ce.After) {
			return err
		}
		pause := max(min(time.Second<<min(n, 6), journal.LongestPause), ce.After)
		out.Pauses += pause
		if l.pause(ctx, pause, err) != nil {
			return err
		}
	}
}

// pause waits before what failed with the error is read again.
func (l *Lister) pause(ctx context.Context, d time.Duration, last error) error {
	ctx, end := l.Waits.Begin(ctx)
	defer end()
	client.WaitsFor(ctx, "waiting before reading again")
	client.WaitsAgain(ctx, last)
	return client.Sleep(ctx, l.Scaled(d))
}
