package limited_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/limited"
	"aloft/model"
)

func (w *world) source(g client.Sources, p model.Place) client.Source {
	w.t.Helper()
	src, err := g.For(p)
	w.must(err)
	return src
}

// names are what a listing shows, folders with a slash.
func names(l model.Listing) string {
	var out []string
	for _, e := range l.Entries {
		name := e.Name
		if e.Enterable() {
			name += "/"
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// The trees of archives read the disk and the drive for themselves, past a person's places: nobody with a key has them.
func TestArchivesAreNotEnteredWithAKey(t *testing.T) {
	w := newWorld(t)
	for _, g := range []client.Sources{w.person(false), w.person(true), w.person(false, w.shown()...), w.person(false, w.at("drive:/"), w.at("docs:/"), w.at("space:/")), w.person(true, w.at("disk:/"))} {
		for _, scheme := range []model.Scheme{model.SchemeArchive, model.SchemeDriveArchive} {
			for _, p := range []model.Place{{Scheme: scheme}, model.Place{Scheme: scheme}.Join("Projects").Join("a.zip").Join("x")} {
				if _, err := g.For(p); !refusal(err) {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
	}
}

// On the way to a place a person sees what leads there, and nothing about it.
func TestTheWayToAPlaceShowsNothingElse(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	up := w.at("~/x").Parent().Parent()
	for _, c := range []struct {
		at   model.Place
		want string
	}{
		{w.at("drive:/"), "Documents/, Projects/"}, {w.at("drive:/Projects"), "garden-planner/"},
		{w.at("docs:/"), "Projects/, Summer party: who comes?"},
		{w.at("space:/"), "Team handbook/"}, {w.at("space:/Team handbook"), "Welcome/"},
		{up, "disk/"}, {w.at("~/x").Parent(), "share/"},
	} {
		src := w.source(g, c.at)
		l, err := src.List(t.Context(), c.at, client.Options{})
		if err != nil || names(l) != c.want || !l.Complete || l.Total != len(l.Entries) {
			t.Errorf("%s: %q, %v", c.at, names(l), err)
		}
		walk := src.Walk(client.Options{})
		if all, err := walk.All(t.Context(), c.at); err != nil || names(all) != c.want {
			t.Errorf("%s: all %q, %v", c.at, names(all), err)
		}
		page, err := walk.Page(t.Context(), c.at, 1)
		if err != nil || names(model.Listing{Entries: page.Entries}) != c.want || len(page.Refs) != len(page.Entries) || !page.Last {
			t.Errorf("%s: page %+v, %v", c.at, page, err)
		}
		if page, err = walk.Page(t.Context(), c.at, 2); err != nil || len(page.Entries) > 0 {
			t.Errorf("%s: page 2 %+v, %v", c.at, page, err)
		}
		if ref, err := walk.Folder(t.Context(), c.at); err != nil || ref.ID != "" {
			t.Errorf("%s: %+v, %v", c.at, ref, err)
		}
		if e, err := src.Stat(t.Context(), c.at, client.Options{}); err != nil || e.ID != "" || e.Size != model.Unknown || e.Children != model.Unknown || !e.Modified.IsZero() {
			t.Errorf("%s: %+v, %v", c.at, e, err)
		}
		if by, ok := walk.(client.Namer); ok {
			page, err := by.Named(t.Context(), c.at, []string{"share", "secret", "disk"})
			if err != nil || names(model.Listing{Entries: page.Entries}) != c.want {
				t.Errorf("%s: named %+v, %v", c.at, page, err)
			}
		}
		// It only leads there: nothing is read of it, and nothing is put into it.
		if sums, ok := src.(client.Summer); ok {
			if _, err := sums.Sums(t.Context(), c.at, nil, client.Interactive); !refusal(err) {
				t.Errorf("%s: sums: %v", c.at, err)
			}
		}
		if makes, ok := src.(client.Creator); ok && makes.CreateKinds(c.at) != nil {
			t.Errorf("%s: something can be made", c.at)
		}
	}
	// A place that is not there is not shown.
	g = w.person(false, w.all("drive:/Nothing", "docs:/Nothing", "~/nothing")...)
	for _, p := range append(w.all("drive:/", "docs:/"), w.at("~/x").Parent()) {
		if l, err := w.source(g, p).List(t.Context(), p, client.Options{}); err != nil || len(l.Entries) > 0 {
			t.Errorf("%s: %q, %v", p, names(l), err)
		}
	}
}

// What is inside is as it is for everybody, also to somebody who only reads.
func TestInsideAllIsRead(t *testing.T) {
	w := newWorld(t)
	for _, g := range []*limited.Person{w.person(false, w.shown()...), w.person(true, w.shown()...)} {
		for _, p := range w.all("drive:/Documents", "drive:/Documents/Letters", "docs:/Projects", "docs:/Projects/Garden planner", "space:/Team handbook/Welcome", "~/share", "~/share/sub") {
			src, raw := w.source(g, p), w.source(w.sources, p)
			l, err := src.List(t.Context(), p, client.Options{})
			want, rawErr := raw.List(t.Context(), p, client.Options{})
			if err != nil || rawErr != nil || names(l) != names(want) || l.Folder.ID != want.Folder.ID {
				t.Errorf("%s: %q, %v; %v", p, names(l), err, rawErr)
			}
			if all, err := src.Walk(client.Options{}).All(t.Context(), p); err != nil || names(all) != names(want) {
				t.Errorf("%s: all: %q, %v", p, names(all), err)
			}
			if page, err := src.Walk(client.Options{}).Page(t.Context(), p, 1); err != nil || len(page.Refs) != len(want.Entries) {
				t.Errorf("%s: page: %v", p, err)
			}
			if ref, err := src.Walk(client.Options{}).Folder(t.Context(), p); err != nil || ref.ID != want.Folder.ID {
				t.Errorf("%s: folder: %v", p, err)
			}
			if e, err := src.Stat(t.Context(), p, client.Options{}); err != nil || e.Name != p.Base() {
				t.Errorf("%s: %+v, %v", p, e, err)
			}
		}
		for _, p := range w.all("drive:/Documents/Reading list.md", "~/share/a.txt", "~/share/in/b.txt") {
			body, _, err := w.source(g, p).(client.Peeker).Peek(t.Context(), p, model.Entry{})
			if err != nil {
				t.Errorf("%s: %v", p, err)
				continue
			}
			head := make([]byte, 4)
			if n, err := body.ReadAt(head, 0); n < 4 {
				t.Errorf("%s: %v", p, err)
			}
			_ = body.Close()
		}
		for _, p := range w.all("docs:/Projects/Weekly notes", "docs:/Summer party: who comes?") {
			src, ref := w.source(g, p).(interface {
				client.Editor
				client.Steady
				client.Detailer
				client.Sharer
			}), w.ref(p)
			if _, err := src.Policy(t.Context(), ref, client.Options{}); err != nil {
				t.Errorf("%s: %v", p, err)
			}
			if e, err := src.ByID(t.Context(), ref.ID, client.Options{}); err != nil || e.Name != p.Base() {
				t.Errorf("%s: %+v, %v", p, e, err)
			}
			if e, err := src.Details(t.Context(), model.Entry{ID: ref.ID}, client.Options{}); err != nil || e.Name != p.Base() {
				t.Errorf("%s: %+v, %v", p, e, err)
			}
			if at, _, err := src.Resolve(t.Context(), ref.ID, client.Options{}); err != nil || !at.Within(p.Parent().JoinPin(p.Base(), ref.ID)) {
				t.Errorf("%s: %s, %v", p, at, err)
			}
		}
		doc := w.at("docs:/Projects/Weekly notes")
		if _, err := w.source(g, doc).(client.Editor).Outline(t.Context(), w.ref(doc), 0, client.Options{}); err != nil {
			t.Error(err)
		}
		// A folder says itself where it is.
		folder := w.at("docs:/Projects/Garden planner")
		if at, e, err := w.source(w.person(true, w.shown()...), folder).(client.Steady).Resolve(t.Context(), w.ref(folder).ID, client.Options{}); err != nil || !at.Equal(folder) || e.Name != "Garden planner" {
			t.Errorf("%s, %+v, %v", at, e, err)
		}
	}
}

// An id finds its document wherever it is, so one from outside is refused with any place, and
// nobody is told whether there is such a document.
func TestIdsFromOutsideAreRefused(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	inside, other := w.at("docs:/Projects/Weekly notes"), w.ref(w.at("docs:/Household/Insurance overview"))
	page := w.ref(w.at("space:/Team handbook/Policies"))
	src := w.source(g, inside).(interface {
		client.Source
		client.Editor
		client.Steady
		client.Detailer
		client.Sharer
	})
	for _, id := range []string{other.ID, page.ID, "nobody", ""} {
		forged := model.Ref{Place: inside, ID: id, Kind: model.KindDoc}
		if _, err := src.Outline(t.Context(), forged, 0, client.Options{}); !refusal(err) {
			t.Errorf("outline of %q: %v", id, err)
		}
		if _, err := src.Content(t.Context(), forged, 0, client.Options{}); !refusal(err) {
			t.Errorf("text of %q: %v", id, err)
		}
		if _, err := src.Policy(t.Context(), forged, client.Options{}); !refusal(err) {
			t.Errorf("policy of %q: %v", id, err)
		}
		if _, err := src.ByID(t.Context(), id, client.Options{}); !refusal(err) {
			t.Errorf("%q by its id: %v", id, err)
		}
		if p, e, err := src.Resolve(t.Context(), id, client.Options{}); !refusal(err) || !p.IsZero() || e.Name != "" {
			t.Errorf("%q resolved: %s %+v, %v", id, p, e, err)
		}
		if id != "" {
			if _, err := src.Details(t.Context(), model.Entry{ID: id}, client.Options{}); !refusal(err) {
				t.Errorf("details of %q: %v", id, err)
			}
		}
	}
	// Neither does a place lead out by an id: ids have precedence over names.
	folder := w.ref(w.at("docs:/Household"))
	for _, p := range []model.Place{
		w.at("docs:/").JoinPin("Projects", folder.ID), w.at("docs:/").JoinPin("Projects", folder.ID).Join("Insurance overview"),
		w.at("docs:/").Loose(folder.ID), w.at("docs:/").Loose(folder.ID).Join("Insurance overview"), w.at("docs:/").Loose(other.ID),
	} {
		if _, err := src.List(t.Context(), p, client.Options{}); !refusal(err) {
			t.Errorf("%s is listed: %v", p, err)
		}
		if _, err := src.Stat(t.Context(), p, client.Options{}); !refusal(err) {
			t.Errorf("%s is found: %v", p, err)
		}
	}
	for _, p := range []model.Place{w.at("docs:/Projects").JoinPin("Weekly notes", other.ID), w.at("docs:/Projects").JoinPin("Garden planner", folder.ID)} {
		if _, err := src.Stat(t.Context(), p, client.Options{}); err == nil {
			t.Errorf("%s is found", p)
		}
		if _, err := src.List(t.Context(), p, client.Options{}); err == nil {
			t.Errorf("%s is listed", p)
		}
	}
	// A drive reads by ids, too.
	file, sums := w.at("drive:/Documents/Reading list.md"), w.source(g, w.at("drive:/")).(client.Summer)
	e := &model.Entry{Name: file.Base(), ID: w.ref(w.at("drive:/Read me first.txt")).ID}
	if got, err := sums.Sums(t.Context(), file.Parent(), []*model.Entry{e}, client.Interactive); !refusal(err) || got != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := w.source(g, file).List(t.Context(), file.Parent(), client.Options{}); err != nil {
		t.Fatal(err)
	}
	e.ID = w.ref(file).ID
	if got, err := sums.Sums(t.Context(), file.Parent(), []*model.Entry{e}, client.Interactive); err != nil || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	// Other accounts are none of a key's.
	for _, p := range w.all("drive:/Documents", "docs:/Projects") {
		p.Account = "other"
		if _, err := g.For(p); !refusal(err) {
			t.Errorf("%s: %v", p, err)
		}
		p.Account = g.Accounts()[0]
		if _, err := w.person(false).For(p); !refusal(err) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if got := g.Accounts(); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// No link of the disk and no name leads out.
func TestLinksDoNotLeadOut(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	src := w.source(g, w.at("~/share")).(interface {
		client.Source
		client.Peeker
		client.FileReader
		client.Watcher
		client.Summer
	})
	share := w.at("~/share")
	for _, p := range []model.Place{
		w.at("~/share/out"), w.at("~/share/out/s.txt"), w.at("~/share/outfile"), w.at("~/share/dangling"),
		share.Join("..").Join("secret"), share.Join(".."), share.Join("../secret"), share.Join("."), share.Join("sub/../../secret"), share.Join("out").Join("..").Join("shared"),
	} {
		if l, err := src.List(t.Context(), p, client.Options{}); !refusal(err) || len(l.Entries) > 0 {
			t.Errorf("%s is listed: %v", p, err)
		}
		if _, _, err := src.Peek(t.Context(), p, model.Entry{}); !refusal(err) {
			t.Errorf("%s is looked into: %v", p, err)
		}
		if _, _, err := src.Open(t.Context(), p); !refusal(err) {
			t.Errorf("%s is opened: %v", p, err)
		}
		if src.Watch(t.Context(), p) != nil {
			t.Errorf("%s is watched", p)
		}
		if _, err := src.Sums(t.Context(), p.Parent(), []*model.Entry{{Name: p.Base()}}, client.Interactive); !refusal(err) {
			t.Errorf("%s has a sum: %v", p, err)
		}
		if _, err := w.previews(g).Preview(t.Context(), p, model.Entry{Kind: model.KindFile}, true); !refusal(err) {
			t.Errorf("%s has a preview: %v", p, err)
		}
		w.walked(src, p)
	}
	// A link is shown as what it is; one that stays inside is followed.
	l, err := src.List(t.Context(), share, client.Options{})
	if err != nil || names(l) != "a.txt, dangling, in, out, outfile, sub/" {
		t.Errorf("%q, %v", names(l), err)
	}
	if l, err = src.List(t.Context(), w.at("~/share/in"), client.Options{}); err != nil || names(l) != "b.txt" {
		t.Errorf("%q, %v", names(l), err)
	}
	body, _, err := src.Open(t.Context(), w.at("~/share/in/b.txt"))
	w.must(err)
	if b, err := io.ReadAll(body); err != nil || string(b) != "seen" {
		t.Errorf("%q, %v", b, err)
	}
	_ = body.Close()
	// A folder of theirs that becomes a link is one, too.
	w.must(os.Rename(filepath.Join(w.dir, "share/sub"), filepath.Join(w.dir, "away")))
	w.must(os.Symlink("../secret", filepath.Join(w.dir, "share/sub")))
	if _, err = src.List(t.Context(), w.at("~/share/sub"), client.Options{}); !refusal(err) {
		t.Errorf("it is listed: %v", err)
	}
	// A place that is itself a link is what it leads to.
	w.must(os.Symlink("share", filepath.Join(w.dir, "entry")))
	g = w.person(true, w.at("~/entry"))
	if l, err = w.source(g, w.at("~/entry")).List(t.Context(), w.at("~/entry"), client.Options{}); err != nil || !strings.HasPrefix(names(l), "a.txt") {
		t.Errorf("%q, %v", names(l), err)
	}
	if _, err = w.source(g, w.at("~/entry")).List(t.Context(), w.at("~/entry/out"), client.Options{}); !refusal(err) {
		t.Errorf("it is listed: %v", err)
	}
}

func (w *world) walked(src client.Source, p model.Place) {
	w.t.Helper()
	walk := src.Walk(client.Options{})
	if _, err := walk.All(w.t.Context(), p); !refusal(err) {
		w.t.Errorf("%s is walked: %v", p, err)
	}
	if _, err := walk.Page(w.t.Context(), p, 1); !refusal(err) {
		w.t.Errorf("%s is paged: %v", p, err)
	}
	if _, err := walk.Folder(w.t.Context(), p); !refusal(err) {
		w.t.Errorf("%s is found: %v", p, err)
	}
	if _, err := walk.(client.Namer).Named(w.t.Context(), p, []string{"s.txt"}); !refusal(err) {
		w.t.Errorf("%s is asked for a name: %v", p, err)
	}
	if _, err := walk.(client.Namer).Named(w.t.Context(), p.Parent(), []string{"../secret"}); !refusal(err) {
		w.t.Errorf("%s: a name leads out: %v", p, err)
	}
}

// What is only about everything is refused, or has only what is theirs.
func TestWhatIsAboutEverything(t *testing.T) {
	w := newWorld(t)
	some, all := w.person(false, w.shown()...), w.person(true)
	for _, p := range w.all("drive:/", "docs:/") {
		src, open := w.source(some, p), w.source(all, p)
		if hits, err := src.(client.Searcher).Search(t.Context(), "letter", client.Options{}); !refusal(err) || hits != nil {
			t.Errorf("%s: %v, %v", p, hits, err)
		}
		if hits, err := open.(client.Searcher).Search(t.Context(), "letter", client.Options{}); err != nil || len(hits) == 0 {
			t.Errorf("%s: %v, %v", p, hits, err)
		}
		if _, _, err := src.(client.Prober).Capacity(t.Context(), client.Options{}); !refusal(err) {
			t.Errorf("%s: %v", p, err)
		}
	}
	docs := w.at("docs:/")
	if hits, err := w.source(some, docs).(client.Recents).Recent(t.Context(), 1, 10, client.RecentViewed, client.Options{}); !refusal(err) || hits != nil {
		t.Errorf("%v, %v", hits, err)
	}
	if hits, err := w.source(all, docs).(client.Recents).Recent(t.Context(), 1, 10, client.RecentViewed, client.Options{}); err != nil || len(hits) == 0 {
		t.Errorf("%v, %v", hits, err)
	}
	// Documents of a space may be among those of the home, so one tree alone is not everything.
	home := w.source(w.person(false, docs), docs)
	if _, err := home.(client.Searcher).Search(t.Context(), "letter", client.Options{}); !refusal(err) {
		t.Error(err)
	}
	if l, err := home.List(t.Context(), docs, client.Options{}); err != nil || !strings.Contains(names(l), "Household/") {
		t.Errorf("%q, %v", names(l), err)
	}
	if _, err := home.Stat(t.Context(), docs.Loose(w.ref(w.at("space:/Recipes/Soups")).ID), client.Options{}); !refusal(err) {
		t.Error(err)
	}
	if _, err := w.person(false, docs).For(w.at("space:/")); !refusal(err) {
		t.Error(err)
	}
	// Both are.
	src := w.source(w.person(false, w.all("docs:/", "space:/")...), docs)
	if hits, err := src.(client.Searcher).Search(t.Context(), "letter", client.Options{}); err != nil || len(hits) == 0 {
		t.Errorf("%v, %v", hits, err)
	}
	// The disk is of no account.
	if _, err := w.person(false).For(w.at("~/share")); !refusal(err) {
		t.Error(err)
	}
}

// Links to entries: a person makes them to what is theirs, and sees and ends their own.
func TestLinksAreThePersonsOwn(t *testing.T) {
	w := newWorld(t)
	drive := w.at("drive:/")
	raw := w.source(w.sources, drive).(client.LinkSharer)
	other, err := raw.ShareEntries(t.Context(), w.all("drive:/Archive"), client.ShareOptions{Term: client.ShareDay}, client.Interactive)
	w.must(err)
	g := w.person(false, w.shown()...)
	own := w.source(g, drive).(client.LinkSharer)
	if _, err := own.ShareEntries(t.Context(), w.all("drive:/Documents", "drive:/Archive"), client.ShareOptions{Term: client.ShareDay}, client.Interactive); !refusal(err) {
		t.Error(err)
	}
	l, err := own.ShareEntries(t.Context(), w.all("drive:/Documents"), client.ShareOptions{Term: client.ShareDay}, client.Interactive)
	w.must(err)
	if all, err := own.ShareLinks(t.Context(), client.Options{}); err != nil || len(all) != 1 || all[0].ID != l.ID {
		t.Errorf("%+v, %v", all, err)
	}
	if n, err := own.EndShareLinks(t.Context(), []string{l.ID, other.ID}, client.Interactive); n != 0 || !refusal(err) {
		t.Errorf("%d, %v", n, err)
	}
	if all, err := raw.ShareLinks(t.Context(), client.Options{}); err != nil || len(all) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	if n, err := own.EndShareLinks(t.Context(), []string{l.ID}, client.Interactive); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := own.SaveShared(t.Context(), client.SharedLink{ID: other.ID, Code: other.Code}, w.at("drive:/Archive"), client.Interactive); !refusal(err) {
		t.Error(err)
	}
	reader := w.source(w.person(true, drive), drive).(client.LinkSharer)
	if all, err := reader.ShareLinks(t.Context(), client.Options{}); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

// Rights that would mean something else than they say are refused.
func TestRights(t *testing.T) {
	w := newWorld(t)
	other := w.at("drive:/Documents")
	other.Account = "other"
	for _, p := range []model.Place{other, w.at("docs:/").JoinPin("Projects", "1"), w.at("docs:/").Loose("1"), w.at("~/share").Join(".."), w.at("~/share").Join("a/b"), {}, {Scheme: "x"}} {
		if _, err := limited.New(w.sources, limited.Rights{Places: []model.Place{p}}); err == nil {
			t.Errorf("%s is a place of a key", p)
		}
	}
	// They cannot be changed from outside.
	places := w.all("drive:/Documents")
	g := w.person(true, places...)
	places[0] = w.at("drive:/")
	g.Rights().Places[0] = w.at("drive:/")
	if _, err := g.For(w.at("drive:/Archive")); !refusal(err) {
		t.Error(err)
	}
}
