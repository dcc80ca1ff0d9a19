//go:build unix

package embedded

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/client/office/word/read"
)

// What version_info says of edits and of queries.
func TestVersions(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	if k.version() != 2 {
		t.Fatal(k.version())
	}
	on := func(base any, more ...any) object {
		v := object{"base_version": base}
		if len(more) > 0 {
			v["is_latest"] = more[0]
		}
		return object{"index": k.last(), "text": "x", "version_info": v}
	}
	k.edit("doc.insert_text", on(2))
	k.edit("doc.insert_text", on(0))
	k.refuse(pages.Bad, "", "doc.insert_text", on(3))
	k.refuse(pages.Bad, "", "doc.insert_text", on(5))
	k.edit("doc.insert_text", on(2, true))
	k.edit("doc.insert_text", on(5, false))
	// Queries of earlier versions.
	for v, want := range map[int]string{1: "# Report\n", 2: "The end.\n", 3: "The end.\n\nx\n", 4: "xx\n", 6: "xxxx\n"} {
		a := k.ask("get_content", object{"version_info": object{"base_version": v}})
		if !strings.HasSuffix(a.str("content"), want) || a.num("version") != int64(v) {
			t.Errorf("version %d: %v", v, a)
		}
	}
	k.refuse(pages.Bad, "no version 7", "doc.find", object{"text": "x", "version_info": object{"base_version": 7}})
	if a := k.ask("doc.find", object{"text": "x", "version_info": object{"base_version": 2}}); len(a.list("text_and_locations")) != 1 || a["read_result"].(map[string]any)["trace_id"] != a["trace_id"] {
		t.Error(a)
	}
	if a := k.ask("doc.get_outline", object{"version_info": object{"base_version": 1, "is_latest": true}}); a.num("version") != 6 {
		t.Error(a)
	}
	k.refused(pages.Bad, "no version 2", "doc.get_outline", object{"file_id": k.create("doc", "new", ""), "version_info": object{"base_version": 2}})
}

// The switch puts an edit of somebody else before ours.
func TestStaleVersion(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	k.watch.Change(func(f *fault.Faults) { f.Docs.Stale = fault.Rate{Every: 2} })
	at := k.last()
	k.edit("doc.insert_text", object{"index": at, "text": "one", "version_info": object{"base_version": 2}})
	a, err := k.try("doc.insert_text", object{"file_id": k.id, "index": at, "text": "late", "version_info": object{"base_version": 3}})
	if err != nil {
		t.Fatal(err)
	}
	out := decode(t, a.Result.Content[0].Text)
	if !strings.Contains(out.str("err_msg"), "4") || out.num("new_version") != 4 || k.version() != 4 {
		t.Error(out)
	}
	k.has("a stranger", "Somebody else was here.", "one", "no late")
	k.watch.Change(func(f *fault.Faults) { f.Docs.Stale = fault.Rate{} })
	k.edit("doc.insert_text", object{"index": k.last(), "text": "three", "version_info": object{"base_version": 4}})
	edits := k.ask("doc.list_recent_ai_edits", nil).list("edits")
	if len(edits) != 3 || edits[0].num("version") != 5 || edits[1].num("version") != 3 || edits[0].str("tool_name") != "doc.insert_text" {
		t.Error(edits)
	}
	if _, err := time.Parse(time.RFC3339, edits[0].str("time")); err != nil {
		t.Error(err)
	}
	k.refuse(pages.Bad, "somebody else", "doc.revert_revision", object{"target_version": 4})
}

// The answer of an edit is lost, whether the edit was made or not; a query's is
// not.
func TestLostAnswersOfEdits(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	args := object{"file_id": k.id, "index": 0, "text": "x", "version_info": object{"base_version": 2}}
	for after, f := range map[int64]fault.Docs{2: {LoseBefore: fault.Rate{P: 1}}, 3: {LoseAfter: fault.Rate{P: 1}}} {
		k.watch.Change(func(all *fault.Faults) { all.Docs = f })
		if a, err := k.try("doc.insert_text", args); err == nil {
			t.Error(a.raw)
		}
		if v := k.version(); v != after && v != 3 {
			t.Errorf("version %d, want %d", v, after)
		}
	}
	k.watch.Change(func(f *fault.Faults) { f.Docs = fault.Docs{} })
	k.refuse(pages.Bad, "newest", "doc.insert_text", args)
}

