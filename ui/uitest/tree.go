// Package uitest drives the screen in tests: keys go in, commands run until none is
// left, and the screen is compared as text. Sources and jobs are in memory. Drivers
// run inside a synctest bubble, so time is fake and nothing sleeps.
package uitest

import (
	"context"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Tree is a source in memory.
type Tree struct {
	mu    sync.Mutex
	root  model.Place
	dirs  map[string]map[string]model.Entry // by written place and name
	next  int
	Delay time.Duration // before each answer
	Fail  error         // if set, answers every listing
	Lists int           // listings so far
	Thin  bool          // listings have names and kinds only
	Stats int           // requests for single entries so far
	// Searches so far.
	Searches int
	// Free and All are its space in bytes, 0 = it does not say; Rooms are the requests for it so far.
	Free, All int64
	Rooms     int
	Pages     int // entries that arrive at once, a Delay apart; 0 = all
	// Lost makes a search return the ids of folders only, as a drive does; Silent makes it return none.
	Lost, Silent bool
	bin          []client.BinEntry
	links        map[string]string // targets of links by written place
	still        map[string]map[string]model.Entry
}

// NewTree makes an empty tree.
func NewTree(scheme model.Scheme) *Tree {
	t := &Tree{root: model.Place{Scheme: scheme}, dirs: map[string]map[string]model.Entry{}}
	t.dirs[t.root.String()] = map[string]model.Entry{}
	return t
}

// Of puts an empty tree into an account.
func (t *Tree) Of(account string) *Tree {
	t.root.Account = account
	t.dirs = map[string]map[string]model.Entry{t.root.String(): {}}
	return t
}

// Add adds paths to the tree: "a/b/" is a folder, "a/b.txt" a file of 1000 times
// its name's length in bytes, both changed at the given time.
func (t *Tree) Add(at time.Time, paths ...string) *Tree {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range paths {
		parts := strings.Split(strings.TrimSuffix(p, "/"), "/")
		here := t.root
		for i, name := range parts {
			e := model.Entry{Name: name, Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown, Modified: at}
			if i == len(parts)-1 && !strings.HasSuffix(p, "/") {
				e.Kind, e.Size = model.KindFile, int64(1000*len(name))
			}
			t.put(here, e)
			here = here.Join(name)
		}
	}
	return t
}

func (t *Tree) put(folder model.Place, e model.Entry) {
	dir := t.dirs[folder.String()]
	if dir == nil {
		dir = map[string]model.Entry{}
		t.dirs[folder.String()] = dir
	}
	if _, there := dir[e.Name]; there {
		return
	}
	t.next++
	e.ID = "id" + strconv.Itoa(t.next)
	dir[e.Name] = e
	if e.Kind.Container() && t.dirs[folder.Join(e.Name).String()] == nil {
		t.dirs[folder.Join(e.Name).String()] = map[string]model.Entry{}
	}
}

// Link adds a link to the tree; target is a written path in it, which need not
// exist.
func (t *Tree) Link(name, target string) *Tree {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.links == nil {
		t.links = map[string]string{}
	}
	t.put(t.root, model.Entry{Name: name, Kind: model.KindLink, Size: model.Unknown, Children: model.Unknown, Modified: time.Now()})
	to := t.root
	to.Path = model.Steps(strings.Split(target, "/")...)
	t.links[t.root.Join(name).String()] = to.String()
	return t
}

// Remove removes a folder with its content, as another user would.
func (t *Tree) Remove(path ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.root
	at.Path = model.Steps(path...)
	delete(t.dirs[at.Parent().String()], at.Base())
	for id := range t.dirs {
		if id == at.String() || strings.HasPrefix(id, at.String()+"/") {
			delete(t.dirs, id)
		}
	}
}

// Freeze makes listings lag: until Thaw they show the present state.
func (t *Tree) Freeze() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.still = map[string]map[string]model.Entry{}
	for id, dir := range t.dirs {
		t.still[id] = maps.Clone(dir)
	}
}

// Thaw ends the lag.
func (t *Tree) Thaw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.still = nil
}

