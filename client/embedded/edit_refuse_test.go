//go:build unix

package embedded

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/docs"
	"aloft/client/embedded/pages"
)

// refuse expects a refusal with a message, in the err_msg of a whole edit response
// when the tool edits, and an unchanged document.
func (k *clerk) refuse(code int, words, tool string, args object) {
	k.t.Helper()
	version, content := k.version(), k.content()
	all := object{"file_id": k.id}
	maps.Copy(all, args)
	k.refused(code, words, tool, all)
	if k.version() != version || k.content() != content {
		k.t.Errorf("%s %v has changed the document", tool, args)
	}
}

// Every failure case that the specification names, and those of the issue: a clear
// message, and nothing is changed.
func TestEditsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	k := openClerk(t, fault.Docs{})
	pixel := base64.StdEncoding.EncodeToString(pixelPNG())
	k.edit("doc.insert_image", object{"index": k.last(), "content": pixel})
	img := k.ask("doc.get_images", nil).list("images")[0]
	pos := img.str("pos")
	url, _, _ := strings.Cut(img.str("image_url"), "?")
	smile := k.begin("😀")
	far := k.last() + 1000
	r := func(b, e int64) []object { return []object{{"begin": b, "end": e}} }
	at := k.begin("bridge")
	replace := func(change object) object {
		out := object{"idx": number(pos), "old_image_url": url, "content": pixel}
		maps.Copy(out, change)
		for key, v := range out {
			if v == nil {
				delete(out, key)
			}
		}
		return out
	}
	for _, c := range []struct {
		words, tool string
		args        object
	}{
		{"", "doc.insert_text", object{"index": far, "text": "x"}},
		{"-1", "doc.insert_text", object{"index": -1, "text": "x"}},
		{"4294967296", "doc.insert_text", object{"index": 1 << 32, "text": "x"}},
		{"index", "doc.insert_text", object{"text": "x"}},
		{"text", "doc.insert_text", object{"index": 1}},
		{"text", "doc.insert_text", object{"index": 1, "text": ""}},
		{"type integer", "doc.insert_text", object{"index": "1", "text": "x"}},
		{"", "doc.insert_text", object{"index": 1, "text": "two\nlines"}},
		{"", "doc.insert_text", object{"index": smile + 1, "text": "x"}},
		{"unknown argument idx", "doc.insert_text", object{"idx": 1, "text": "x"}},
		{"", "doc.insert_paragraph", object{"idx": far}},
		{"level", "doc.insert_paragraph", object{"idx": 1, "level": "13"}},
		{"type string", "doc.insert_paragraph", object{"idx": 1, "level": 3}},
		{"numbering_type", "doc.insert_paragraph", object{"idx": 1, "numbering_type": "3"}},
		{"numbering_lvl", "doc.insert_paragraph", object{"idx": 1, "numbering_type": "1", "numbering_lvl": "10"}},
		{"indent_count", "doc.insert_paragraph", object{"idx": 1, "indent_count": 10}},
		{"", "doc.replace_text", object{"text": "x", "ranges": r(far, far+1)}},
		{"", "doc.replace_text", object{"text": "x", "ranges": r(at+3, at)}},
		{"", "doc.replace_text", object{"text": "x", "ranges": r(smile, smile+1)}},
		{"", "doc.replace_text", object{"text": "x", "ranges": r(0, k.last())}},
		{"", "doc.replace_text", object{"text": "x", "ranges": append(r(at, at+3), r(at+2, at+4)...)}},
		{"ranges", "doc.replace_text", object{"text": "x", "ranges": []object{}}},
		{"ranges", "doc.replace_text", object{"text": "x"}},
		{"ranges[0]", "doc.replace_text", object{"text": "x", "ranges": []any{7}}},
		{"ranges[0].end", "doc.replace_text", object{"text": "x", "ranges": []object{{"begin": 1}}}},
		{"ranges[1].begin", "doc.replace_text", object{"text": "x", "ranges": append(r(1, 2), object{"begin": -2, "end": 2})}},
		{"", "doc.replace_text", object{"text": "a\nb", "ranges": r(at, at+1)}},
		{"old_text", "doc.find_and_replace", object{"old_text": "", "new_text": "x"}},
		{"", "doc.find_and_replace", object{"old_text": "bridge", "new_text": "x\ny"}},
		{"", "doc.update_text_property", object{"ranges": r(far, far+1), "property": object{"bold": true}}},
		{"", "doc.update_text_property", object{"ranges": r(at, at+1), "property": object{}}},
		{"", "doc.update_text_property", object{"ranges": r(at, at+1), "property": object{"color": "red"}}},
		{"property.bold", "doc.update_text_property", object{"ranges": r(at, at+1), "property": object{"bold": "yes"}}},
		{"", "doc.insert_task", object{"idx": 1, "tasks": []object{{"state": 0, "content": "x"}}}},
		{"", "doc.insert_task", object{"idx": 1, "tasks": []object{{"state": 3, "content": "x"}}}},
		{"tasks", "doc.insert_task", object{"idx": 1, "tasks": []object{}}},
		{"", "doc.insert_task", object{"idx": far, "tasks": []object{{"state": 1, "content": "x"}}}},
		{"", "doc.insert_image", object{"index": 1}},
		{"", "doc.insert_image", object{"index": 1, "content": pixel, "image_id": "x"}},
		{"image_id", "doc.insert_image", object{"index": 1, "image_id": "x"}},
		{"", "doc.insert_image", object{"index": 1, "content": "no base64!"}},
		{"format", "doc.insert_image", object{"index": 1, "content": b64("no picture")}},
		{"at most 10485760", "doc.insert_image", object{"index": 1, "content": base64.StdEncoding.EncodeToString(append(pixelPNG(), make([]byte, docs.MaxImage)...))}},
		{"width", "doc.insert_image", object{"index": 1, "content": pixel, "width": 0}},
		{"", "doc.insert_image", object{"index": far, "content": pixel}},
		{"", "doc.insert_page_break", object{"index": far}},
		{"", "doc.insert_table", object{"index": 1, "rows": 0, "cols": 1}},
		{"", "doc.insert_table", object{"index": 1, "rows": -1, "cols": 1}},
		{"", "doc.insert_table", object{"index": 1, "rows": 101, "cols": 100}},
		{"", "doc.insert_table", object{"index": far, "rows": 1, "cols": 1}},
		{"", "doc.insert_comment", object{"text": "x", "range": object{"begin": far, "end": far + 1}}},
		{"", "doc.insert_comment", object{"text": "x", "range": object{"begin": 3, "end": 2}}},
		{"range", "doc.insert_comment", object{"text": "x"}},
		{"text", "doc.insert_comment", object{"text": "", "range": object{"begin": 1, "end": 2}}},
		{"", "doc.insert_comment", object{"text": "x", "range": object{"begin": 1, "end": 2}, "ref_id": "nobody"}},
		{"", "doc.replace_image", replace(object{"idx": nil})},
		{"", "doc.replace_image", replace(object{"old_image_url": nil})},
		{"", "doc.replace_image", replace(object{"content": nil})},
		{"", "doc.replace_image", replace(object{"image_id": "x"})},
		{"", "doc.replace_image", replace(object{"old_image_url": img.str("image_url")})},
		{"", "doc.replace_image", replace(object{"old_image_url": url + "x"})},
		{"", "doc.replace_image", replace(object{"old_image_url": nil, "old_attachment_id": "x"})},
		{"", "doc.replace_image", replace(object{"idx": 1})},
		{"", "doc.replace_image", replace(object{"idx": far})},
		{"base64", "doc.insert_markdown", object{"index": 1, "base64_markdown": "%%%"}},
		{"", "doc.insert_markdown", object{"index": 1, "base64_markdown": base64.StdEncoding.EncodeToString([]byte("\xff\xfe\x00"))}},
		{"markdown", "doc.insert_markdown", object{"index": 1}},
		{"million steps", "doc.insert_markdown", object{"index": 1, "markdown": strings.Repeat("*a_", 100_000)}},
		{"more than 100 levels deep", "doc.insert_markdown", object{"index": 1, "markdown": strings.Repeat("> ", 1000) + "a"}},
		{"", "doc.insert_markdown", object{"index": far, "markdown": "x"}},
		{"", "doc.insert_markdown", object{"index": smile + 1, "markdown": "x"}},
		{"7", "doc.revert_revision", object{"target_version": 77}},
		{"", "doc.revert_revision", object{"target_version": 1}},
		{"base_version", "doc.insert_text", object{"index": 1, "text": "x", "version_info": object{"base_version": -1}}},
		{"unknown argument version_info.x", "doc.insert_text", object{"index": 1, "text": "x", "version_info": object{"x": 1}}},
		{"text", "doc.find", object{"text": ""}},
		{"text", "doc.find", object{}},
		{"no version", "doc.get_outline", object{"version_info": object{"base_version": 99}}},
		{"unknown argument mode", "doc.resolve_document_structure", object{"mode": "full"}},
	} {
		k.refuse(pages.Bad, c.words, c.tool, c.args)
	}
	check(t, k.s)
}

