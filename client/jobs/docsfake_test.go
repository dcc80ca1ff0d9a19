package jobs

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/step"
	"aloft/model"
)

// cabinet is a document service in memory: ids never change, titles may be shared,
// and there are a home and spaces. Calls can be lost before or after they take
// effect, or take effect late; tasks take time, fail, and return links that expire
// or break off.
type cabinet struct {
	mu    sync.Mutex
	nodes map[string]*page
	loop  map[string]string // a page that is listed under itself
	next  int
	cost  time.Duration
	// fault decides what happens to the n-th call of a kind.
	fault func(what string, n int) fate
	calls map[string]int
	later []lateWork
	// task is the duration of a task; fails are names whose task fails.
	task      time.Duration
	fails     map[string]bool
	tellOther bool // async_import answers with another task than pre_import
	noID      bool // import_progress returns no id
	via       bool // copies for spaces are made in the home first
	chunk     int  // a download breaks off after so many bytes, 0 = never
	linkFor   time.Duration
	tasks     map[string]*chore
	uploads   map[string]*parcel
	running   int
	most      int // tasks at a time
}

type page struct {
	id, parent, name string
	kind             model.Kind
	space            string
	policy           model.Policy
	body             []byte
	gone             bool
	order            int
}

type chore struct {
	name, made string
	done       time.Time
	failed     bool
	over       bool
	imports    bool
	doc        string
}

type parcel struct {
	f     client.ImportFile
	body  []byte
	task  string
	begun int
}

type fate int

const (
	fine fate = iota
	lostBefore
	lostAfter
	late
	refusedNet  // no answer, and certainly nothing was done
	refusedNo   // refused, with a reason
	refusedFail // the service failed, and says so
	gone403
	failed500 // an answer, which does not say whether anything was done
)

const homeID, shelfID = "home", "shelf"

func newCabinet() *cabinet {
	c := &cabinet{nodes: map[string]*page{}, calls: map[string]int{}, fault: func(string, int) fate { return fine },
		task: 10 * time.Second, fails: map[string]bool{}, tasks: map[string]*chore{}, uploads: map[string]*parcel{}, linkFor: 30 * time.Minute}
	c.nodes[homeID] = &page{id: homeID, kind: model.KindFolder}
	c.nodes[shelfID] = &page{id: shelfID, kind: model.KindFolder}
	return c
}

// add creates an entry; its body tells it apart from others.
func (c *cabinet) add(parent, name string, kind model.Kind) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.put(parent, name, kind)
}

func (c *cabinet) put(parent, name string, kind model.Kind) string {
	c.next++
	p := &page{id: fmt.Sprint("n", c.next), parent: parent, name: name, kind: kind, policy: model.PolicyPrivate, order: c.next,
		space: c.nodes[parent].space, body: []byte("document " + name)}
	if kind == model.KindSpace {
		p.space = p.id
	}
	c.nodes[p.id] = p
	return p.id
}

func (c *cabinet) children(id string) []*page {
	var out []*page
	for _, n := range c.nodes {
		if n.parent == id && !n.gone && n.id != id {
			out = append(out, n)
		}
	}
	if again := c.nodes[c.loop[id]]; again != nil {
		out = append(out, again)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].order < out[j].order })
	return out
}

// tree returns all titles with their paths, sorted.
func (c *cabinet) tree() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(true)
	var out []string
	var walk func(id, way string)
	walk = func(id, way string) {
		for _, n := range c.children(id) {
			out = append(out, way+"/"+n.name)
			walk(n.id, way+"/"+n.name)
		}
	}
	walk(homeID, "docs:")
	walk(shelfID, "space:")
	sort.Strings(out)
	return out
}

func (c *cabinet) settle(all bool) {
	keep := c.later[:0]
	for _, w := range c.later {
		if all || !w.at.After(time.Now()) {
			w.do()
		} else {
			keep = append(keep, w)
		}
	}
	c.later = keep
	for _, t := range c.tasks { // done, whether it is polled or not
		if t.imports && t.made == "" && !t.failed && (all || !time.Now().Before(t.done)) {
			t.made = c.put(homeID, plan.ImportTitle(t.name), model.KindDoc)
			c.nodes[t.made].body = []byte(t.doc)
		}
	}
}

