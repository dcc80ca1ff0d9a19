package docs_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/procs"
	"aloft/client/docs"
	"aloft/client/docs/second"
	"aloft/client/gate"
	"aloft/model"
)

// tour is a document service over the second server, which fails the test when a
// request is not allowed by the specification.
type tour struct {
	t *testing.T
	*docs.Service
	srv    *second.Server
	tokens *clienttest.Jar
	home   client.Source
	spaces client.Source
	o      docs.Options
}

func newTour(t *testing.T, opt second.Options) *tour {
	t.Helper()
	return over(t, opt, second.Start(t, opt), docs.Options{Scale: 0.02}, gate.Options{Dir: t.TempDir(), Wire: gate.RoundTripperWire(http.DefaultTransport)})
}

// over is a tour of a server through a gate.
func over(t *testing.T, opt second.Options, srv *second.Server, o docs.Options, way gate.Options) *tour {
	t.Helper()
	r := &tour{t: t, srv: srv, tokens: clienttest.NewJar("token-1"), o: o}
	way.Name = "second"
	g, err := gate.Open(way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	r.o.Name, r.o.Endpoint, r.o.DocURLBase, r.o.Gate, r.o.Tokens = "second", srv.Endpoint(), srv.Base(), g, r.tokens
	if opt.Bearer {
		r.o.AuthScheme = "Bearer"
	}
	r.Service = docs.New(r.o)
	t.Cleanup(func() { _ = r.Close() })
	r.home, r.spaces = r.Home(), r.Spaces()
	return r
}

// frictions are the ways in which live services differ, one by one and together.
func frictions() map[string]second.Options {
	out := map[string]second.Options{
		"plain":                    {},
		"underscore":               {Underscore: true},
		"bare names":               {Bare: true},
		"no list of tools":         {NoList: true},
		"bearer":                   {Bearer: true},
		"event streams":            {SSE: true},
		"sessions":                 {Sessions: true},
		"text only":                {Content: second.TextOnly},
		"structured only":          {Content: second.StructuredOnly},
		"integers as text":         {IntsText: true},
		"milliseconds":             {Millis: true},
		"addresses without scheme": {Relative: true},
		"other ids in links":       {OddLinks: true},
		"file for files":           {OneFile: true},
		"wrapped record":           {Wrapped: true},
		"pages of one":             {Pages: []int{1}},
		"pages that vary":          {Pages: []int{3, 1, 2}},
		"an empty last page":       {Pages: []int{2, 3}, Empty: true},
		"another task":             {OtherTask: true},
		"slow tasks":               {TaskSteps: 9},
		"no ranges":                {NoRange: true},
	}
	for _, c := range []second.Carrier{second.InRPC, second.InPayload, second.InErrMsg, second.InIsError, second.InStatus, second.InCode} {
		out[fmt.Sprintf("errors in carrier %d", c)] = second.Options{Carrier: c}
	}
	all := second.Options{
		Renamed: true, Underscore: true, Bearer: true, SSE: true, Sessions: true, IntsText: true, Millis: true, Relative: true, OneFile: true,
		Wrapped: true, Pages: []int{2, 1, 3}, Empty: true, OtherTask: true, TaskSteps: 5, Carrier: second.InPayload,
	}
	out["all together"] = all
	all.Carrier, all.Content, all.Underscore, all.Bare = second.InIsError, second.TextOnly, false, true
	out["all together, otherwise"] = all
	return out
}

// names are the frictions that are about names, or hold for all of them.
var names = regexp.MustCompile("^(plain|underscore|bare names|all together.*)$")

// spellings are the generations of names that the tours go through.
func spellings() map[string]func(*second.Options) {
	return map[string]func(*second.Options){
		"specification": func(*second.Options) {},
		"renamed":       func(o *second.Options) { o.Renamed = true },
		"May":           func(o *second.Options) { o.Renamed, o.Generation = false, second.May },
		"July":          func(o *second.Options) { o.Renamed, o.Generation = false, second.July },
	}
}

// spared reports whether a tour is left to a campaign: most frictions are the same in every generation, and names
// cannot race.
func spared(name, spelling string) bool {
	switch {
	case procs.Campaign():
		return false
	case testing.Short():
		return spelling != "specification" && !(spelling == "July" && names.MatchString(name))
	}
	return spelling != "July" && !names.MatchString(name)
}

func TestTour(t *testing.T) {
	for name, opt := range frictions() {
		for spelling, change := range spellings() {
			newer := spelling != "specification"
			if opt.NoList && newer {
				continue // then the names cannot be known
			}
			if newer && (testing.Short() || !names.MatchString(name) && !procs.Campaign()) {
				continue // names cannot race
			}
			opt := opt
			change(&opt)
			t.Run(name+", "+spelling, func(t *testing.T) {
				t.Parallel()
				newTour(t, opt).whole(name)
			})
		}
	}
}

// whole walks through all operations on files.
func (r *tour) whole(name string) {
	r.begin()
	r.folders()
	if strings.HasPrefix(name, "errors") { // which do not change what succeeds
		r.refusals()
		return
	}
	r.kinds()
	r.changes()
	r.pages()
	r.sharing()
	r.finding()
	r.files(name == "plain")
	r.refusals()
	r.all()
}

// all: every tool was called, except those that replace others.
func (r *tour) all() {
	offered, err := r.Tools(r.t.Context())
	r.need(err)
	for _, tool := range offered {
		if !tool.Text && len(r.srv.Calls(tool.Name)) == 0 && tool.Name != "create_space_node" && tool.Name != "delete_space_node" {
			r.t.Errorf("%s was never called", tool.Name)
		}
	}
}

func (r *tour) need(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// list is the listing of a place, newly read.
func (r *tour) list(p model.Place) model.Listing {
	r.t.Helper()
	src := r.home
	if p.Scheme == model.SchemeSpace {
		src = r.spaces
	}
	l, err := src.List(r.t.Context(), p, client.Options{Fresh: true})
	r.need(err)
	if !l.Complete || !l.Steady {
		r.t.Errorf("the listing of %s: %+v", p, l)
	}
	return l
}

func (r *tour) want(p model.Place, names ...string) {
	r.t.Helper()
	var got []string
	for _, e := range r.list(p).Entries {
		got = append(got, e.Name)
	}
	names = slices.Clone(names)
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		r.t.Errorf("%s holds %q, want %q", p, got, names)
	}
}

// ref finds an entry in its folder.
func (r *tour) ref(p model.Place) model.Ref {
	r.t.Helper()
	w := r.home.Walk(client.Options{Fresh: true})
	if p.IsRoot() {
		f, err := w.Folder(r.t.Context(), p)
		r.need(err)
		return f
	}
	for n := 1; ; n++ {
		page, err := w.Page(r.t.Context(), p.Parent(), n)
		r.need(err)
		for i, e := range page.Entries {
			if e.Name == p.Names()[len(p.Path)-1] {
				return page.Refs[i]
			}
		}
		if page.Last {
			r.t.Fatalf("%s was not found", p)
		}
	}
}

func (r *tour) doc(id string) second.Doc {
	r.t.Helper()
	d, ok := r.srv.Doc(id)
	if !ok {
		r.t.Fatalf("the server has no %q", id)
	}
	return d
}

func (r *tour) begin() {
	r.need(r.Probe(r.t.Context()))
	offered, err := r.Tools(r.t.Context())
	r.need(err)
	if len(offered) < 24 {
		r.t.Errorf("%d tools", len(offered))
	}
	for _, tool := range offered {
		if !tool.Text && (tool.Wire == "" || tool.Why != nil) {
			r.t.Errorf("%s is missing: %v", tool.Name, tool.Why)
		}
	}
}

// folders makes folders and reads pages of every size.
func (r *tour) folders() {
	root := r.home.Root()
	id, err := r.home.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(root), "Work", client.Interactive)
	r.need(err)
	var names []string
	for i := range 7 {
		names = append(names, fmt.Sprintf("Note %d", i))
		r.srv.AddDoc(id, names[i], []string{"doc", "sheet", "slide", "form", "mind", "flowchart", "smartcanvas"}[i], nil)
	}
	r.want(root, "Work")
	r.want(root.Join("Work"), names...)
	for i, e := range r.list(root.Join("Work")).Entries {
		want := []model.Kind{model.KindDoc, model.KindSheet, model.KindSlide, model.KindForm, model.KindMind, model.KindFlowchart, model.KindSmartCanvas}
		if e.Kind != want[slices.Index(names, e.Name)] || e.Link == "" || strings.HasPrefix(e.Link, "//") {
			r.t.Errorf("entry %d: %+v", i, e)
		}
	}
	_, err = r.home.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(root.Join("Work")), "Deep", client.Bulk)
	r.need(err)
	r.want(root.Join("Work").Join("Deep"))
	// Two of one title in one folder: both are there, and can be told apart.
	r.srv.AddDoc("", "Twin", "doc", nil)
	r.srv.AddDoc("", "Twin", "doc", nil)
	l := r.list(root)
	if !l.Twins()["Twin"] {
		r.t.Errorf("no twins in %+v", l.Entries)
	}
}

