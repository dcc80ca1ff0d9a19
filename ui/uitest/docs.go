package uitest

import (
	"context"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/model"
)

// Docs is a document service in memory: a home and spaces, with lasting ids and titles that need not be unique.
type Docs struct {
	mu      sync.Mutex
	nodes   map[string]*node
	next    int
	Delay   time.Duration // before each answer
	Fail    error         // if set, answers listings, searches and the recent list
	Asked   int           // entries whose details were requested
	Recents []string      // ids, the newest first
	Lacks   model.Op      // the service has no tool for it
	bin     []string

	words map[string]*memdoc.Doc // Word documents, by id
	// NoTool are edits without a tool of the service. FailReads and FailEdit, if set, answer every query and every
	// edit.
	NoTool              map[model.EditKind]bool
	FailReads, FailEdit error
	Reads               int    // requests for the content of documents
	Meanwhile           string // somebody else appends this before the next edit
	Edited              int    // edits made so far
}

type node struct {
	entry  model.Entry
	parent string // id; "" = the home's root; a space's is spacesID
	policy model.Policy
	hidden model.Kind // the kind that only details have
}

const spacesID = "\x00spaces"

// NewDocs returns an empty service.
func NewDocs() *Docs { return &Docs{nodes: map[string]*node{}} }

// Home and Spaces are its two trees.
func (d *Docs) Home() *DocsView   { return d.view(model.SchemeDocs) }
func (d *Docs) Spaces() *DocsView { return d.view(model.SchemeSpace) }

func (d *Docs) view(scheme model.Scheme) *DocsView {
	v := &DocsView{d: d, scheme: scheme}
	v.Queries = memdoc.Queries{Read: v.read, Locate: locate}
	return v
}

// Put makes an entry under a parent ("" = the home; "space" = a new space) and returns its id.
func (d *Docs) Put(parent, title string, kind model.Kind) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.put(parent, title, kind)
}

func (d *Docs) put(parent, title string, kind model.Kind) string {
	d.next++
	id := "f" + strconv.Itoa(1000+d.next)
	e := model.Entry{ID: id, Name: title, Kind: kind, Size: model.Unknown, Children: model.Unknown}
	if !kind.Container() && kind != model.KindOther {
		e.Link = "https://docs.example/" + string(kind) + "/" + id
	}
	if parent == "space" {
		parent = spacesID
		e.Kind = model.KindSpace
	}
	if p := d.nodes[parent]; p != nil {
		e.InSpace(p.entry.Facts().Space)
		if p.entry.Kind == model.KindSpace {
			e.InSpace(parent)
		}
		if e.Facts().Space != "" {
			p.entry.HasPages = p.entry.Kind != model.KindSpace
		}
	}
	d.nodes[id] = &node{entry: e, parent: parent, policy: model.PolicyPrivate}
	return id
}

// Hide removes the kind of an entry from listings; details have it.
func (d *Docs) Hide(id string) {
	d.nodes[id].hidden, d.nodes[id].entry.Kind = d.nodes[id].entry.Kind, model.KindOther
}

// Titles returns the titles of a folder, sorted, to check results.
func (d *Docs) Titles(parent string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := []string{}
	for _, e := range d.under(parent) {
		out = append(out, e.Name)
	}
	sort.Strings(out)
	return out
}

// PolicyOf an entry.
func (d *Docs) PolicyOf(id string) model.Policy {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.nodes[id].policy
}

