package docs

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// entries writes a page of a home folder.
func entries(finish string, ids ...string) string {
	var parts []string
	for _, id := range ids {
		parts = append(parts, fmt.Sprintf(`{"id":%q,"title":"t-%s","url":"//d.example/doc/%s"}`, id, id, id))
	}
	if finish != "" {
		finish = `,"finish":` + finish
	}
	return `{"list":[` + strings.Join(parts, ",") + `]` + finish + `,"trace_id":"t"}`
}

// The paging rules: the offset grows by what was received; only the service decides on the end.
func TestHomePages(t *testing.T) {
	for name, c := range map[string]struct {
		pages  map[string][]string // by start; what comes first, second, …
		want   string              // ids
		cut    model.CutReason
		starts string
	}{
		"uneven":               {map[string][]string{"0": {entries("false", "a", "b")}, "2": {entries("false", "c")}, "3": {entries("true", "d", "e", "f")}}, "a b c d e f", "", "0 2 3"},
		"one page":             {map[string][]string{"0": {entries("true", "a")}}, "a", "", "0"},
		"none":                 {map[string][]string{"0": {entries("true")}}, "", "", "0"},
		"none, never the end":  {map[string][]string{"0": {entries("false")}}, "", "", "0 0"},
		"empty once":           {map[string][]string{"0": {entries("false", "a")}, "1": {entries("false"), entries("true", "b")}}, "a b", "", "0 1 1"},
		"never the end":        {map[string][]string{"0": {entries("false", "a")}, "1": {entries("false")}}, "a", "", "0 1 1"},
		"says nothing":         {map[string][]string{"0": {entries("", "a")}, "1": {entries("", "b")}, "2": {entries("")}}, "a b", "", "0 1 2 2"},
		"knows no pages":       {map[string][]string{"0": {entries("false", "a", "b")}, "2": {entries("false", "a", "b")}}, "a b", model.CutRepeat, "0 2"},
		"knows none, silently": {map[string][]string{"0": {entries("", "a", "b")}, "2": {entries("", "a", "b")}}, "a b", "", "0 2"},
		"slides":               {map[string][]string{"0": {entries("false", "a", "b")}, "2": {entries("true", "b", "c")}}, "a b c", model.CutChanged, "0 2 0 2"},
		"slides once":          {map[string][]string{"0": {entries("false", "a", "b"), entries("true", "a", "b", "c")}, "2": {entries("true", "b", "c")}}, "a b c", "", "0 2 0"},
		"broken entries count": {map[string][]string{"0": {`{"list":[null,{"title":"no id"},{"id":"a","title":"x"}],"finish":"false"}`}, "3": {entries("true", "b")}}, "a b", "", "0 3"},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, 0, func(t *testing.T, b *bench) {
				var starts []string
				times := map[string]int{}
				b.handle = map[string]func(map[string]string) string{"manage.folder_list": func(a map[string]string) string {
					start := a["start"]
					if start == "" {
						start = "0"
					}
					starts = append(starts, start)
					have := c.pages[start]
					if len(have) == 0 {
						t.Errorf("asked for %s", start)
						return entries("true")
					}
					n := min(times[start], len(have)-1)
					times[start]++
					return have[n]
				}}
				var parts []string
				var ids []string
				l, err := b.Home().List(t.Context(), b.home(), client.Options{Progress: func(l model.Listing, from int) {
					if l.Complete || l.Cut != model.CutPartial {
						t.Errorf("a part says %+v", l)
					}
					parts = append(parts, strconv.Itoa(len(l.Entries)))
					ids = ids[:from]
					for _, e := range l.Entries {
						ids = append(ids, e.ID)
					}
				}})
				for _, e := range l.Entries {
					ids = append(ids, e.ID)
				}
				if err != nil || strings.Join(ids, " ") != c.want || l.Cut != c.cut || l.Complete != (c.cut == "") {
					t.Errorf("%v, cut %q, %v", ids, l.Cut, err)
				}
				if got := strings.Join(starts, " "); got != c.starts {
					t.Errorf("asked for %s, want %s", got, c.starts)
				}
				if name == "uneven" && strings.Join(parts, " ") != "2 1" {
					t.Errorf("told of %v", parts)
				}
			})
		})
	}
}

