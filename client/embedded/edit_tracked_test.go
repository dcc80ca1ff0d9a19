//go:build unix

package embedded

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
)

const (
	trackedIns = `<w:ins w:id="1" w:author="Ann" w:date="2026-01-02T03:04:05Z"><w:r><w:t xml:space="preserve">two </w:t></w:r></w:ins>`
	trackedDel = `<w:del w:id="2" w:author="Ben"><w:r><w:delText>gone</w:delText></w:r></w:del>`
)

// trackedFile has tracked changes, and a resolved thread with a reply.
func trackedFile(t *testing.T) []byte {
	const ns = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"`
	const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	comment := func(id, para, words string) string {
		return `<w:comment w:id="` + id + `" w:author="Ann"><w:p w14:paraId="` + para + `"><w:r><w:t>` + words + `</w:t></w:r></w:p></w:comment>`
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", rels + `<Relationship Id="r1" Type="` + kind + `officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", rels + `<Relationship Id="r1" Type="` + kind + `comments" Target="comments.xml"/><Relationship Id="r2" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/></Relationships>`},
		{"word/document.xml", `<w:document` + ns + `><w:body><w:p><w:r><w:t xml:space="preserve">one </w:t></w:r>` + trackedIns + trackedDel + `<w:r><w:t>three</w:t></w:r></w:p>` +
			`<w:p><w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/><w:r><w:t>said</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p></w:body></w:document>`},
		{"word/comments.xml", `<w:comments` + ns + `>` + comment("0", "00000001", "why?") + comment("1", "00000002", "because") + `</w:comments>`},
		{"word/commentsExtended.xml", `<w15:commentsEx` + ns + `><w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="1"/></w15:commentsEx>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func partOf(t *testing.T, file []byte, name string) string {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Tracked changes are listed where they stand now, and are in the export as they were,
// in a paragraph that was edited too.
func TestTrackedChanges(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	k.id = val(p.imported("Tracked.docx", trackedFile(t)), "file_id")
	list := func() string {
		var out []string
		for _, r := range k.ask("doc.get_revisions", nil).list("revisions") {
			out = append(out, fmt.Sprintf("%s %s %q %d-%d", r.str("kind"), r.str("author"), r.str("text"), r.num("range_begin"), r.num("range_end")))
		}
		return strings.Join(out, "\n")
	}
	if got := list(); got != "insertion Ann \"two \" 4-8\ndeletion Ben \"gone\" 8-8" {
		t.Error(got)
	}
	k.edit("doc.insert_text", object{"index": 0, "text": "zero "})
	if got := list(); got != "insertion Ann \"two \" 9-13\ndeletion Ben \"gone\" 13-13" {
		t.Error(got)
	}
	_, file, _ := p.exported(k.id)
	if main := partOf(t, file, "word/document.xml"); !strings.Contains(main, trackedIns+trackedDel) {
		t.Error(main)
	}
	if got := k.create("doc", "New", ""); len((&clerk{desk: k.desk, id: got}).ask("doc.get_revisions", nil).list("revisions")) != 0 {
		t.Error("a new document has tracked changes")
	}
}

// A tracked change is accepted or rejected by its id, which is the same after other
// edits and none any more after that: the version rises, the rest of the file keeps its
// bytes, comments keep their ids, and it is taken back like another edit while it is the
// newest.
func TestResolveTrackedChanges(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	raw := trackedFile(t)
	k.id = val(p.imported("Tracked.docx", raw), "file_id")
	ids := func() []string {
		var out []string
		for _, r := range k.ask("doc.get_revisions", nil).list("revisions") {
			out = append(out, r.str("id"))
		}
		return out
	}
	said := k.ask("doc.get_comments", nil).list("comments")
	all := ids()
	k.edit("doc.insert_text", object{"index": 0, "text": "zero "})
	if again := ids(); !slices.Equal(again, all) {
		t.Errorf("%v became %v", all, again)
	}
	edited := k.content()
	k.edit("doc.resolve_revisions", object{"action": "reject", "revision_ids": all[1]})
	if !strings.Contains(k.content(), "zero one two gonethree") {
		t.Error(k.content())
	}
	left := ids()
	if len(left) != 1 || slices.Contains(all, left[0]) {
		t.Errorf("%v is left of %v", left, all)
	}
	k.refuse(400001, "no longer", "doc.resolve_revisions", object{"action": "accept", "revision_ids": all[0]})
	k.refuse(400001, "no such", "doc.resolve_revisions", object{"action": "accept", "author": "Nobody"})
	if now := k.ask("doc.get_comments", nil).list("comments"); len(now) != 2 || now[0].str("id") != said[0].str("id") || now[1].str("ref_id") != said[0].str("id") {
		t.Errorf("%v became %v", said, now)
	}
	_, file, _ := p.exported(k.id)
	for _, name := range []string{"word/comments.xml", "word/commentsExtended.xml", "[Content_Types].xml"} {
		if partOf(t, file, name) != partOf(t, raw, name) {
			t.Errorf("%s is another", name)
		}
	}
	if main := partOf(t, file, "word/document.xml"); !strings.Contains(main, trackedIns) || strings.Contains(main, "w:del") || !strings.Contains(main, "<w:t>gone</w:t>") {
		t.Error(main)
	}
	k.edit("doc.revert_revision", object{"target_version": 3})
	if got := k.content(); got != edited || !slices.Equal(ids(), all) {
		t.Errorf("%q, not %q; %v", got, edited, ids())
	}
	k.edit("doc.resolve_revisions", object{"action": "accept"})
	if k.content() != edited || len(ids()) > 0 {
		t.Error(k.content(), ids())
	}
	k.edit("doc.insert_text", object{"index": 0, "text": "more "})
	for _, version := range []int{2, 5} {
		k.refuse(400001, "tracked changes", "doc.revert_revision", object{"target_version": version})
	}
	if !strings.Contains(k.content(), "more zero one two three") {
		t.Error(k.content())
	}
}

// A resolved thread is said to be, stays so in the export, and takes a reply.
func TestResolvedThread(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	raw := trackedFile(t)
	k.id = val(p.imported("Tracked.docx", raw), "file_id")
	all := k.ask("doc.get_comments", nil).list("comments")
	if len(all) != 2 || all[0]["done"] != true || all[1].str("ref_id") != all[0].str("id") {
		t.Fatal(all)
	}
	k.edit("doc.insert_text", object{"index": 0, "text": "zero "})
	const extended = "word/commentsExtended.xml"
	if _, file, _ := p.exported(k.id); partOf(t, file, extended) != partOf(t, raw, extended) {
		t.Error(partOf(t, file, extended))
	}
	k.edit("doc.insert_comment", object{"range": object{"begin": 0, "end": 0}, "text": "still?", "ref_id": all[0].str("id")})
	_, file, _ := p.exported(k.id)
	got := partOf(t, file, extended)
	if !strings.Contains(got, `w15:paraId="00000001" w15:done="1"`) || strings.Count(got, `w15:paraIdParent="00000001"`) != 2 {
		t.Error(got)
	}
	again := &clerk{desk: k.desk, id: val(p.imported("Again.docx", file), "file_id")}
	if all := again.ask("doc.get_comments", nil).list("comments"); len(all) != 3 || all[0]["done"] != true || all[2].str("ref_id") != all[0].str("id") {
		t.Error(all)
	}
}

// A thread is resolved and opened again, by any of its comments: in a file that says so, in one that does not, and in a
// new one. Everything else in the file is as it was, and an undo takes it back.
func TestResolveComments(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	raw := trackedFile(t)
	k.id = val(p.imported("Tracked.docx", raw), "file_id")
	states := func(k *clerk) (out []any) {
		for _, c := range k.ask("doc.get_comments", nil).list("comments") {
			out = append(out, c["done"])
		}
		return out
	}
	all := k.ask("doc.get_comments", nil).list("comments")
	again := func() *clerk {
		_, file, _ := p.exported(k.id)
		for _, name := range []string{"word/document.xml", "word/comments.xml"} {
			if k.id != "" && len(all) == 2 && partOf(t, file, name) != partOf(t, raw, name) {
				t.Errorf("%s is another\n%s", name, partOf(t, file, name))
			}
		}
		return &clerk{desk: k.desk, id: val(p.imported("Again.docx", file), "file_id")}
	}
	k.edit("doc.resolve_comments", object{"action": "reopen", "comment_ids": all[1].str("id")})
	for _, k := range []*clerk{k, again()} {
		if got := states(k); !slices.Equal(got, []any{false, false}) {
			t.Error(got)
		}
	}
	k.edit("doc.revert_revision", object{"target_version": 2})
	if got := states(k); !slices.Equal(got, []any{true, true}) {
		t.Error(got)
	}
	k.refuse(400001, "no comment", "doc.resolve_comments", object{"action": "resolve", "comment_ids": "nobody"})

	k.id = k.create("doc", "New", "")
	k.edit("doc.insert_text", object{"index": k.last(), "text": "said"})
	k.edit("doc.insert_comment", object{"range": k.at("said"), "text": "hm?"})
	all = k.ask("doc.get_comments", nil).list("comments")
	k.edit("doc.resolve_comments", object{"action": "resolve", "comment_ids": all[0].str("id")})
	for _, k := range []*clerk{k, again()} {
		if got := states(k); !slices.Equal(got, []any{true}) {
			t.Error(got)
		}
	}
	// Suggesting writes the document into a file of its own, where the comment has another name.
	k.edit("doc.insert_text", object{"index": k.last(), "text": " more", "suggest_as": "Ann"})
	k.edit("doc.insert_text", object{"index": k.last(), "text": " still"})
	for _, k := range []*clerk{k, again()} {
		if got := states(k); !slices.Equal(got, []any{true}) {
			t.Error(got)
		}
	}
	k.edit("doc.resolve_comments", object{"action": "reopen", "comment_ids": all[0].str("id")})
	if got := states(again()); !slices.Equal(got, []any{false}) {
		t.Error(got)
	}
}