func (d *Docs) under(parent string) []model.Entry {
	var out []model.Entry
	for _, n := range d.nodes {
		if n.parent == parent {
			out = append(out, n.entry)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// at finds the id of a place; the lock is held.
func (d *Docs) at(p model.Place) (string, error) {
	id := ""
	if p.Scheme == model.SchemeSpace {
		id = spacesID
	}
	for i, s := range p.Path {
		raw, pin := s.Name, s.ID
		found := ""
		for _, e := range d.under(id) {
			if e.ID == pin || pin == "" && e.Name == raw {
				if found != "" {
					return "", client.Errorf(client.KindConflict, "list", p, "several are called %s", model.Clean(raw))
				}
				found = e.ID
			}
		}
		if raw == "" && i == 0 && d.nodes[pin] != nil {
			found = pin
		}
		if found == "" {
			return "", client.Errorf(client.KindNotFound, "list", p, "%s is not there", model.Clean(raw))
		}
		id = found
	}
	return id, nil
}

func (d *Docs) wait(ctx context.Context) error {
	if d.Delay > 0 {
		select {
		case <-time.After(d.Delay):
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// DocsView is one of the trees, as a source.
type DocsView struct {
	memdoc.Queries
	d      *Docs
	scheme model.Scheme
}

func (v *DocsView) Root() model.Place { return model.Place{Scheme: v.scheme} }

func (v *DocsView) List(ctx context.Context, p model.Place, _ client.Options) (model.Listing, error) {
	if err := v.d.wait(ctx); err != nil {
		return model.Listing{}, err
	}
	if v.d.Fail != nil {
		return model.Listing{}, v.d.Fail
	}
	return v.fresh(p)
}

func (v *DocsView) fresh(p model.Place) (model.Listing, error) {
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	id, err := v.d.at(p)
	if err != nil {
		return model.Listing{}, err
	}
	es := v.d.under(id)
	return model.Listing{Place: p, Entries: es, Complete: true, Total: len(es), ListedAt: time.Now(), Steady: true}, nil
}

func (v *DocsView) Stat(ctx context.Context, p model.Place, _ client.Options) (model.Entry, error) {
	if err := v.d.wait(ctx); err != nil {
		return model.Entry{}, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	id, err := v.d.at(p)
	if err != nil || id == "" || id == spacesID {
		return model.Entry{}, err
	}
	return v.d.nodes[id].entry, nil
}

func (v *DocsView) Walk(client.Options) client.Walk { return nil }

func (v *DocsView) CheckName(name string) error {
	if name == "" {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "a title needs a character")
	}
	return nil
}

func (v *DocsView) CheckTitle(title string) error {
	if n := utf8.RuneCountInString(title); n > 36 {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "the title has %d characters; the document service accepts %d.", n, 36)
	}
	return v.CheckName(title)
}

func (v *DocsView) Able(op model.Op) error {
	if op == v.d.Lacks {
		return client.Errorf(client.KindUnsupported, string(op), v.Root(), "the service has no tool for it")
	}
	return nil
}

func (v *DocsView) Spans(op model.Op, to model.Place) error {
	if to.Scheme == model.SchemeDocs || to.Scheme == model.SchemeSpace {
		return nil
	}
	return client.NoWay(op, v.Root(), to)
}

func (v *DocsView) CreateKinds(folder model.Place) []model.Kind {
	if folder.Scheme == model.SchemeSpace && folder.IsRoot() {
		return nil
	}
	kinds := model.DocumentKinds()
	if folder.Scheme == model.SchemeDocs {
		kinds = kinds[:len(kinds)-1]
	}
	return kinds
}

func (v *DocsView) ByID(_ context.Context, id string, _ client.Options) (model.Entry, error) {
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	if n := v.d.nodes[id]; n != nil {
		return n.entry, nil
	}
	return model.Entry{}, client.Errorf(client.KindNotFound, "info", v.Root(), "nothing has the id %s", model.Clean(id))
}

// Resolve returns the path of folders only, as the service does.
func (v *DocsView) Resolve(ctx context.Context, s string, o client.Options) (model.Place, model.Entry, error) {
	id := s[strings.LastIndex(s, "/")+1:]
	e, err := v.ByID(ctx, id, o)
	if err != nil {
		return model.Place{}, e, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	at := v.Root().Loose(id)
	if e.Facts().Space != "" {
		at = model.Place{Scheme: model.SchemeSpace}.Loose(id)
	}
	if e.Kind.Container() {
		var path []model.Step
		root := model.SchemeDocs
		for up := id; up != "" && up != spacesID; up = v.d.nodes[up].parent {
			path = append(model.Steps(v.d.nodes[up].entry.Name), path...)
			if v.d.nodes[up].parent == spacesID {
				root = model.SchemeSpace
			}
		}
		at = model.Place{Scheme: root, Path: path}
	}
	return at, e, nil
}

// Details returns people and times.
func (v *DocsView) Details(ctx context.Context, e model.Entry, _ client.Options) (model.Entry, error) {
	if err := v.d.wait(ctx); err != nil {
		return e, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	v.d.Asked++
	if v.d.Fail != nil {
		return e, v.d.Fail
	}
	n := v.d.nodes[e.ID]
	if n == nil {
		return e, client.Errorf(client.KindNotFound, "info", v.Root(), "%s is not there", model.Clean(e.Name))
	}
	if n.hidden != "" {
		e.Kind = n.hidden
	}
	e.Learn(model.DocFacts{Owner: "Li Na", Creator: "Li Na", Editor: "王伟", Status: "normal", Space: e.Facts().Space})
	e.Created, e.Modified = time.Date(1999, 1, 4, 9, 30, 0, 0, time.UTC), time.Date(1999, 8, 2, 16, 5, 0, 0, time.UTC)
	if w := v.d.edits()[e.ID]; w != nil { // each version a minute after the one before it
		e.Modified = e.Modified.Add(time.Duration(w.Now().Version-1) * time.Minute)
	}
	return e, nil
}

func (v *DocsView) hits(ids []string) []client.Hit {
	var out []client.Hit
	for _, id := range ids {
		n := v.d.nodes[id]
		if n == nil {
			continue
		}
		at := model.Place{Scheme: model.SchemeDocs}.Loose(id)
		out = append(out, client.Hit{Entry: n.entry, Place: &at})
	}
	return out
}

func (v *DocsView) Search(ctx context.Context, query string, _ client.Options) ([]client.Hit, error) {
	if err := v.d.wait(ctx); err != nil {
		return nil, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	if v.d.Fail != nil {
		return nil, v.d.Fail
	}
	var ids []string
	for id, n := range v.d.nodes {
		if strings.Contains(n.entry.Name, query) && n.entry.Kind != model.KindSpace {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	return v.hits(ids), nil
}

func (v *DocsView) Recent(ctx context.Context, page, count int, _ client.RecentOrder, _ client.Options) ([]client.Hit, error) {
	if err := v.d.wait(ctx); err != nil {
		return nil, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	if v.d.Fail != nil {
		return nil, v.d.Fail
	}
	from := min((page-1)*count, len(v.d.Recents))
	return v.hits(v.d.Recents[from:min(from+count, len(v.d.Recents))]), nil
}

func (v *DocsView) Policy(_ context.Context, item model.Ref, _ client.Options) (model.Policy, error) {
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	return v.d.nodes[item.ID].policy, nil
}

func (v *DocsView) Policies() []model.Policy {
	return []model.Policy{model.PolicyRead, model.PolicyEdit}
}

func (v *DocsView) ExportName(e model.Entry, format string) (string, error) {
	ext := map[model.Kind]string{model.KindDoc: "docx", model.KindSheet: "xlsx", model.KindSlide: "pptx"}[e.Kind]
	if ext == "" {
		return "", client.Errorf(client.KindUnsupported, "export", v.Root(), "%q cannot be exported: the document service exports documents, sheets and slides only.", model.Clean(e.Name))
	}
	if format != "" {
		ext = format
	}
	return e.Name + "." + ext, nil
}

func (v *DocsView) DeleteModes() []client.DeleteMode {
	if v.scheme == model.SchemeSpace {
		return []client.DeleteMode{client.DeleteNode, client.DeleteTree}
	}
	return []client.DeleteMode{client.DeleteToBin, client.DeleteRecord}
}
