package embedded

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

func TestMoveAtHome(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	a := d.create("folder", "a", "")
	b := d.create("folder", "b", a)
	c := d.create("folder", "c", b)
	doc := d.create("doc", "d", c)
	d.call("manage.move_file", object{"file_id": doc, "target_folder_id": a})
	d.call("manage.move_file", object{"file_id": doc, "target_folder_id": a}) // there already
	if got := d.titles(a); !slices.Equal(got, []string{"b", "d"}) {
		t.Error(got)
	}
	d.call("manage.move_file", object{"file_id": doc, "target_folder_id": "/"})
	d.call("manage.move_file", object{"file_id": b})
	if got := d.titles(""); !slices.Equal(got, []string{"a", "b", "d"}) {
		t.Error(got)
	}
	for _, to := range []string{b, c} {
		d.refused(pages.Bad, "inside it", "manage.move_file", object{"file_id": b, "target_folder_id": to})
	}
	d.refused(pages.WrongKind, "is not a folder", "manage.move_file", object{"file_id": a, "target_folder_id": doc})
	d.refused(pages.Bad, "no file", "manage.move_file", object{"file_id": a, "target_folder_id": "gone"})
	d.refused(pages.Bad, "no file", "manage.move_file", object{"file_id": "gone"})
	checkPages(t, d.s)
}

func TestMoveBetweenHomeAndSpace(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	other := d.call("create_space", object{"title": "T"}).str("space_id")
	folder := d.create("folder", "f", "")
	inner := d.create("folder", "g", folder)
	doc := d.create("doc", "d", inner)
	page := d.createIn(space, "doc", "page", "")
	d.call("manage.move_file_to_space", object{"file_id": folder, "space_id": space, "target_parent_id": page})
	if info := d.call("manage.query_file_info", object{"file_id": doc}); info.str("space_id") != space {
		t.Error("what is below has not come along:", info)
	}
	if n := d.nodes(space, page); len(n) != 1 || n[0].str("node_id") != folder || n[0]["has_child"] != true || n[0].str("node_type") != "wiki_folder" {
		t.Error(n)
	}
	if got := d.titles(""); len(got) != 0 {
		t.Error(got)
	}
	d.refused(pages.Bad, "inside it", "manage.move_file_to_space", object{"file_id": page, "space_id": space, "target_parent_id": inner})
	d.refused(pages.Bad, "is in a space", "manage.move_file", object{"file_id": doc, "target_folder_id": folder})
	d.refused(pages.Bad, "not in the space", "manage.move_file_to_space", object{"file_id": doc, "space_id": other, "target_parent_id": page})
	d.refused(pages.Bad, "no space", "manage.move_file_to_space", object{"file_id": doc, "space_id": folder})
	d.refused(pages.Bad, "space_id is required", "manage.move_file_to_space", object{"file_id": doc})
	d.refused(pages.Bad, "space itself cannot be moved", "manage.move_file", object{"file_id": space})
	d.refused(pages.Bad, "space itself cannot be moved", "manage.move_file_to_space", object{"file_id": space, "space_id": other})
	d.refused(pages.Bad, "has pages under it", "manage.move_file", object{"file_id": page})
	d.call("manage.move_file_to_space", object{"file_id": folder, "space_id": other})
	if info := d.call("manage.query_file_info", object{"file_id": doc}); info.str("space_id") != other {
		t.Error(info)
	}
	d.call("manage.move_file", object{"file_id": folder})
	d.call("manage.move_file", object{"file_id": page, "target_folder_id": folder})
	if info := d.call("manage.query_file_info", object{"file_id": doc}); info.str("space_id") != "" {
		t.Error(info)
	}
	if got := d.titles(folder); !slices.Equal(got, []string{"g", "page"}) {
		t.Error(got)
	}
	if n := append(d.nodes(space, ""), d.nodes(other, "")...); len(n) != 0 {
		t.Error(n)
	}
	checkPages(t, d.s)
}