// Edits of ours are reverted, whatever they were, as long as nothing later changes
// the same place.
func TestRevert(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	pic := pngText()
	before := k.content()
	for _, c := range []struct {
		tool string
		args object
	}{
		{"doc.insert_text", object{"index": k.begin("bridge"), "text": "old "}},
		{"doc.insert_paragraph", object{"idx": k.end("water."), "level": "2"}},
		{"doc.replace_text", object{"ranges": []object{k.at("bridge"), k.at("one")}, "text": "x"}},
		{"doc.find_and_replace", object{"old_text": "e", "new_text": "E"}},
		{"doc.update_text_property", object{"ranges": []object{k.at("bridge")}, "property": object{"bold": true}}},
		{"doc.insert_task", object{"idx": k.begin("Second"), "tasks": []object{{"state": 1, "content": "x"}}}},
		{"doc.insert_image", object{"index": k.begin("Second"), "content": pic}},
		{"doc.insert_page_break", object{"index": k.begin("Second")}},
		{"doc.insert_table", object{"index": k.begin("flows"), "rows": 2, "cols": 2}},
		{"doc.insert_comment", object{"range": k.at("bridge"), "text": "x"}},
		{"doc.insert_markdown", object{"index": k.begin("flows"), "markdown": "# a\n\n| b |\n|---|\n| c |"}},
	} {
		version := k.edit(c.tool, c.args)
		k.edit("doc.revert_revision", object{"target_version": version})
		if after := k.content(); after != before {
			t.Errorf("%s:\n%s\nwant\n%s", c.tool, after, before)
		}
		if n := len(k.ask("doc.get_comments", nil).list("comments")); n != 0 {
			t.Errorf("%s: %d comments", c.tool, n)
		}
		k.refuse(pages.Bad, "taken back already", "doc.revert_revision", object{"target_version": version})
	}
	// A revert is reverted, and that again.
	version := k.edit("doc.insert_text", object{"index": k.begin("bridge"), "text": "old "})
	again := k.edit("doc.revert_revision", object{"target_version": k.edit("doc.revert_revision", object{"target_version": version})})
	k.has("a revert of a revert", "old bridge")
	k.edit("doc.revert_revision", object{"target_version": again})
	k.has("and again", "no old bridge")
	// Beside other edits, and not where they overlap.
	one := k.edit("doc.insert_text", object{"index": k.begin("bridge"), "text": "1 "})
	k.edit("doc.insert_text", object{"index": k.begin("First"), "text": "2 "})
	k.edit("doc.insert_markdown", object{"index": k.begin("2 First"), "markdown": "before\n\nthat"})
	three := k.edit("doc.insert_text", object{"index": k.begin("one"), "text": "3 "})
	k.edit("doc.revert_revision", object{"target_version": one})
	k.has("revert beside others", "the 文档 bridge", "2 First", "3 one", "that")
	k.edit("doc.insert_text", object{"index": k.end("3 "), "text": "4 "})
	k.refuse(pages.Bad, "later edits", "doc.revert_revision", object{"target_version": three})
	thread := k.edit("doc.insert_comment", object{"range": k.at("bridge"), "text": "x"})
	id := k.ask("doc.get_comments", nil).list("comments")[0].str("id")
	answer := k.edit("doc.insert_comment", object{"range": k.at("bridge"), "text": "y", "ref_id": id})
	k.refuse(pages.Bad, "later edits", "doc.revert_revision", object{"target_version": thread})
	k.edit("doc.revert_revision", object{"target_version": answer})
	k.edit("doc.revert_revision", object{"target_version": thread})
	if n := len(k.ask("doc.get_comments", nil).list("comments")); n != 0 {
		t.Error(n)
	}
	if n := len(k.ask("doc.list_recent_ai_edits", object{"limit": 3}).list("edits")); n != 3 {
		t.Error(n)
	}
}