// Names returns the names of a folder, sorted, to check results.
func (t *Tree) Names(folder ...string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.root
	at.Path = model.Steps(folder...)
	out := []string{}
	for name := range t.dirs[at.String()] {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// listing of a folder; the lock is held.
func (t *Tree) listing(p model.Place) (model.Listing, error) {
	dirs := t.dirs
	if t.still != nil {
		dirs = t.still
	}
	id := p.String()
	if to, ok := t.links[id]; ok {
		id = to
		if at, err := model.ParsePlace(to, t.root); err == nil && dirs[at.Parent().String()][at.Base()].Kind == model.KindFile {
			return model.Listing{}, client.Errorf(client.KindInvalid, "list", p, "%q is not a folder", p.Base())
		}
	}
	dir, ok := dirs[id]
	if !ok {
		return model.Listing{}, client.Errorf(client.KindNotFound, "list", p, "%s was not found", model.Clean(p.String()))
	}
	l := model.Listing{Place: p, Complete: true, Total: len(dir), ListedAt: time.Now()}
	for _, e := range dir {
		if t.Thin {
			e.Size, e.Modified = model.Unknown, time.Time{}
		}
		l.Entries = append(l.Entries, e)
	}
	sort.Slice(l.Entries, func(i, j int) bool { return l.Entries[i].ID < l.Entries[j].ID })
	return l, nil
}

func (t *Tree) wait(ctx context.Context) error {
	if t.Delay == 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(t.Delay):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Tree) Root() model.Place { return t.root }

// Room says what is free in the whole tree.
func (t *Tree) Room(ctx context.Context, _ model.Place) (free, all int64, err error) {
	if err := t.wait(ctx); err != nil {
		return 0, 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Rooms++
	return t.Free, t.All, nil
}

func (t *Tree) List(ctx context.Context, p model.Place, o client.Options) (model.Listing, error) {
	if err := t.wait(ctx); err != nil {
		return model.Listing{}, err
	}
	l, err := t.whole(p)
	if err != nil || t.Pages == 0 || o.Progress == nil {
		return l, err
	}
	from := 0
	for ; from+t.Pages < len(l.Entries); from += t.Pages {
		part := l
		part.Entries, part.Complete, part.Cut = l.Entries[from:from+t.Pages], false, model.CutPartial
		o.Progress(part, from)
		if err := t.wait(ctx); err != nil {
			return model.Listing{}, err
		}
	}
	l.Entries = l.Entries[from:]
	return l, nil
}

func (t *Tree) whole(p model.Place) (model.Listing, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Lists++
	if t.Fail != nil {
		return model.Listing{}, t.Fail
	}
	return t.listing(p)
}

func (t *Tree) Stat(ctx context.Context, p model.Place, _ client.Options) (model.Entry, error) {
	if err := t.wait(ctx); err != nil {
		return model.Entry{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Stats++
	e, ok := t.dirs[p.Parent().String()][p.Base()]
	if !ok {
		return e, client.Errorf(client.KindNotFound, "stat", p, "%s was not found", model.Clean(p.String()))
	}
	return e, nil
}

func (t *Tree) CheckName(name string) error {
	if name == "" || strings.Contains(name, "/") {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "a name needs a character and has no /")
	}
	return nil
}

// Search finds names that hold the query.
func (t *Tree) Search(ctx context.Context, query string, _ client.Options) ([]client.Hit, error) {
	if err := t.wait(ctx); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Searches++
	if t.Fail != nil {
		return nil, t.Fail
	}
	var out []client.Hit
	for dir, es := range t.dirs {
		at, err := model.ParsePlace(dir, t.root)
		if err != nil {
			return nil, err
		}
		for name, e := range es {
			if strings.Contains(name, query) {
				p := at.Join(name)
				out = append(out, client.Hit{Entry: e, Place: &p})
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Place.String() < out[j].Place.String() })
	for i := range out {
		h := &out[i]
		in := h.Place.Parent()
		if t.Lost {
			h.Place = nil
		}
		if t.Lost && !t.Silent && !in.IsRoot() {
			h.Folder = t.dirs[in.Parent().String()][in.Base()].ID
		}
	}
	return out, nil
}

// Throw puts entries into the recycle bin.
func (t *Tree) Throw(all ...client.BinEntry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bin = append(t.bin, all...)
}

func (t *Tree) Bin(ctx context.Context, _ client.Options) ([]client.BinEntry, error) {
	if err := t.wait(ctx); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Fail != nil {
		return nil, t.Fail
	}
	return append([]client.BinEntry(nil), t.bin...), nil
}

func (t *Tree) Recover(_ context.Context, records []string, _ client.Class) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range records {
		for i, b := range t.bin {
			if b.Record == r {
				t.put(t.root, b.Entry)
				t.bin = append(t.bin[:i:i], t.bin[i+1:]...)
				break
			}
		}
	}
	return nil
}

func (t *Tree) Purge(_ context.Context, records []string, _ client.Class) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bin = slices.DeleteFunc(t.bin, func(b client.BinEntry) bool { return slices.Contains(records, b.Record) })
	return nil
}

// The Engine does the writes; these methods make the screen offer them.

func (t *Tree) Walk(client.Options) client.Walk { return nil }
func (t *Tree) MakeFolder(context.Context, model.Ref, string, client.Class) (string, error) {
	return "", errNotHere
}
func (t *Tree) Rename(context.Context, model.Ref, string, client.Class) error { return errNotHere }
func (t *Tree) Move(context.Context, []model.Ref, model.Ref, client.Class) error {
	return errNotHere
}
func (t *Tree) MoveBatch() int { return 30 }
func (t *Tree) Delete(context.Context, []model.Ref, client.DeleteMode, client.Class) error {
	return errNotHere
}
func (t *Tree) DeleteBatch() int                 { return 30 }
func (t *Tree) DeleteModes() []client.DeleteMode { return []client.DeleteMode{client.DeleteToBin} }

var errNotHere = client.Errorf(client.KindUnsupported, "write", model.Place{}, text.ErrPlain, "write", "the engine writes")

// Sources finds trees and documents by their kind.
type Sources []client.Source

func (s Sources) For(p model.Place) (client.Source, error) {
	for _, t := range s {
		if t.Root().SameSource(p) {
			return t, nil
		}
	}
	return nil, client.Errorf(client.KindUnsupported, "open", p, "there is no %s", p.Root().String())
}

func (s Sources) Accounts() []string { return []string{"local"} }