// Lists of spaces and of their pages count pages from 0.
func TestSpacePages(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		var asked []string
		b.handle = map[string]func(map[string]string) string{
			"query_space_list": func(a map[string]string) string {
				asked = append(asked, "spaces "+a["num"])
				if a["num"] == "0" {
					return `{"spaces":[{"space_id":"s1","title":"One","created_at":"1700000000000"}],"has_next":true}`
				}
				return `{"spaces":[{"space_id":2,"title":"Two","description":"d"}]}`
			},
			"query_space_node": func(a map[string]string) string {
				asked = append(asked, "pages "+a["space_id"]+a["parent_id"]+" "+a["num"])
				switch a["num"] {
				case "0":
					return `{"children":[{"node_id":"n1","title":"Intro","node_type":"wiki_file","doc_type":"word","has_child":true},{"node_id":"n2","title":"F","node_type":"wiki_folder"}],"has_next":"true"}`
				case "1":
					return `{"children":[{"node_id":"n3","title":"L","node_type":"link","url":"https://x.example/"},{"node_id":"n4","title":"X","node_type":"wiki_file","doc_type":"excel"},{"node_id":"n5","title":"R","node_type":"resource","url":"//d.example/mind/n5"}],"has_next":1}`
				}
				return `{"children":[],"has_next":true}`
			},
		}
		root := b.spaces()
		l, err := b.Spaces().List(t.Context(), root, client.Options{})
		if err != nil || len(l.Entries) != 2 || !l.Complete {
			t.Fatalf("%+v, %v", l, err)
		}
		for i, e := range l.Entries {
			if e.Kind != model.KindSpace || e.Facts().Space != e.ID || e.ID != []string{"s1", "2"}[i] {
				t.Errorf("%+v", e)
			}
		}
		if l.Entries[0].Created.UnixMilli() != 1700000000000 || l.Entries[1].Facts().Note != "d" {
			t.Errorf("%+v", l.Entries)
		}
		l, err = b.Spaces().List(t.Context(), root.Join("Two"), client.Options{})
		if err != nil || !l.Complete || l.Folder.Space != "2" || l.Folder.ID != "2" {
			t.Fatalf("%+v, %v", l, err)
		}
		var kinds []string
		for _, e := range l.Entries {
			kinds = append(kinds, fmt.Sprint(e.Kind, e.HasPages, e.Facts().Space))
		}
		if got, want := strings.Join(kinds, " "), "doctrue2 folderfalse2 linkfalse2 sheetfalse2 mindfalse2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if _, err = b.Spaces().List(t.Context(), root.Join("Two").Join("Intro"), client.Options{}); err != nil {
			t.Error(err)
		}
		want := `spaces 0, spaces 1, pages "2" 0, pages "2" 1, pages "2" 2, pages "2" 2, pages "2""n1" 0, pages "2""n1" 1, pages "2""n1" 2, pages "2""n1" 2`
		if got := strings.Join(asked, ", "); got != want {
			t.Errorf("asked for %s, want %s", got, want)
		}
	})
}

// A stored id is used to list a folder at once; when it returns nothing, the folder
// is walked to.
func TestRemembered(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		top := `{"list":[{"id":"f1","title":"A","is_folder":true}],"finish":true}`
		inside := map[string]string{"f1": entries("true", "x")}
		b.handle = map[string]func(map[string]string) string{"manage.folder_list": func(a map[string]string) string {
			if a["folder_id"] == "" {
				return top
			}
			id, _ := strconv.Unquote(a["folder_id"])
			if inside[id] == "" {
				return `{"error":"code:400001, msg:no folder with that id","trace_id":"t"}`
			}
			return inside[id]
		}}
		sent := func() int { return strings.Count(b.calls(), "manage.folder_list") }
		a := b.home().Join("A")
		look := func(opt client.Options, want string, requests int) {
			t.Helper()
			l, err := b.Home().List(t.Context(), a, opt)
			got := ""
			for _, e := range l.Entries {
				got += e.ID
			}
			if err != nil || got != want {
				t.Errorf("%q, %v, want %q", got, err, want)
			}
			if n := sent(); n != requests {
				t.Errorf("sent %d requests, want %d", n, requests)
			}
		}
		look(client.Options{}, "x", 2)
		look(client.Options{}, "x", 1)
		look(client.Options{Fresh: true}, "x", 2)
		// Another device has replaced the folder.
		top, inside = strings.ReplaceAll(top, "f1", "f2"), map[string]string{"f2": entries("true", "y")}
		look(client.Options{}, "y", 3)
		inside["f2"] = entries("true")
		look(client.Options{}, "", 3)
		top = `{"list":[],"finish":true}`
		_, err := b.Home().List(t.Context(), a, client.Options{})
		if !client.Is(err, client.KindNotFound) {
			t.Error(err)
		}
	})
}

func TestMemory(t *testing.T) {
	now := time.Now()
	root := model.Place{Scheme: model.SchemeDocs}
	m := newMemory()
	keep := func(p model.Place, id string) model.Ref {
		r := model.Ref{Place: p, ID: id, Kind: model.KindFolder, At: now}
		m.keep(r)
		return r
	}
	a := keep(root.Join("a"), "1")
	keep(root.Join("a").Join("b"), "2")
	keep(root.Join("ab"), "3")
	keep(root.Loose("1"), "1")
	m.keepSpace("1", "s", now)
	known := func(p model.Place, at time.Time) bool { _, ok := m.known(p, at); return ok }
	if !known(root.Join("a"), now) || known(root.Join("a"), now.Add(knownFor+1)) || known(root.Join("x"), now) {
		t.Error("what is known")
	}
	m.forget(a)
	if known(root.Join("a"), now) || known(root.Join("a").Join("b"), now) || known(root.Loose("1"), now) || !known(root.Join("ab"), now) {
		t.Error("what is forgotten")
	}
	if _, ok := m.spaceOf("1", now); ok {
		t.Error("the space is not forgotten")
	}
	keep(root.Join("t"), "5")
	m.shown(&model.Listing{Place: root, Steady: true, ListedAt: now, Entries: []model.Entry{
		{ID: "5", Name: "t", Kind: model.KindFolder}, {ID: "6", Name: "t", Kind: model.KindFolder}}})
	if known(root.Join("t"), now) || !known(root.JoinPin("t", "6"), now) {
		t.Error("twins")
	}
}
