package embedded

import (
	"slices"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
)

func TestFoldersAndCreation(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	if got := d.titles(""); len(got) != 0 {
		t.Fatal(got)
	}
	folder := d.create("folder", "Plans", "")
	for _, kind := range []string{"smartcanvas", "doc", "sheet", "form", "slide", "mind", "flowchart", "smartsheet", "folder", "wikilink"} {
		if kind == pages.KindWikiLink || kind == pages.KindFolder {
			continue
		}
		d.create(kind, "A "+kind, folder)
	}
	d.create("folder", "Z last of the folders", folder)
	d.create("doc", "A doc", folder) // several documents may have one title
	want := []string{"Z last of the folders", "A doc", "A doc", "A flowchart", "A form", "A mind", "A sheet", "A slide", "A smartcanvas", "A smartsheet"}
	if got := d.titles(folder); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	d.watch.Change(func(f *fault.Faults) { f.Docs.Pages = fault.Size{Min: 3, Max: 3} })
	if got := d.titles(folder); !slices.Equal(got, want) {
		t.Errorf("in pages: %q", got)
	}
	d.watch.Change(func(f *fault.Faults) { f.Docs.Pages = fault.Size{} })
	words := map[string]string{"smartcanvas": "/aio/", "doc": "/doc/", "sheet": "/sheet/", "slide": "/slide/"}
	for _, e := range d.call("manage.folder_list", object{"folder_id": folder}).list("list") {
		if isFolder := e["is_folder"] == true; isFolder != (e.str("url") == "") {
			t.Errorf("%v", e)
		}
		info := d.call("manage.query_file_info", object{"file_id": e.str("id")})
		if w := words[info.str("type")]; w != "" && !strings.Contains(e.str("url"), w) || e["is_folder"] == false && !strings.HasSuffix(e.str("url"), "/"+e.str("id")) {
			t.Errorf("%v", e)
		}
	}
	meta := d.call("manage.query_folder_meta", object{"folder_id": folder})["folder"].(map[string]any)
	if meta["id"] != folder || meta["parent_id"] != "" || meta["title"] != "Plans" {
		t.Error(meta)
	}
	inner := d.create("folder", "inner", folder)
	if meta := d.call("manage.query_folder_meta", object{"folder_id": inner})["folder"].(map[string]any); meta["parent_id"] != folder {
		t.Error(meta)
	}
	checkPages(t, d.s)
}

func TestCreateRefuses(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	doc := d.create("doc", "d", "")
	space := d.call("create_space", object{"title": "S", "description": "about"}).str("space_id")
	node := d.createIn(space, "doc", "n", "")
	long := strings.Repeat("文", 36)
	d.create("doc", long, "")
	d.create("doc", strings.Repeat("👩‍💻", 12), "") // 36 code points
	for _, c := range []struct {
		words string
		args  object
	}{
		{"title is required", object{"file_type": "doc"}},
		{"file_type is required", object{"title": "x"}},
		{"title is empty", object{"title": "", "file_type": "doc"}},
		{"title is empty", object{"title": " \t", "file_type": "doc"}},
		{"37 characters", object{"title": long + "x", "file_type": "doc"}},
		{"control character", object{"title": "a\x1b[8m", "file_type": "doc"}},
		{"one of: smartcanvas", object{"title": "x", "file_type": "word"}},
		{"must be of type string", object{"title": 7, "file_type": "doc"}},
		{"must be of type string", object{"title": "x", "file_type": "doc", "parent_id": nil}},
		{"unknown argument colour", object{"title": "x", "file_type": "doc", "colour": "red"}},
		{"no file with the id", object{"title": "x", "file_type": "doc", "parent_id": "nonsense"}},
		{"is not a folder", object{"title": "x", "file_type": "doc", "parent_id": doc}},
		{"is in a space", object{"title": "x", "file_type": "doc", "parent_id": node}},
		{"no space with the id", object{"title": "x", "file_type": "doc", "space_id": doc}},
		{"is not in the space", object{"title": "x", "file_type": "doc", "space_id": space, "parent_id": doc}},
		{"needs space_id", object{"title": "x", "file_type": "wikilink", "link_node": object{"link_url": "https://a.example"}}},
		{"link_node is required", object{"title": "x", "file_type": "wikilink", "space_id": space}},
		{"link_node.link_url is required", object{"title": "x", "file_type": "wikilink", "space_id": space, "link_node": object{}}},
		{"link_node.link_url is empty", object{"title": "x", "file_type": "wikilink", "space_id": space, "link_node": object{"link_url": ""}}},
		{"not an http or https", object{"title": "x", "file_type": "wikilink", "space_id": space, "link_node": object{"link_url": "javascript:alert(1)"}}},
		{"unknown argument link_node.a", object{"title": "x", "file_type": "wikilink", "space_id": space, "link_node": object{"link_url": "https://a.example", "a": 1}}},
		{"must be of type object", object{"title": "x", "file_type": "wikilink", "space_id": space, "link_node": "https://a.example"}},
		{"only a link", object{"title": "x", "file_type": "doc", "space_id": space, "link_node": object{"link_url": "https://a.example"}}},
	} {
		d.refused(pages.Bad, c.words, "manage.create_file", c.args)
	}
	d.refused(pages.Bad, "start cannot be -1", "manage.folder_list", object{"start": -1})
	d.refused(pages.Bad, "start must be of type integer", "manage.folder_list", object{"start": "0"})
	d.refused(pages.Bad, "start must be of type integer", "manage.folder_list", object{"start": 0.5})
	d.refused(pages.WrongKind, "is not a folder", "manage.folder_list", object{"folder_id": doc})
	if got := d.titles(""); len(got) != 3 {
		t.Errorf("a refused call has made something: %q", got)
	}
}