// number is a JSON number from a string.
func number(s string) any { return json.Number(s) }

// Only Word documents have these tools, and only people with write access may edit.
func TestWhoseDocument(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	for _, kind := range []string{"sheet", "smartcanvas", "folder", "mind"} {
		id := k.create(kind, "x", "")
		for _, name := range []string{"doc.get_outline", "doc.get_images", "doc.get_last_operable_pos"} {
			k.refused(pages.WrongKind, kind, name, object{"file_id": id})
		}
		k.refused(0, kind, "doc.insert_text", object{"file_id": id, "index": 0, "text": "x"})
	}
	k.refused(pages.Bad, "no file", "doc.get_outline", object{"file_id": "nothing"})
	k.refused(0, "no file", "doc.insert_text", object{"file_id": "nothing", "index": 0, "text": "x"})
	k.refused(pages.Bad, "file_id", "doc.get_outline", object{})

	own := func(owner string, policy int) {
		t.Helper()
		err := k.s.pages.Update(t.Context(), func(l pages.Rows) error {
			return l.Do("UPDATE page SET owner = ?, policy = ? WHERE seq = ?", owner, policy, k.s.pages.Seq(k.id))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, policy := range []int{0, 1, 2} {
		own("Ana Reis", policy)
		k.refuse(pages.NoRight, "Ana Reis", "doc.insert_text", object{"index": 1, "text": "x"})
	}
	own("Ana Reis", 3)
	k.edit("doc.insert_text", object{"index": k.last(), "text": "allowed"})
	k.call("manage.delete_file", object{"file_id": k.id})
	k.refused(0, "no file", "doc.insert_text", object{"file_id": k.id, "index": 0, "text": "x"})
}

// A failed edit can be reported in any of the fields.
func TestCarriersOfEdits(t *testing.T) {
	for _, carrier := range append(fault.Carriers(), "") {
		k := openClerk(t, fault.Docs{})
		k.watch.Change(func(f *fault.Faults) { f.Docs.Carrier = carrier })
		a, err := k.try("doc.insert_text", object{"file_id": k.id, "index": 1 << 20, "text": "x"})
		if err != nil {
			t.Fatal(err)
		}
		ok := false
		switch carrier {
		case "http":
			ok = a.http == 400
		case "rpc", "business":
			ok = a.Error != nil && a.Error.Message != ""
		case "tool":
			ok = a.Result != nil && a.Result.IsError
		default:
			out := decode(t, a.Result.Content[0].Text)
			ok = out.str("err_msg") != "" && out.num("base_version") == 2 && out.num("new_version") == 2 && out.str("trace_id") != ""
		}
		if !ok {
			t.Errorf("%q: %d %s", carrier, a.http, a.raw)
		}
	}
}