func pngText() string { return b64(string(pixelPNG())) }

// The second generation has other names, links, and structures in pages.
func TestSecondGenerationOfDocTools(t *testing.T) {
	d := openDesk(t, fault.Docs{Second: true})
	k := &clerk{desk: d, id: d.call("manage.create_file", object{"title": "x", "doc_type": "doc"}).str("file_id")}
	link := "https://elsewhere.example/doc/" + k.id
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprint("line ", i))
	}
	k.edit("doc.insert_markdown", object{"idx": k.last(), "markdown": "# Head\n\n" + strings.Join(lines, "\n\n")})
	k.edit("doc.insert_text", object{"idx": k.last(), "text": "x"})
	k.edit("doc.insert_paragraph", object{"idx": k.last(), "type": "1", "numbering_lvl": "2"})
	k.edit("doc.insert_page_break", object{"idx": k.last()})
	k.edit("doc.insert_table", object{"idx": k.last(), "rows": 1, "cols": 1})
	k.edit("doc.insert_image", object{"idx": k.last(), "content": pngText()})
	k.edit("doc.find_and_replace_text", object{"old_text": "line 1", "new_text": "Line 1"})
	k.refused(0, "unknown argument index", "doc.insert_text", object{"file_id": k.id, "index": 1, "text": "x"})
	if a, _ := k.try("doc.find_and_replace", object{"file_id": k.id, "old_text": "x", "new_text": "y"}); a.Error == nil || a.Error.Code != -32602 {
		t.Error(a.raw)
	}
	a := k.call("doc.resolve_document_structure", object{"file_url": link})
	page := a["pagination"].(map[string]any)
	if n := len(a.list("nodes")); n != 150 || reading(page).num("returned") != 150 || reading(page).num("total") < 200 {
		t.Error(n, page)
	}
	if n := len(k.ask("doc.resolve_document_structure", object{"limit": 0}).list("nodes")); int64(n) != reading(page).num("total") {
		t.Error(n, page)
	}
	for _, mode := range []object{nil, {"mode": "compact"}, {"mode": "full"}} { // a table has its cells only where all is asked for
		args := object{"limit": 0}
		maps.Copy(args, mode)
		for _, n := range k.ask("doc.resolve_document_structure", args).list("nodes") {
			if rows := n["table_rows"]; n.str("type") == "Table" && (rows != nil) != (mode["mode"] == "full") {
				t.Error(mode, n)
			}
		}
	}
	if n := k.ask("doc.resolve_document_structure", object{"offset": 200, "limit": 2}).list("nodes"); len(n) != 2 || n[0].num("logical_index") != 201 {
		t.Error(n)
	}
	if n := k.ask("doc.resolve_document_structure", object{"mode": "outline"}).list("nodes"); len(n) == 0 || n[0].str("type") != "Heading" {
		t.Error(n)
	}
	k.refused(pages.Bad, "file_url", "doc.get_outline", object{"file_url": "nothing"})
	k.refused(pages.Bad, "two documents", "doc.get_outline", object{"file_url": link, "file_id": "other"})
	k.refused(pages.Bad, "file_id or file_url", "doc.get_outline", object{})
	bare := openDesk(t, fault.Docs{Bare: true, Underscore: true, Missing: "get_content,doc.revert_revision"}).tools()
	if bare["get_outline"] == nil || bare["manage_create_file"] == nil || bare["get_content"] != nil || bare["revert_revision"] != nil || bare["smartcanvas_read"] == nil {
		t.Error(bare)
	}
	d = openDesk(t, fault.Docs{IntStrings: true})
	k = &clerk{desk: d, id: d.create("doc", "x", "")}
	o := k.ask("doc.get_outline", nil)
	if o["version"] != "1" || o.list("outlines")[0]["title_end"] != "1" {
		t.Error(o)
	}
	if f := k.ask("doc.find", object{"text": "x"}); f.list("text_and_locations")[0]["range"].(map[string]any)["end"] != number("1") {
		t.Error("32-bit numbers are no strings:", f)
	}
}