// call is one request and answer. do has the effect; fault decides whether it is
// done, lost or late.
func (c *cabinet) call(ctx context.Context, what string, do func() error) error {
	if c.cost > 0 {
		t := time.NewTimer(c.cost)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(false)
	c.calls[what]++
	lost := client.Errorf(client.KindUnknown, what, model.Place{}, "no answer")
	switch c.fault(what, c.calls[what]) {
	case lostBefore:
		return lost
	case late:
		c.later = append(c.later, lateWork{time.Now().Add(20 * time.Second), func() { _ = do() }})
		return lost
	case refusedNet:
		return &client.Error{Kind: client.KindNetwork, Op: what, What: "no way", Changed: client.ChangedNothing, Hint: "try again later"}
	case refusedNo:
		return &client.Error{Kind: client.KindInvalid, Op: what, What: "refused. Nothing was changed.", Server: "not for you"}
	case failed500:
		return &client.Error{Kind: client.KindUnknown, Op: what, What: "failed", Server: "no shelf", Status: 500, Trace: "t-9"}
	case refusedFail:
		return client.Errorf(client.KindServer, what, model.Place{}, "failed")
	case lostAfter:
		if err := do(); err != nil {
			return err
		}
		return lost
	}
	return do()
}

// view is one of the two trees.
type view struct {
	*cabinet
	scheme model.Scheme
}

func (c *cabinet) home() *view   { return &view{c, model.SchemeDocs} }
func (c *cabinet) spaces() *view { return &view{c, model.SchemeSpace} }

func (v *view) Root() model.Place { return model.Place{Account: "t", Scheme: v.scheme} }
func (v *view) CheckName(name string) error {
	if name == "" || strings.Contains(name, "/") {
		return client.Errorf(client.KindInvalid, "name", v.Root(), "the name %q is not possible", name)
	}
	return nil
}
func (v *view) CheckTitle(name string) error {
	if len(name) > 36 {
		return client.Errorf(client.KindInvalid, "name", v.Root(), "the title %q is too long", name)
	}
	return v.CheckName(name)
}

func notFound(p model.Place) error {
	return client.Errorf(client.KindNotFound, "walk", p, "not there")
}

// at finds the page of a place; c.mu is held.
func (c *cabinet) at(p model.Place) (*page, error) {
	n := c.nodes[homeID]
	if p.Scheme == model.SchemeSpace {
		n = c.nodes[shelfID]
	}
	if p.IsLoose() {
		n := c.nodes[p.Pin()]
		if n == nil || n.gone {
			return nil, notFound(p)
		}
		return n, nil
	}
	for _, part := range p.Path {
		name, id := part.Name, part.ID
		var hit *page
		for _, k := range c.children(n.id) {
			if k.name == name && (id == "" || k.id == id) && hit == nil {
				hit = k
			}
		}
		if hit == nil {
			return nil, notFound(p)
		}
		n = hit
	}
	return n, nil
}

func (c *cabinet) entry(n *page) model.Entry {
	return model.Entry{ID: n.id, Name: n.name, Kind: n.kind, Size: model.Unknown, Children: model.Unknown, Doc: &model.DocFacts{Space: n.space},
		HasPages: n.kind != model.KindFolder && len(c.children(n.id)) > 0}
}

func refOf(n *page, p model.Place) model.Ref {
	id := n.id
	if id == homeID || id == shelfID {
		id = ""
	}
	return model.Ref{Place: p, ID: id, Kind: n.kind, Space: n.space, At: time.Now()}
}

func (v *view) List(ctx context.Context, p model.Place, _ client.Options) (model.Listing, error) {
	l := model.Listing{Place: p, Complete: true, Steady: true, Total: model.Unknown}
	err := v.call(ctx, "list", func() error {
		n, err := v.at(p)
		if err != nil {
			return err
		}
		l.Folder, l.ListedAt = refOf(n, p), time.Now()
		for _, k := range v.children(n.id) {
			l.Entries = append(l.Entries, v.entry(k))
		}
		return nil
	})
	return l, err
}

func (v *view) Stat(ctx context.Context, p model.Place, _ client.Options) (e model.Entry, err error) {
	err = v.call(ctx, "info", func() error {
		n, err := v.at(p)
		if err == nil {
			e = v.entry(n)
		}
		return err
	})
	return e, err
}

func (v *view) ByID(ctx context.Context, id string, o client.Options) (model.Entry, error) {
	return v.Stat(ctx, v.Root().Loose(id), o)
}

func (v *view) Resolve(ctx context.Context, id string, o client.Options) (model.Place, model.Entry, error) {
	e, err := v.ByID(ctx, id, o)
	return v.Root().Loose(id), e, err
}

func (v *view) Walk(o client.Options) client.Walk { return &viewWalk{v, map[string]model.Listing{}} }

type viewWalk struct {
	v    *view
	seen map[string]model.Listing
}

func (w *viewWalk) Epoch() uint64 { return 0 }
func (w *viewWalk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	l, err := w.All(ctx, p)
	return l.Folder, err
}
func (w *viewWalk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	if l, ok := w.seen[step.PlaceKey(p)]; ok {
		return l, nil
	}
	l, err := w.v.List(ctx, p, client.Options{})
	if err == nil {
		w.seen[step.PlaceKey(p)] = l
	}
	return l, err
}
func (w *viewWalk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if n > 1 {
		return client.Page{N: n, Last: true, Total: model.Unknown}, nil
	}
	l, err := w.All(ctx, p)
	pg := client.Page{Entries: l.Entries, N: 1, Last: true, Total: model.Unknown}
	for _, e := range l.Entries {
		pg.Refs = append(pg.Refs, model.Ref{Place: p.JoinPin(e.Name, e.ID), ID: e.ID, Kind: e.Kind, Space: e.Facts().Space, At: l.ListedAt})
	}
	return pg, err
}

// ref finds the page of a Ref; c.mu is held.
func (c *cabinet) ref(r model.Ref) (*page, error) {
	id := r.ID
	if id == "" {
		id = homeID
		if r.Place.Scheme == model.SchemeSpace {
			id = shelfID
		}
	}
	n := c.nodes[id]
	if n == nil || n.gone {
		return nil, notFound(r.Place)
	}
	return n, nil
}

func (v *view) Spans(op model.Op, to model.Place) error {
	if to.Scheme == model.SchemeDocs || to.Scheme == model.SchemeSpace {
		return nil
	}
	return client.Errorf(client.KindUnsupported, string(op), to, "not there")
}

// docSources finds the two trees and the disk.
type docSources struct{ c *cabinet }

func (s docSources) For(p model.Place) (client.Source, error) {
	switch p.Scheme {
	case model.SchemeDocs:
		return s.c.home(), nil
	case model.SchemeSpace:
		return s.c.spaces(), nil
	}
	return disk.New(), nil
}
func (s docSources) Accounts() []string { return []string{"t"} }

func docAt(path string) model.Place {
	scheme, rest, _ := strings.Cut(path, ":/")
	p := model.Place{Account: "t", Scheme: model.Scheme(scheme)}
	if scheme == "disk" {
		p.Account = ""
	}
	for _, n := range strings.Split(rest, "/") {
		if n != "" {
			name, id, _ := strings.Cut(n, `\#`)
			p = p.JoinPin(name, id)
		}
	}
	return p
}

func docsAt(paths ...string) []model.Place {
	var out []model.Place
	for _, p := range paths {
		out = append(out, docAt(p))
	}
	return out
}

func sumOf(b []byte) string {
	s := md5.Sum(b)
	return hex.EncodeToString(s[:])
}

// fmtConvert stands in for a conversion on this machine.
func fmtConvert(_ context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]string, error) {
	b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err == nil {
		_, err = fmt.Fprintf(w, "%s of %s", format, b)
	}
	return []string{"converted " + name}, err
}
