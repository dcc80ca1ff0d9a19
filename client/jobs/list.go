package jobs

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// listTries bounds how often a folder that changes under a listing is listed.
const listTries = 5

// lagTries bounds the waits for what a job has just brought, 31 s together.
const lagTries = 6

// folder is a folder's content as the planner knows it.
type folder struct {
	entries  []model.Entry
	names    map[string][]int // indices in entries
	promised map[string]bool  // names given away by this plan
	complete bool
	ref      model.Ref // the folder itself
	pageSize int       // entries of a page, 0 when all are on one
	again    bool      // listed twice
	// part: only some pages of a large folder were read; at is where each entry
	// stands in the whole.
	part, large bool
	at          []int
}

func (f *folder) promise(name string) {
	if f.promised == nil {
		f.promised = map[string]bool{}
	}
	f.promised[name] = true
}

func (f *folder) taken(name string) bool { return len(f.names[name]) > 0 || f.promised[name] }

// lister lists each folder once; ways that folders share are walked once.
type lister struct {
	src      client.Source
	class    client.Class
	scaled   func(time.Duration) time.Duration
	walk     *walker
	seen     map[string]*folder
	pageSize int
	progress func(client.PlanProgress)
	tell     func(model.Listing)
	waits    *client.Waits
	effects  func(folder model.Place, before time.Time) map[model.Step]bool
	parts    map[string]*folder // folders of which only a part was needed
	lag      int                // waits so far; they are bounded for the plan as a whole
	state    client.PlanProgress
}

// now, so that a call that was answered before counts as earlier: times in a
// journal are whole milliseconds.
func (l *lister) now() time.Time { return time.Now().Add(time.Millisecond) }

func (l *lister) report() {
	if l.progress != nil {
		l.progress(l.state)
	}
}

func (l *lister) folder(ctx context.Context, p model.Place) (*folder, error) {
	if f := l.seen[key(p)]; f != nil {
		return f, nil
	}
	l.state.Listing = p
	l.report()
	var got model.Listing
	var size int
	var err error
	for try := 1; ; try++ {
		got, size, err = l.list(ctx, p, try)
		// One walk is not believed about a missing folder, and listings may be
		// behind what a job of ours has just done: that is waited for.
		for first := true; client.Is(err, client.KindNotFound) && (first || l.lag < lagTries && l.made(p)) ||
			err == nil && l.lag < lagTries && !shows(got, l.effects(p, got.ListedAt)); first = false {
			if !first || err == nil {
				l.lag++
				if err := l.wait(ctx, l.lag); err != nil {
					return nil, err
				}
			}
			l.walk = newWalker(l.src.Walk(client.Options{Class: l.class, Fresh: true}), l.tell)
			got, size, err = l.list(ctx, p, try)
		}
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
		l.walk = nil
		if err := l.wait(ctx, try); err != nil {
			return nil, err
		}
	}
	f := &folder{entries: got.Entries, names: make(map[string][]int, len(got.Entries)), complete: got.Complete, pageSize: size, ref: got.Folder}
	for i, e := range got.Entries {
		f.names[e.Name] = append(f.names[e.Name], i)
	}
	l.seen[key(p)] = f
	l.pageSize = max(l.pageSize, size)
	l.state.Folders = len(l.seen)
	l.state.Of = max(l.state.Of, l.state.Folders)
	l.report()
	return f, nil
}

// made: a job has just brought the folder, or one that it is in.
func (l *lister) made(p model.Place) bool {
	for ; !p.IsRoot(); p = p.Parent() {
		for name, there := range l.effects(p.Parent(), time.Now()) {
			if there && name.Name == p.Base() {
				return true
			}
		}
	}
	return false
}

// shows: the listing agrees with what is known to have been done.
func shows(got model.Listing, effects map[model.Step]bool) bool {
	if len(effects) == 0 {
		return true
	}
	names := shown(got.Entries)
	for name, there := range effects {
		if names[name] != there {
			return false
		}
	}
	return true
}

// anew lists a folder a second time, on a walk of its own.
func (l *lister) anew(ctx context.Context, p model.Place) (*folder, error) {
	old := l.seen[key(p)]
	delete(l.seen, key(p))
	l.walk = newWalker(l.src.Walk(client.Options{Class: l.class, Fresh: true}), l.tell)
	f, err := l.folder(ctx, p)
	if err == nil {
		f.again, f.promised = true, old.promised
	}
	return f, err
}

// list reads the whole folder: as part of one walk, and when changes made by
// others end that walk, by itself.
func (l *lister) list(ctx context.Context, p model.Place, try int) (model.Listing, int, error) {
	var got model.Listing
	if try > 2 {
		err := l.patiently(ctx, func() (err error) {
			got, err = l.src.List(ctx, p, client.Options{Class: l.class, Fresh: true})
			return err
		})
		return got, 0, err
	}
	if l.walk == nil {
		l.walk = newWalker(l.src.Walk(client.Options{Class: l.class}), l.tell)
	}
	var first client.Page
	err := l.patiently(ctx, func() (err error) { first, err = l.walk.Page(ctx, p, 1); return err })
	if err != nil {
		return got, 0, err
	}
	size := 0
	if !first.Last {
		size = len(first.Entries)
	}
	err = l.patiently(ctx, func() (err error) { got, err = l.walk.All(ctx, p); return err })
	return got, size, err
}

// wait for what listings do not show yet: 1, 2, 4 … seconds.
func (l *lister) wait(ctx context.Context, try int) error {
	return client.Sleep(ctx, l.scaled(time.Second<<(try-1)))
}