// The text of documents, whole and in parts.
func TestContents(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	made := d.call("doc.create_with_markdown", object{"title": "Plan", "base64_markdown": b64("# One\n\ntext")})
	k := &clerk{desk: d, id: made.str("file_id")}
	if got := k.content(); got != "# Plan\n\n# One\n\ntext\n" || k.version() != 1 {
		t.Errorf("%q", got)
	}
	k.refused(pages.Bad, "markdown", "doc.create_with_markdown", object{"title": "x"})
	var blocks []string
	for i := range 45 {
		blocks = append(blocks, fmt.Sprint("block ", i))
	}
	blocks[3] = "```\na\n\nb\n```"
	canvas := d.call("create_smartcanvas_by_mdx", object{"title": "x", "mdx": strings.Join(blocks, "\n\n")}).str("file_id")
	var parts []string
	token := ""
	for range 3 {
		args := object{"file_id": canvas}
		if token != "" {
			args["next_token"] = token
		}
		a := d.call("smartcanvas.read", args)
		parts = append(parts, a.str("content"))
		token = a.str("next_token")
	}
	if token != "" || strings.Join(parts, "\n\n") != strings.Join(blocks, "\n\n") {
		t.Error(parts)
	}
	if a := d.call("smartcanvas.read", object{"file_id": canvas, "size": 45}); a.str("next_token") != "" {
		t.Error(a)
	}
	for _, bad := range []string{"x", "0", "45", "-1"} {
		d.refused(pages.Bad, "next_token", "smartcanvas.read", object{"file_id": canvas, "next_token": bad})
	}
	d.refused(pages.WrongKind, "smart document", "smartcanvas.read", object{"file_id": k.id})
	if a := d.call("get_content", object{"file_id": canvas}); a.str("content") != strings.Join(blocks, "\n\n") {
		t.Error(a)
	}
	d.watch.Change(func(f *fault.Faults) { f.Docs.ContentCut = 8 })
	if got := k.content(); got != "# Plan\n\n" {
		t.Errorf("%q", got)
	}
}