func TestCopy(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	folder := d.create("folder", "f", "")
	doc := d.create("doc", strings.Repeat("long", 9), folder)
	d.call("manage.rename_file_title", object{"file_id": doc, "title": strings.Repeat("long", 10)})
	err := d.s.pages.Update(t.Context(), func(l pages.Rows) error {
		return l.Do("UPDATE page SET blob = 'abc', suffix = 'docx', size = 17 WHERE seq = ?", d.s.pages.Seq(doc))
	})
	if err != nil {
		t.Fatal(err)
	}
	a := d.call("manage.copy_file", object{"file_id": doc})
	if a.str("title") != strings.Repeat("long", 9) {
		t.Error("a title of its own that the tool would refuse:", a)
	}
	if got := d.titles(folder); len(got) != 2 {
		t.Error("not in the folder of the original:", got)
	}
	err = d.s.pages.View(t.Context(), func(l pages.Rows) error {
		c, _, err := l.Document(d.s.pages.Seq(a.str("id")))
		if c.Blob != "abc" || c.Size != 17 || c.Suffix != "docx" || c.Policy != 0 {
			t.Errorf("%+v", c)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	d.call("manage.copy_file", object{"file_id": doc, "title": "there", "folder_id": "/"})
	if got := d.titles(""); !slices.Equal(got, []string{"f", "there"}) {
		t.Error(got)
	}
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	page := d.createIn(space, "sheet", "p", "")
	under := d.createIn(space, "mind", "q", page)
	d.call("manage.copy_file", object{"file_id": under, "title": "q2"})
	if n := d.nodes(space, page); len(n) != 2 {
		t.Error(n)
	}
	d.refused(pages.WrongKind, "folder cannot be copied", "manage.copy_file", object{"file_id": folder})
	d.refused(pages.WrongKind, "space cannot be copied", "manage.copy_file", object{"file_id": space})
	d.refused(pages.Bad, "37 characters", "manage.copy_file", object{"file_id": doc, "title": strings.Repeat("x", 37)})
	d.refused(pages.Bad, "is in a space", "manage.copy_file", object{"file_id": doc, "folder_id": page})
	checkPages(t, d.s)
}

func TestDelete(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	folder := d.create("folder", "f", "")
	doc := d.create("doc", "d", folder)
	space := d.call("create_space", object{"title": "S"}).str("space_id")
	top := d.createIn(space, "doc", "top", "")
	mid := d.createIn(space, "doc", "mid", top)
	low := d.createIn(space, "doc", "low", mid)

	d.refused(pages.Bad, "must not be mixed", "manage.delete_file", object{"file_id": doc, "delete_type": "origin", "remove_type": "all"})
	d.refused(pages.Bad, "use delete_type", "manage.delete_file", object{"file_id": doc, "remove_type": "current"})
	d.refused(pages.Bad, "use remove_type", "manage.delete_file", object{"file_id": mid, "delete_type": "origin"})
	d.refused(pages.Bad, "one of: origin, recent", "manage.delete_file", object{"file_id": doc, "delete_type": "all"})
	d.refused(pages.Bad, "space itself cannot be deleted", "manage.delete_file", object{"file_id": space, "remove_type": "all"})
	d.refused(pages.Bad, "space itself cannot be deleted", "delete_space_node", object{"space_id": space, "node_id": space})
	d.refused(pages.Bad, "not in the space", "delete_space_node", object{"space_id": space, "node_id": doc})

	d.call("manage.delete_file", object{"file_id": folder, "delete_type": "origin"})
	d.refused(pages.Bad, "no file", "manage.query_file_info", object{"file_id": folder})
	d.refused(pages.Bad, "no file", "manage.query_file_info", object{"file_id": doc})
	d.refused(pages.Bad, "no file", "manage.delete_file", object{"file_id": doc})
	var record, origin int64
	err := d.s.pages.View(t.Context(), func(l pages.Rows) error {
		_, err := l.Row("SELECT record, origin FROM pagebin WHERE page = ?", []any{d.s.pages.Seq(folder)}, &record, &origin)
		return err
	})
	if err != nil || record == 0 || origin != store.HomeSeq {
		t.Error("not in the recycle bin", record, origin, err)
	}

	d.call("manage.delete_file", object{"file_id": mid}) // the page alone: what is below it moves up
	if n := d.nodes(space, top); len(n) != 1 || n[0].str("node_id") != low {
		t.Error(n)
	}
	mid = d.createIn(space, "doc", "mid", top)
	d.call("manage.move_file_to_space", object{"file_id": low, "space_id": space, "target_parent_id": mid})
	d.call("delete_space_node", object{"space_id": space, "node_id": top, "remove_type": "all"})
	for _, id := range []string{top, mid, low} {
		d.refused(pages.Bad, "no file", "manage.query_file_info", object{"file_id": id})
	}
	if n := d.nodes(space, ""); len(n) != 0 {
		t.Error(n)
	}
	if got := d.call("manage.recent_online_file", object{"num": 1}).list("files"); len(got) != 0 {
		t.Error("deleted files are in the recent list:", got)
	}
	checkPages(t, d.s)
}

func TestSpaces(t *testing.T) {
	now := &clock{}
	r := open(t, Options{Now: now.Now})
	d := &desk{t: t, s: r.s, token: r.s.Token()}
	for i := range 3 {
		now.pass(time.Second) // times of the order are in seconds
		d.call("create_space", object{"title": fmt.Sprintf("S%d", i), "description": "about"})
	}
	all := d.call("query_space_list", object{"num": 0, "order_by": 3, "descending": true})
	list := all.list("spaces")
	if len(list) != 3 || all["has_next"] != false || list[0].str("title") != "S2" || list[0].str("description") != "about" {
		t.Fatal(all)
	}
	space := list[0].str("space_id")
	for i := range 45 {
		if i == 20 { // a full page is the last one
			if a := d.call("query_space_node", object{"space_id": space}); a["has_next"] != false || len(a.list("children")) != 20 {
				t.Error(a)
			}
		}
		d.call("create_space_node", object{"space_id": space, "title": fmt.Sprintf("n%d", i), "node_type": "wiki_tdoc", "doc_type": "excel"})
	}
	n := d.nodes(space, "")
	if len(n) != 45 || n[2].str("title") != "n2" || n[44].str("title") != "n44" || n[0].str("doc_type") != "excel" || n[0].str("node_type") != "wiki_file" || n[0]["has_child"] != false {
		t.Error(len(n), n[0])
	}
	info := d.call("manage.query_file_info", object{"file_id": n[0].str("node_id")})
	if info.str("type") != "sheet" || info.str("space_id") != space {
		t.Error(info)
	}
	sub := d.call("create_space_node", object{"space_id": space, "title": "f", "node_type": "wiki_folder", "parent_node_id": n[0].str("node_id")})["node_info"].(map[string]any)
	if sub["node_type"] != "wiki_folder" || sub["url"] != "" || sub["doc_type"] != "" {
		t.Error(sub)
	}
	link := d.call("create_space_node", object{"space_id": space, "title": "l", "node_type": "link", "link_url": "https://a.example"})["node_info"].(map[string]any)
	if link["node_type"] != "link" || link["url"] != "https://a.example" {
		t.Error(link)
	}
	for _, s := range d.call("query_space_list", object{"num": 0}).list("spaces") {
		want := "0"
		if s.str("space_id") == space {
			want = "47"
		}
		if fmt.Sprint(s["file_cnt"]) != want || s["is_owner"] != true {
			t.Error(s)
		}
	}
	if got := d.call("query_space_list", object{"num": 0, "query_by": 2}).list("spaces"); len(got) != 0 {
		t.Error(got)
	}
	d.refused(pages.Bad, "is a space, not a file", "manage.query_file_info", object{"file_id": space})
	d.refused(pages.Bad, "no space", "query_space_node", object{"space_id": "x"})
	d.refused(pages.Bad, "only a link", "create_space_node", object{"space_id": space, "title": "x", "node_type": "wiki_tdoc", "link_url": "https://a.example"})
	checkPages(t, d.s)
}