// kinds makes one of each kind, in the home and in a space.
func (r *tour) kinds() {
	space, err := r.spaces.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(r.spaces.Root()), "Hand", client.Interactive)
	r.need(err)
	r.want(r.spaces.Root(), "Hand")
	_, err = r.home.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(r.home.Root()), "Kinds", client.Interactive)
	r.need(err)
	for _, p := range []model.Place{r.home.Root().Join("Kinds"), r.spaces.Root().Join("Hand")} {
		var names []string
		folder := r.ref(p)
		maker := r.home.(client.Maker)
		for _, k := range maker.CreateKinds(p) {
			title := "a " + string(k)
			names = append(names, title)
			e, err := maker.Create(r.t.Context(), folder, title, model.New{Kind: k, LinkURL: "https://example.org/x", LinkText: "about it"}, client.Bulk)
			r.need(err)
			if d := r.doc(e.ID); e.Kind != k || e.Name != title || d.Title != title || d.Parent != "" && d.Parent != folder.ID {
				r.t.Errorf("made %+v, the server has %+v", e, d)
			}
		}
		r.want(p, names...)
		for _, e := range r.list(p).Entries {
			if p.Scheme == model.SchemeSpace && (string(e.Kind) != strings.TrimPrefix(e.Name, "a ") || e.Facts().Space != space) {
				r.t.Errorf("%q is %+v", e.Name, e)
			}
		}
	}
	e, err := r.home.(client.Maker).Create(r.t.Context(), r.ref(r.home.Root().Join("Kinds")), "With text", model.New{Kind: model.KindSmartCanvas, Content: "# Hi"}, client.Bulk)
	r.need(err)
	if d := r.doc(e.ID); string(d.Data) != "# Hi" || d.Parent != r.ref(r.home.Root().Join("Kinds")).ID {
		r.t.Errorf("%+v", d)
	}
}

