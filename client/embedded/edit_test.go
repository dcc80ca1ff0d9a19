//go:build unix

package embedded

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
)

// clerk edits Word documents by hand, over the same plain requests.
type clerk struct {
	*desk
	id string
}

const clerkText = "Ünder the 文档 bridge 😀 flows water."

// openClerk makes a document with a heading, text, a table and a box, all by the
// tools themselves.
func openClerk(t *testing.T, f fault.Docs) *clerk {
	t.Helper()
	k := &clerk{desk: openDesk(t, f)}
	k.id = k.create("doc", "Report", "")
	k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": "# First\n\n" + clerkText + "\n\n## Second\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n```go\nx := 1\n```\n\nThe end."})
	return k
}

func (k *clerk) ask(tool string, args object) reading {
	k.t.Helper()
	all := object{"file_id": k.id}
	maps.Copy(all, args)
	return k.call(tool, all)
}

// edit expects success, one version more, and the whole edit response.
func (k *clerk) edit(tool string, args object) (version int64) {
	k.t.Helper()
	a := k.ask(tool, args)
	if keys := slices.Sorted(maps.Keys(a)); strings.Join(keys, " ") != "base_version err_msg new_version trace_id" {
		k.t.Errorf("%s answers %v", tool, keys)
	}
	if a.num("new_version") != a.num("base_version")+1 || a["err_msg"] != "" {
		k.t.Errorf("%s: %v", tool, a)
	}
	return a.num("new_version")
}

func (a reading) num(key string) int64 {
	n, ok := a[key].(json.Number)
	if !ok {
		return -1
	}
	v, _ := n.Int64()
	return v
}

func (k *clerk) last() int64     { return k.ask("doc.get_last_operable_pos", nil).num("position") }
func (k *clerk) version() int64  { return k.ask("doc.get_last_operable_pos", nil).num("version") }
func (k *clerk) content() string { return k.ask("get_content", nil).str("content") }
func (k *clerk) at(s string) object {
	k.t.Helper()
	found := k.ask("doc.find", object{"text": s}).list("text_and_locations")
	if len(found) == 0 {
		k.t.Fatalf("%q is not there", s)
	}
	r := found[0]["range"].(map[string]any)
	return object{"begin": r["begin"], "end": r["end"]}
}

func (k *clerk) begin(s string) int64 { return reading(k.at(s)).num("begin") }
func (k *clerk) end(s string) int64   { return reading(k.at(s)).num("end") }

// has expects parts in the text, and no others.
func (k *clerk) has(what string, parts ...string) {
	k.t.Helper()
	c := k.content()
	for _, p := range parts {
		part, not := strings.CutPrefix(p, "no ")
		if strings.Contains(c, part) == not {
			k.t.Errorf("%s: %s in\n%s", what, p, c)
		}
	}
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// Every editing tool does what it says, and each is one version.
func TestEachEditTool(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	k.has("insert_markdown", "# First", clerkText, "## Second", "- one", "x := 1")
	k.edit("doc.insert_text", object{"text": "swiftly ", "index": k.begin("flows")})
	k.has("insert_text", "bridge 😀 swiftly flows")
	k.edit("doc.insert_text", object{"text": " Truly.", "index": k.last()})
	k.has("insert_text at the end", "Truly.")
	at := k.end("water.")
	k.edit("doc.insert_paragraph", object{"idx": at, "level": "3"})
	k.edit("doc.insert_text", object{"text": "Third", "index": at + 1})
	k.has("insert_paragraph", "### Third")
	k.edit("doc.insert_paragraph_with_text", object{"idx": k.end("Third"), "text": "counted", "type": "2", "numbering_lvl": "1"})
	k.has("insert_paragraph_with_text", "1. counted")
	k.edit("doc.replace_text", object{"text": "stream", "ranges": []object{k.at("water")}})
	k.has("replace_text", "flows stream.", "no water")
	k.edit("doc.replace_text", object{"text": "", "ranges": []object{k.at(" stream")}})
	k.has("replace_text with nothing", "flows.")
	k.edit("doc.find_and_replace", object{"old_text": "t", "new_text": "T"})
	k.has("find_and_replace", "Third", "counTed", "swifTly", "no swiftly")
	before := k.version()
	if a := k.ask("doc.find_and_replace", object{"old_text": "nowhere", "new_text": "x"}); a.num("new_version") != before || a.num("base_version") != before || a["err_msg"] != "" {
		t.Error("a replacement of nothing:", a)
	}
	k.edit("doc.update_text_property", object{"ranges": []object{k.at("bridge")}, "property": object{"bold": true, "color": "FF0000"}})
	k.has("update_text_property", "**bridge**")
	k.edit("doc.insert_task", object{"idx": k.last(), "tasks": []object{{"state": 1, "content": "open"}, {"state": 2, "content": "shut"}}})
	k.has("insert_task", "- [ ] open", "- [x] shut")
	k.edit("doc.insert_page_break", object{"index": k.begin("Third")})
	tables := k.ask("doc.resolve_document_structure", nil).num("total_tables")
	k.edit("doc.insert_table", object{"index": k.last(), "rows": 2, "cols": 3})
	if n := k.ask("doc.resolve_document_structure", nil).num("total_tables"); n != tables+1 {
		t.Error("tables", n)
	}
	k.edit("doc.insert_markdown", object{"index": k.last(), "base64_markdown": b64("####### deep\n\n*x*"), "markdown": "not this"})
	k.has("insert_markdown", "_x_", "####### deep", "no not this")
	k.edit("doc.insert_comment", object{"text": "why?", "range": k.at("bridge")})
	c := k.ask("doc.get_comments", nil).list("comments")
	if len(c) != 1 || c[0].str("text") != "why?" || c[0]["is_point_anchor"] != false || c[0].num("range_end")-c[0].num("range_begin") != 6 {
		t.Fatal(c)
	}
	size := k.last()
	k.edit("doc.insert_comment", object{"text": "so", "range": k.at("bridge"), "ref_id": c[0].str("id")})
	if c = k.ask("doc.get_comments", nil).list("comments"); len(c) != 2 || c[1].str("ref_id") != c[0].str("id") || k.last() != size {
		t.Error(c)
	}
	k.edit("doc.insert_comment", object{"text": "here", "range": object{"begin": k.begin("Second"), "end": k.begin("Second")}})
	if c = k.ask("doc.get_comments", nil).list("comments"); len(c) != 3 || c[2]["is_point_anchor"] != true {
		t.Error(c)
	}
	check(t, k.s)
	checkPages(t, k.s)
}