func TestLinksInSpaces(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	a := d.call("manage.create_file", object{"title": "Home page", "file_type": "wikilink", "space_id": space,
		"link_node": object{"link_url": "https://a.example/x", "link_description": "the page"}})
	if a.str("url") != "https://a.example/x" || a.str("type") != "wikilink" {
		t.Error(a)
	}
	n := d.nodes(space, "")
	if len(n) != 1 || n[0].str("node_type") != "link" || n[0].str("url") != "https://a.example/x" || n[0].str("doc_type") != "" {
		t.Error(n)
	}
	d.refused(pages.WrongKind, "nothing can be under it", "manage.create_file", object{"title": "x", "file_type": "doc", "space_id": space, "parent_id": a.str("file_id")})
	d.refused(pages.Bad, "can only be in a space", "manage.move_file", object{"file_id": a.str("file_id")})
	d.refused(pages.WrongKind, "cannot be copied", "manage.copy_file", object{"file_id": a.str("file_id")})
}

func TestSmartDocumentOfMarkdown(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	long := strings.Repeat("long title ", 9) // the specification states no limit here
	a := d.call("create_smartcanvas_by_mdx", object{"title": long, "mdx": "# Hello\n\n*world*", "content_format": "mdx"})
	info := d.call("manage.query_file_info", object{"file_id": a.str("file_id")})
	if info.str("type") != "smartcanvas" || info.str("title") != long || info.str("url") != a.str("url") {
		t.Error(info)
	}
	var body string
	seq := d.s.pages.Seq(a.str("file_id"))
	err := d.s.pages.View(t.Context(), func(l pages.Rows) (err error) { body, err = l.Prose(seq); return err })
	if err != nil || body != "# Hello\n\n*world*" {
		t.Errorf("%q %v", body, err)
	}
	copied := d.call("manage.copy_file", object{"file_id": a.str("file_id"), "title": "short"})
	seq = d.s.pages.Seq(copied.str("id"))
	err = d.s.pages.View(t.Context(), func(l pages.Rows) (err error) { body, err = l.Prose(seq); return err })
	if err != nil || body != "# Hello\n\n*world*" {
		t.Errorf("the copy: %q %v", body, err)
	}
}