// changes renames, moves, copies and deletes in the home and between the trees.
func (r *tour) changes() {
	ctx, root := r.t.Context(), r.home.Root()
	work := root.Join("Work")
	note := r.ref(work.Join("Note 0"))
	r.need(r.home.(client.Renamer).Rename(ctx, note, strings.Repeat("long ", 12)+"title", client.Bulk))
	if d := r.doc(note.ID); !strings.HasPrefix(d.Title, "long long") {
		r.t.Errorf("renamed to %q", d.Title)
	}
	mover := r.home.(client.Mover)
	r.need(mover.Move(ctx, []model.Ref{r.ref(work.Join("Note 1"))}, r.ref(work.Join("Deep")), client.Bulk))
	r.want(work.Join("Deep"), "Note 1")
	r.need(mover.Move(ctx, []model.Ref{r.ref(work.Join("Deep").Join("Note 1"))}, r.ref(root), client.Bulk))
	page := r.spaces.Root().Join("Hand")
	r.need(mover.Move(ctx, []model.Ref{r.ref(root.Join("Note 1"))}, r.ref(page), client.Bulk))
	r.need(mover.Move(ctx, []model.Ref{r.ref(work.Join("Note 2"))}, r.ref(page.Join("Note 1")), client.Bulk))
	r.want(page.Join("Note 1"), "Note 2")
	r.need(mover.Move(ctx, []model.Ref{r.ref(page.Join("Note 1").Join("Note 2"))}, r.ref(root), client.Bulk))
	r.need(mover.Move(ctx, []model.Ref{r.ref(root.Join("Note 2"))}, r.ref(work), client.Bulk))

	copier := r.home.(client.Copier)
	e, err := copier.Copy(ctx, []model.Ref{r.ref(work.Join("Note 3"))}, r.ref(root), "A copy", client.Bulk)
	r.need(err)
	if d := r.doc(e.ID); d.Title != "A copy" || d.Parent != "" || d.Space != "" {
		r.t.Errorf("copied to %+v", d)
	}
	e, err = copier.Copy(ctx, []model.Ref{r.ref(work.Join("Note 3"))}, r.ref(work), "Beside", client.Bulk)
	r.need(err)
	if d := r.doc(e.ID); d.Parent != r.ref(work).ID {
		r.t.Errorf("copied to %+v", d)
	}
	e, err = copier.Copy(ctx, []model.Ref{r.ref(page.Join("Note 1"))}, r.ref(root), "From the space", client.Bulk)
	r.need(err)
	if d := r.doc(e.ID); d.Space != "" || d.Parent != "" {
		r.t.Errorf("copied to %+v", d)
	}

	deleter := r.home.(client.Deleter)
	r.need(deleter.Delete(ctx, []model.Ref{r.ref(root.Join("A copy"))}, client.DeleteToBin, client.Bulk))
	four := r.ref(work.Join("Note 4"))
	r.need(deleter.Delete(ctx, []model.Ref{four}, client.DeleteRecord, client.Bulk))
	if r.doc(four.ID).Gone {
		r.t.Error("the document went with its record")
	}
}

