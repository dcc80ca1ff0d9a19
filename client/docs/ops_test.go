package docs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/docs"
	"aloft/model"
)

// hands does what the job engine does.
type hands struct {
	*rig
	t *testing.T
}

func (h hands) ref(p model.Place) model.Ref {
	h.t.Helper()
	if p.IsRoot() {
		return h.folder(h.t, h.home, p)
	}
	e, err := h.home.Stat(h.t.Context(), p, client.Options{Fresh: true})
	if err != nil {
		h.t.Fatal(err)
	}
	return model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}
}

func (h hands) create(src client.Source, p model.Place, n model.New) model.Entry {
	h.t.Helper()
	e, err := src.(client.Maker).Create(h.t.Context(), h.ref(p.Parent()), p.Base(), n, client.Interactive)
	if err != nil {
		h.t.Fatalf("create %s: %v", p, err)
	}
	if e.Name != p.Base() || e.ID == "" || e.Kind != n.Kind {
		h.t.Fatalf("created %+v, want %s %s", e, n.Kind, p)
	}
	return e
}

func (h hands) names(p model.Place) string {
	h.t.Helper()
	l, err := h.home.List(h.t.Context(), p, client.Options{Fresh: true})
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, e := range l.Entries {
		mark := ""
		if e.HasPages {
			mark = "+"
		}
		out = append(out, e.Name+":"+string(e.Kind)+mark)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func (h hands) want(p model.Place, want string) {
	h.t.Helper()
	if got := h.names(p); got != want {
		h.t.Fatalf("%s holds %q, want %q", p, got, want)
	}
}

func kind(t *testing.T, err error, k client.Kind) {
	t.Helper()
	if client.KindOf(err) != k {
		t.Fatalf("%q (%v), want %q", client.KindOf(err), err, k)
	}
}

// Everything that can be made, in the home and in a space, and what cannot.
func TestCreate(t *testing.T) {
	h := hands{newRig(t, fault.Docs{}, nil), t}
	home, spaces := h.home.Root(), h.spaces.Root()
	made := h.ref(spaces)
	if _, err := h.spaces.(client.FolderMaker).MakeFolder(t.Context(), made, "Handbook", client.Interactive); err != nil {
		t.Fatal(err)
	}
	space := spaces.Join("Handbook")
	for _, in := range []model.Place{home, space} {
		for _, k := range h.home.(client.Maker).CreateKinds(in) {
			n := model.New{Kind: k}
			if k == model.KindLink {
				n.LinkURL, n.LinkText = "https://example.org/x", "an example"
			}
			h.create(h.home, in.Join("my "+string(k)), n)
		}
	}
	h.want(home, "my doc:doc my flowchart:flowchart my folder:folder my form:form my mind:mind my sheet:sheet my slide:slide my smartcanvas:smartcanvas my smartsheet:smartsheet")
	h.want(space, "my doc:doc my flowchart:flowchart my folder:folder my form:form my link:link my mind:mind my sheet:sheet my slide:slide my smartcanvas:smartcanvas my smartsheet:smartsheet")
	h.create(h.home, space.Join("my doc").Join("under it"), model.New{Kind: model.KindSheet})
	if got := h.names(space); !strings.Contains(got, "my doc:doc+") {
		t.Errorf("a page with pages: %s", got)
	}
	h.create(h.home, home.Join("my folder").Join("told"), model.New{Kind: model.KindSmartCanvas, Content: "# Hello"})
	h.create(h.home, space.Join("my doc").Join("told too"), model.New{Kind: model.KindSmartCanvas, Content: "# Hello"})
	h.want(home.Join("my folder"), "told:smartcanvas")
	h.want(space.Join("my doc"), "told too:smartcanvas under it:sheet")

	for name, c := range map[string]struct {
		at    model.Place
		title string
		n     model.New
	}{
		"a long title":          {home, strings.Repeat("字", 37), model.New{Kind: model.KindDoc}},
		"no title":              {home, "", model.New{Kind: model.KindDoc}},
		"a link in the home":    {home, "x", model.New{Kind: model.KindLink, LinkURL: "https://example.org"}},
		"a link without one":    {space, "x", model.New{Kind: model.KindLink}},
		"a link to a script":    {space, "x", model.New{Kind: model.KindLink, LinkURL: "javascript:alert(1)"}},
		"a space as a document": {spaces, "x", model.New{Kind: model.KindDoc}},
		"content for a sheet":   {home, "x", model.New{Kind: model.KindSheet, Content: "x"}},
		"a kind that is none":   {home, "x", model.New{Kind: model.KindOther}},
	} {
		h.tap.take()
		_, err := h.home.(client.Maker).Create(t.Context(), model.Ref{Place: c.at, Space: map[bool]string{true: "s"}[c.at.Scheme == model.SchemeSpace && !c.at.IsRoot()],
			ID: map[bool]string{true: "s"}[c.at.Scheme == model.SchemeSpace && !c.at.IsRoot()]}, c.title, c.n, client.Interactive)
		if client.KindOf(err) != client.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
		if sent := h.tap.take(); len(sent) > 0 {
			t.Errorf("%s: sent %v", name, sent)
		}
	}
	h.create(h.home, home.Join(strings.Repeat("字", 36)), model.New{Kind: model.KindDoc})
}

// Rule 2 of the specification, in all directions.
func TestMoves(t *testing.T) {
	h := hands{newRig(t, fault.Docs{}, nil), t}
	home, spaces := h.home.Root(), h.spaces.Root()
	for _, s := range []string{"S1", "S2"} {
		if _, err := h.spaces.(client.FolderMaker).MakeFolder(t.Context(), h.ref(spaces), s, client.Interactive); err != nil {
			t.Fatal(err)
		}
	}
	s1, s2 := spaces.Join("S1"), spaces.Join("S2")
	h.create(h.home, home.Join("folder"), model.New{Kind: model.KindFolder})
	h.create(h.home, home.Join("d"), model.New{Kind: model.KindDoc})
	h.create(h.home, s1.Join("page"), model.New{Kind: model.KindDoc})
	move := func(from, to model.Place, want ...string) {
		t.Helper()
		item, target := h.ref(from), h.ref(to)
		h.tap.take()
		if err := h.home.(client.Mover).Move(t.Context(), []model.Ref{item}, target, client.Bulk); err != nil {
			t.Fatalf("%s to %s: %v", from, to, err)
		}
		if got := h.tap.take(); !slices.Equal(got, want) {
			t.Errorf("%s to %s: sent %v, want %v", from, to, got, want)
		}
	}
	move(home.Join("d"), home.Join("folder"), "manage.query_file_info", "manage.move_file")
	move(home.Join("folder").Join("d"), s1, "manage.move_file_to_space")
	move(s1.Join("d"), s1.Join("page"), "manage.query_file_info", "manage.move_file_to_space")
	h.want(s1.Join("page"), "d:doc")
	move(s1.Join("page").Join("d"), s2, "manage.move_file_to_space")
	move(s2.Join("d"), home, "manage.move_file")
	h.want(home, "d:doc folder:folder")
	h.create(h.home, home.Join("e"), model.New{Kind: model.KindDoc})
	move(home.Join("e"), s1.Join("page"), "manage.move_file_to_space") // its space was asked a moment ago

	m := h.home.(client.Mover)
	refuse := func(item, to model.Ref, k client.Kind) {
		t.Helper()
		h.tap.take()
		kind(t, m.Move(t.Context(), []model.Ref{item}, to, client.Bulk), k)
		if sent := h.tap.take(); len(sent) > 0 {
			t.Errorf("sent %v", sent)
		}
	}
	refuse(h.ref(s1), h.ref(home), client.KindInvalid)                  // a space
	refuse(h.ref(home), h.ref(s1), client.KindInvalid)                  // the root
	refuse(h.ref(home.Join("d")), h.ref(spaces), client.KindInvalid)    // the list of spaces
	refuse(h.ref(home.Join("folder")), h.ref(home), client.KindInvalid) // it is there already
	refuse(h.ref(s1.Join("page")), h.ref(s1.Join("page")), client.KindInvalid)
	refuse(h.ref(home.Join("folder")), h.ref(home.Join("d")), client.KindInvalid) // not a folder
	kind(t, m.Move(t.Context(), nil, h.ref(home), client.Bulk), client.KindInvalid)

	sp := h.home.(client.Spanner)
	if err := sp.Spans(model.OpMove, s1); err != nil {
		t.Error(err)
	}
	kind(t, sp.Spans(model.OpMove, spaces), client.KindInvalid)
	kind(t, sp.Spans(model.OpMove, model.Place{Scheme: model.SchemeDrive}), client.KindUnsupported)
	kind(t, sp.Spans(model.OpCopy, model.Place{Scheme: model.SchemeDocs, Account: "other"}), client.KindUnsupported)
}

// The arguments of a deletion are never mixed.
func TestDeletions(t *testing.T) {
	h := hands{newRig(t, fault.Docs{}, nil), t}
	home, spaces := h.home.Root(), h.spaces.Root()
	if _, err := h.spaces.(client.FolderMaker).MakeFolder(t.Context(), h.ref(spaces), "S", client.Interactive); err != nil {
		t.Fatal(err)
	}
	s := spaces.Join("S")
	h.create(h.home, home.Join("a"), model.New{Kind: model.KindDoc})
	h.create(h.home, home.Join("b"), model.New{Kind: model.KindDoc})
	h.create(h.home, s.Join("p"), model.New{Kind: model.KindDoc})
	h.create(h.home, s.Join("p").Join("q"), model.New{Kind: model.KindDoc})
	h.create(h.home, s.Join("p").Join("q").Join("r"), model.New{Kind: model.KindDoc})
	d := h.home.(client.Deleter)
	del := func(p model.Place, mode client.DeleteMode) error {
		return d.Delete(t.Context(), []model.Ref{h.ref(p)}, mode, client.Interactive)
	}
	kind(t, del(home.Join("a"), client.DeleteNode), client.KindInvalid)
	kind(t, del(s.Join("p"), client.DeleteToBin), client.KindInvalid)
	if slices.Contains(h.tap.take(), "manage.delete_file") {
		t.Error("mixed arguments were sent")
	}
	kind(t, del(s.Join("p"), "odd"), client.KindUnsupported)
	kind(t, del(s, ""), client.KindInvalid)
	kind(t, del(s, client.DeleteTree), client.KindInvalid)

	recent := func() (out []string) {
		hits, err := h.home.(client.Recents).Recent(t.Context(), 1, 50, client.RecentViewed, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range hits {
			out = append(out, x.Entry.Name)
			if !x.Place.IsLoose() {
				t.Errorf("the place of a recent document is %s", x.Place)
			}
		}
		return out
	}
	if r := recent(); !slices.Contains(r, "a") {
		t.Fatalf("recent: %v", r)
	}
	if err := del(home.Join("a"), client.DeleteRecord); err != nil {
		t.Fatal(err)
	}
	if r := recent(); slices.Contains(r, "a") {
		t.Fatalf("recent: %v", r)
	}
	h.want(home, "a:doc b:doc")
	if err := del(home.Join("b"), ""); err != nil {
		t.Fatal(err)
	}
	h.want(home, "a:doc")
	if err := del(s.Join("p"), client.DeleteNode); err != nil {
		t.Fatal(err)
	}
	h.want(s, "q:doc+")
	if err := del(s.Join("q"), client.DeleteTree); err != nil {
		t.Fatal(err)
	}
	h.want(s, "")
}

func TestCopyShareSearch(t *testing.T) {
	h := hands{newRig(t, fault.Docs{}, nil), t}
	home, spaces := h.home.Root(), h.spaces.Root()
	h.create(h.home, home.Join("f"), model.New{Kind: model.KindFolder})
	h.create(h.home, home.Join("f").Join("original"), model.New{Kind: model.KindDoc})
	if _, err := h.spaces.(client.FolderMaker).MakeFolder(t.Context(), h.ref(spaces), "S", client.Interactive); err != nil {
		t.Fatal(err)
	}
	c := h.home.(client.Copier)
	item := h.ref(home.Join("f").Join("original"))
	for _, to := range []model.Place{home, home.Join("f")} {
		if e, err := c.Copy(t.Context(), []model.Ref{item}, h.ref(to), "copy", client.Bulk); err != nil || e.Name != "copy" || e.Kind != model.KindDoc {
			t.Fatalf("copy to %s: %+v, %v", to, e, err)
		}
	}
	h.want(home, "copy:doc f:folder")
	h.want(home.Join("f"), "copy:doc original:doc")
	if e, err := c.Copy(t.Context(), []model.Ref{h.ref(home.Join("copy"))}, h.ref(home), "beside", client.Bulk); err != nil || e.ID == "" {
		t.Fatal(err)
	}
	if how := c.Copies(spaces.Join("S")); !how.Via.Equal(home) {
		t.Errorf("a copy for a space goes by %s", how.Via)
	}
	if how := c.Copies(home); !how.Via.IsZero() {
		t.Error("a copy for the home needs no detour")
	}
	_, err := c.Copy(t.Context(), []model.Ref{item}, h.ref(spaces.Join("S")), "x", client.Bulk)
	kind(t, err, client.KindInvalid)
	_, err = c.Copy(t.Context(), []model.Ref{h.ref(home.Join("f"))}, h.ref(home), "x", client.Bulk)
	kind(t, err, client.KindUnsupported)
	_, err = c.Copy(t.Context(), []model.Ref{item}, h.ref(home), strings.Repeat("x", 37), client.Bulk)
	kind(t, err, client.KindInvalid)

	s := h.home.(client.PolicySetter)
	if p, err := s.Policy(t.Context(), item, client.Options{}); err != nil || p != model.PolicyPrivate {
		t.Errorf("%q, %v", p, err)
	}
	for _, p := range s.Policies() {
		if err := s.SetPolicy(t.Context(), item, p, client.Interactive); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Policy(t.Context(), item, client.Options{}); err != nil || got != p {
			t.Errorf("%q, %v", got, err)
		}
	}
	kind(t, s.SetPolicy(t.Context(), item, model.PolicyPrivate, client.Interactive), client.KindInvalid)
	if err := s.SetPolicy(t.Context(), h.ref(spaces.Join("S")), model.PolicyRead, client.Interactive); err != nil {
		t.Errorf("a space: %v", err)
	}

	hits, err := h.home.(client.Searcher).Search(t.Context(), "origin", client.Options{})
	if err != nil || len(hits) != 1 || hits[0].Entry.ID != item.ID || hits[0].Place.Pin() != item.ID {
		t.Fatalf("%+v, %v", hits, err)
	}
	if e, err := h.home.Stat(t.Context(), *hits[0].Place, client.Options{}); err != nil || e.Name != "original" {
		t.Errorf("%+v, %v", e, err)
	}
	e, err := h.home.(client.Detailer).Details(t.Context(), hits[0].Entry, client.Options{})
	if err != nil || e.Created.IsZero() || time.Since(e.Modified) > time.Hour || e.Facts().Owner == "" || e.Kind != model.KindDoc {
		t.Errorf("%+v, %v", e, err)
	}
	if e.Link != "" {
		t.Errorf("a link that no browser finds: %s", e.Link)
	}
	st := h.home.(client.Steady)
	for _, by := range []string{item.ID, " " + item.ID + " ", "https://docs.aloft.local/doc/" + item.ID, "//docs.aloft.local/doc/" + item.ID + "?x=1#y"} {
		if p, e, err := st.Resolve(t.Context(), by, client.Options{}); err != nil || e.ID != item.ID || p.Pin() != item.ID {
			t.Errorf("Resolve(%q): %s, %+v, %v", by, p, e, err)
		}
	}
	h.create(h.home, home.Join("f").Join("deep"), model.New{Kind: model.KindFolder})
	deep := h.ref(home.Join("f").Join("deep"))
	if p, _, err := st.Resolve(t.Context(), deep.ID, client.Options{}); err != nil || !p.Equal(deep.Place) {
		t.Errorf("the way up: %s, %v", p, err)
	}
	// Of two with one name the place decides.
	h.create(h.home, home.Join("f2"), model.New{Kind: model.KindFolder})
	twin := h.create(h.home, home.Join("f2"), model.New{Kind: model.KindFolder})
	if p, _, err := st.Resolve(t.Context(), twin.ID, client.Options{}); err != nil || !p.Equal(home.JoinPin("f2", twin.ID)) {
		t.Errorf("one of two: %s, %v", p, err)
	}
	sid := h.ref(spaces.Join("S")).ID
	if p, e, err := h.spaces.(client.Steady).Resolve(t.Context(), sid, client.Options{}); err != nil || e.Kind != model.KindSpace || !p.Equal(spaces.Join("S")) {
		t.Errorf("a space: %s, %+v, %v", p, e, err)
	}
	for _, bad := range []string{"", "  ", "a b", "https://docs.aloft.local/", "a/b"} {
		_, _, err := st.Resolve(t.Context(), bad, client.Options{})
		kind(t, err, client.KindInvalid)
	}
}

// A tool that is missing is named, before anything is sent.
func TestMissingTools(t *testing.T) {
	h := hands{newRig(t, fault.Docs{Missing: "manage.rename_file_title,manage.export_file,manage.delete_file,manage.move_file_to_space"}, nil), t}
	if err := client.Able(h.home, model.OpRename); err != nil {
		t.Errorf("before the first connection: %v", err)
	}
	h.create(h.home, h.home.Root().Join("d"), model.New{Kind: model.KindDoc})
	item := h.ref(h.home.Root().Join("d"))
	h.tap.take()
	for op, want := range map[model.Op]string{
		model.OpRename: "manage.rename_file_title", model.OpExport: "manage.export_file", model.OpDelete: "manage.delete_file",
		model.OpMove: "", model.OpCopy: "", model.OpImport: "", model.OpShare: "", model.OpCreate: "", model.OpMakeFolder: "",
	} {
		err := client.Able(h.home, op)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if err := client.Able(h.spaces, model.OpDelete); err != nil {
		t.Errorf("a space's pages can be deleted by another tool: %v", err)
	}
	kind(t, h.home.(client.Renamer).Rename(t.Context(), item, "x", client.Interactive), client.KindUnsupported)
	if sent := h.tap.take(); len(sent) > 0 {
		t.Errorf("sent %v", sent)
	}
	tools, err := h.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	tools = slices.DeleteFunc(tools, func(t docs.Tool) bool { return t.Text })
	for _, tool := range tools {
		if tool.Wire == "" {
			missing++
			if tool.Why == nil || !strings.Contains(tool.Why.Error(), tool.Name) {
				t.Errorf("%+v", tool)
			}
		}
	}
	if missing != 4 || len(tools) != 24 {
		t.Errorf("%d of %d tools are missing", missing, len(tools))
	}
}

// An error becomes the same error in every carrier.
func TestCarriers(t *testing.T) {
	for carrier, k := range map[string]client.Kind{
		"http": client.KindInvalid, "business": client.KindUnsupported,
		// These two have no code, only a message.
		"payload": client.KindInvalid, "tool": client.KindInvalid,
	} {
		t.Run(carrier, func(t *testing.T) {
			h := hands{newRig(t, fault.Docs{Error: fault.Rate{Every: 2}, ErrorCode: 400016, Carrier: carrier}, nil), t}
			var e *client.Error
			for range 4 {
				_, err := h.home.List(t.Context(), h.home.Root(), client.Options{})
				if errors.As(err, &e) {
					break
				}
			}
			switch {
			case e == nil:
				t.Fatal("no error")
			case e.Kind != k || !strings.Contains(e.Server, "switched on"):
				t.Errorf("%+v: %v", e, e)
			case e.Kind == client.KindUnsupported && e.Code != 400016:
				t.Errorf("the code is %d", e.Code)
			}
		})
	}
}