func TestSearch(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	folder := d.create("folder", "会议", "")
	d.create("doc", "会议记录 2025-03", folder)
	d.create("sheet", "预算表", "")
	d.create("doc", "ＡＢＣ Budget", "")
	d.create("doc", "100%_done", "")
	space := d.call("create_space", object{"title": "会议 space"}).str("space_id")
	d.createIn(space, "doc", "會議 and 会", "")
	gone := d.create("doc", "会 gone", folder)
	d.call("manage.delete_file", object{"file_id": gone})
	for key, want := range map[string][]string{
		"会":       {"会议", "会议记录 2025-03", "會議 and 会"},
		"会议":      {"会议", "会议记录 2025-03"},
		"预算":      {"预算表"},
		"abc":     {"ＡＢＣ Budget"},
		"ａｂｃ b":   {"ＡＢＣ Budget"},
		"BUDGET":  {"ＡＢＣ Budget"},
		"%_":      {"100%_done"},
		"nothing": {},
		" 2025 ":  {"会议记录 2025-03"},
	} {
		got := []string{}
		for _, h := range d.call("manage.search_file", object{"search_key": key}).list("list") {
			got = append(got, h.str("title"))
			if h.str("file_id") == "" {
				t.Error(h)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
	d.refused(pages.Bad, "search_key is empty", "manage.search_file", object{"search_key": "  "})
	// A deleted folder is deleted with its content.
	d.call("manage.delete_file", object{"file_id": folder})
	if got := d.call("manage.search_file", object{"search_key": "会议"}).list("list"); len(got) != 0 {
		t.Error(got)
	}
	checkPages(t, d.s)
}

func TestInfoRenameRecent(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	b := d.create("doc", "b", "")
	a := d.create("sheet", "a", "")
	c := d.create("slide", "c", "")
	folder := d.create("folder", "f", "")
	info := d.call("manage.query_file_info", object{"file_id": b})
	for _, key := range []string{"create_time", "last_modify_time"} {
		if n, ok := info[key].(interface{ Int64() (int64, error) }); !ok {
			t.Errorf("%s: %v", key, info[key])
		} else if sec, _ := n.Int64(); sec < 1e9 || sec > 1e11 {
			t.Errorf("%s: %d are no seconds", key, sec)
		}
	}
	if info.str("space_id") != "" || info["is_folder"] != false || info.str("owner_name") == "" || info.str("status") == "" {
		t.Error(info)
	}
	if info := d.call("manage.query_file_info", object{"file_id": folder}); info["is_folder"] != true || info.str("url") != "" || info.str("type") != "folder" {
		t.Error(info)
	}
	got := d.call("manage.rename_file_title", object{"file_id": b, "title": strings.Repeat("B", 60)})
	if got.str("title") != strings.Repeat("B", 60) || got.str("file_id") != b {
		t.Error(got)
	}
	recent := func(args object) (ids []string) {
		for _, f := range d.call("manage.recent_online_file", args).list("files") {
			ids = append(ids, f.str("file_id"))
		}
		return ids
	}
	for _, x := range []struct {
		args object
		want []string
	}{
		{object{"num": 1}, []string{b, c, a}},
		{object{"num": 1, "order_by": 0}, []string{b, c, a}},
		{object{"num": 1, "order_by": 1}, []string{b, c, a}},
		{object{"num": 1, "order_by": 2}, []string{a, b, c}},
		{object{"num": 1, "count": 2, "order_by": 2}, []string{a, b}},
		{object{"num": 2, "count": 2, "order_by": 2}, []string{c}},
		{object{"num": 3, "count": 2}, nil},
	} {
		if got := recent(x.args); !slices.Equal(got, x.want) {
			t.Errorf("%v: %v, want %v", x.args, got, x.want)
		}
	}
	d.call("manage.delete_file", object{"file_id": c, "delete_type": "recent"})
	if got := recent(object{"num": 1}); !slices.Equal(got, []string{b, a}) {
		t.Error(got)
	}
	if got := d.titles(""); !slices.Contains(got, "c") {
		t.Error("the file itself has gone:", got)
	}
	d.refused(pages.Bad, "num cannot be 0", "manage.recent_online_file", object{"num": 0})
	d.refused(pages.Bad, "num is required", "manage.recent_online_file", object{})
	d.refused(pages.Bad, "order_by cannot be 3", "manage.recent_online_file", object{"num": 1, "order_by": 3})
	d.refused(pages.Bad, "title is empty", "manage.rename_file_title", object{"file_id": b, "title": ""})
	d.refused(pages.Bad, "no file", "manage.rename_file_title", object{"file_id": "x", "title": "y"})
	d.refused(pages.Bad, "no file", "manage.query_file_info", object{"file_id": strings.Repeat("0", 32)})
}

func TestPermissions(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	doc := d.create("doc", "d", "")
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	for _, id := range []string{doc, space} {
		policy := func(want string) {
			t.Helper()
			a := d.call("manage.get_privilege", object{"file_id": id})
			if n, _ := a["policy"].(interface{ String() string }); n == nil || n.String() != want || a.str("file_id") != id {
				t.Errorf("%v, want %s", a, want)
			}
		}
		policy("0")
		for _, p := range []string{"2", "3"} {
			d.call("manage.set_privilege", object{"file_id": id, "policy": int(p[0] - '0')})
			policy(p)
		}
		for _, p := range []any{0, 1, 4, -1} {
			d.refused(pages.Bad, "only 2 or 3", "manage.set_privilege", object{"file_id": id, "policy": p})
		}
		policy("3")
		d.refused(pages.Bad, "must be of type integer", "manage.set_privilege", object{"file_id": id, "policy": "2"})
		d.refused(pages.Bad, "policy is required", "manage.set_privilege", object{"file_id": id})
	}
	copied := d.call("manage.copy_file", object{"file_id": doc, "title": "copy"}).str("id")
	if a := d.call("manage.get_privilege", object{"file_id": copied}); a["policy"].(interface{ String() string }).String() != "0" {
		t.Error("a copy can be seen by others:", a)
	}
	// Policies that the tools do not know, and files of other people.
	err := d.s.pages.Update(t.Context(), func(l pages.Rows) error {
		if err := l.Do("UPDATE page SET policy = 5 WHERE seq = ?", d.s.pages.Seq(doc)); err != nil {
			return err
		}
		return l.Do("UPDATE page SET owner = 'Ana' WHERE seq = ?", d.s.pages.Seq(copied))
	})
	if err != nil {
		t.Fatal(err)
	}
	d.refused(pages.Bad, "policy type 5", "manage.get_privilege", object{"file_id": doc})
	d.refused(pages.NoRight, "Ana", "manage.set_privilege", object{"file_id": copied, "policy": 2})
}