// What the other tools do with an edited document.
func TestEditedDocumentsAreDocuments(t *testing.T) {
	now := &clock{}
	r := open(t, Options{Now: now.Now, Sample: true})
	k := &clerk{desk: &desk{t: t, s: r.s, token: r.s.Token()}}
	p := &porter{t, t.Context(), r.s, "http://aloft.local", r.s.Transport()}
	exported := func(id string) (out string, raw []byte) {
		t.Helper()
		_, raw, _ = p.exported(id)
		d, _, err := read.Docx(bytes.NewReader(raw), int64(len(raw)), word.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if _, err := md.Write(&b, d, md.Output{}); err != nil {
			t.Fatal(err)
		}
		return b.String(), raw
	}
	k.id = k.find("Project report")
	_, first := exported(k.id)
	_ = k.content()
	if _, again := exported(k.id); !bytes.Equal(first, again) {
		t.Error("a document that was only read is exported otherwise")
	}
	now.pass(time.Hour)
	info := k.call("manage.query_file_info", object{"file_id": k.id})
	k.edit("doc.insert_text", object{"index": k.last(), "text": "Edited."})
	after := k.call("manage.query_file_info", object{"file_id": k.id})
	if after.num("last_modify_time") <= info.num("last_modify_time") || after.num("create_time") != info.num("create_time") {
		t.Error(info, after)
	}
	if f := k.call("manage.recent_online_file", object{"num": 1}).list("files"); f[0].str("file_id") != k.id {
		t.Error("the recent list does not begin with it:", f[0])
	}
	text, raw := exported(k.id)
	if !strings.Contains(text, "Edited.") || !strings.Contains(text, "survey") {
		t.Error(text)
	}
	if z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw))); err != nil || len(z.File) < 5 {
		t.Error(err)
	}
	// A copy has the edits, and is independent.
	copied := &clerk{desk: k.desk, id: k.call("manage.copy_file", object{"file_id": k.id, "title": "Copy"}).str("id")}
	if copied.content() != k.content() || len(copied.ask("doc.list_recent_ai_edits", nil).list("edits")) != 0 {
		t.Error("a copy is another document")
	}
	copied.edit("doc.insert_text", object{"index": copied.last(), "text": "Copied."})
	k.has("the original", "Edited.", "no Copied.")
	if link := copied.ask("doc.get_images", nil).list("images")[0].str("image_url"); link == "" {
		t.Error("no image")
	} else if res, _ := k.get(link); res.StatusCode != 200 {
		t.Error(res.Status)
	}
	// A move and a rename do not change its content.
	before := k.content()
	k.call("manage.move_file", object{"file_id": k.id})
	k.call("manage.rename_file_title", object{"file_id": k.id, "title": "Another"})
	if k.content() != before {
		t.Error("a rename has changed the document")
	}
	// A new one keeps its first paragraph, whenever it is renamed.
	fresh := &clerk{desk: k.desk, id: k.create("doc", "Before", "")}
	twin := &clerk{desk: k.desk, id: k.call("manage.copy_file", object{"file_id": fresh.id, "title": "Twin"}).str("id")}
	k.call("manage.rename_file_title", object{"file_id": fresh.id, "title": "After"})
	for _, c := range []*clerk{fresh, twin} {
		c.has("a renamed one", "# Before")
		if text, _ := exported(c.id); text != "# Before\n" {
			t.Errorf("%q", text)
		}
		c.edit("doc.insert_text", object{"index": c.last(), "text": "text"})
		c.has("a renamed one", "# Before", "text")
	}
	// Deleted during its export.
	task := val(p.tool("export_file", object{"file_id": copied.id}), "task_id")
	k.call("manage.delete_file", object{"file_id": copied.id})
	if out := p.done("export_progress", task); val(out, "file_url") == "" {
		t.Error(out)
	}
	check(t, k.s)
}

// A long answer is the same in all forms that it can have, and a long file is read
// once.
func TestLongDocuments(t *testing.T) {
	for _, f := range []fault.Docs{{}, {SSE: fault.Rate{P: 1}}} {
		k := openClerk(t, f)
		line := `say "yes" & <no> \\ 文档 😀` + strings.Repeat(" x", 1000)
		md := strings.Repeat(line+"\n\n", 40)
		k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": md})
		if c := k.content(); strings.Count(c, "文档 😀 x x") != 40 {
			t.Error(len(c))
		}
		k.refused(pages.Bad, "", "doc.find", object{"file_id": k.id, "text": ""})
		if n := len(k.ask("doc.find", object{"text": "x x x"}).list("text_and_locations")); n < 1000 {
			t.Error(n)
		}
	}
	k := openClerk(t, fault.Docs{})
	k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": strings.Repeat("Ünder the bridge "+strings.Repeat("flows ", 60)+"\n\n", 600)})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	_, raw, _ := p.exported(k.id)
	in := &clerk{desk: k.desk, id: val(p.imported("Long.docx", raw), "file_id")}
	if in.content() != k.content() || in.version() != 1 {
		t.Error("another document")
	}
	n := 0
	for end := time.Now().Add(10 * time.Second); n == 0 && time.Now().Before(end); {
		err := k.s.pages.View(t.Context(), func(l pages.Rows) error {
			_, err := l.Row("SELECT count(*) FROM snap WHERE page = ?", []any{k.s.pages.Seq(in.id)}, &n)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	k.s.word.Forget()
	if _, again, _ := p.exported(in.id); n != 1 || !bytes.Equal(again, raw) {
		t.Error("an imported file that nobody edited is exported otherwise", n)
	}
	in.edit("doc.insert_text", object{"index": 1, "text": "x"})
}