// pages reads and deletes pages of a tree with more than one page of answers.
func (r *tour) pages() {
	ctx := r.t.Context()
	id := r.srv.AddSpace("Tree")
	top := r.srv.AddPage(id, "", "Top", "doc", nil)
	var names []string
	for i := range 21 {
		names = append(names, fmt.Sprintf("Page %d", i))
		r.srv.AddPage(id, top, names[i], "doc", nil)
	}
	below := r.srv.AddPage(id, top, "Middle", "folder", nil)
	r.srv.AddPage(id, below, "Leaf", "sheet", nil)
	p := r.spaces.Root().Join("Tree")
	if e := r.list(p).Entries; len(e) != 1 || !e[0].HasPages || !e[0].Enterable() {
		r.t.Errorf("the top: %+v", e)
	}
	r.want(p.Join("Top"), append(names, "Middle")...)
	r.want(p.Join("Top").Join("Page 3"))
	deleter := r.spaces.(client.Deleter)
	r.need(deleter.Delete(ctx, []model.Ref{r.ref(p.Join("Top").Join("Middle"))}, client.DeleteNode, client.Bulk))
	r.want(p.Join("Top"), append(names, "Leaf")...)
	r.need(deleter.Delete(ctx, []model.Ref{r.ref(p.Join("Top"))}, client.DeleteTree, client.Bulk))
	r.want(p)
	spaces := r.ref(p)
	if err := r.spaces.(client.Mover).Move(ctx, []model.Ref{spaces}, r.ref(r.home.Root()), client.Bulk); !client.Is(err, client.KindInvalid) && !client.Is(err, client.KindUnsupported) {
		r.t.Errorf("a space moved: %v", err)
	}
	if err := deleter.Delete(ctx, []model.Ref{spaces}, client.DeleteTree, client.Bulk); err == nil {
		r.t.Error("a space was deleted")
	}
}

// The suite that every source passes, over the second server: the home in the older
// generation, a space in the newer one.
func TestContractOnTheSecondServer(t *testing.T) {
	newer := second.Options{Renamed: true, Underscore: true, Pages: []int{2, 1}, Empty: true, IntsText: true, Content: second.TextOnly}
	for name, opt := range map[string]second.Options{"home": {}, "space": newer} {
		t.Run(name, func(t *testing.T) {
			clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
				r := newTour(t, opt)
				src := r.home
				if name == "space" {
					src = r.spaces
				}
				_, err := src.(client.FolderMaker).MakeFolder(t.Context(), r.ref(src.Root()), "base", client.Interactive)
				r.need(err)
				return clienttest.Fixture{
					Source: src, Base: src.Root().Join("base"), FileKind: model.KindDoc, Titles: true, Pages: name == "space", Foreign: true,
					PutFile: func(_ *testing.T, p model.Place) { r.put(p) },
				}
			})
		})
	}
}

// put makes a document directly, not by the client.
func (r *tour) put(p model.Place) {
	parent := r.ref(p.Parent())
	switch {
	case parent.Space == "":
		r.srv.AddDoc(parent.ID, p.Base(), "doc", nil)
	case parent.ID == parent.Space:
		r.srv.AddPage(parent.Space, "", p.Base(), "doc", nil)
	default:
		r.srv.AddPage(parent.Space, parent.ID, p.Base(), "doc", nil)
	}
}
