//go:build unix

package embedded

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
)

// An edit with a name is tracked changes of that person, in a document that came from a file
// and in one that did not: its text is there, what it replaces is not, both are listed,
// rejected they leave what was there before, and an undo takes them back.
func TestSuggest(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	imported := val(p.imported("Tracked.docx", trackedFile(t)), "file_id")
	fresh := k.create("doc", "New", "")
	for _, id := range []string{imported, fresh} {
		k.id = id
		if id == fresh {
			k.edit("doc.insert_markdown", object{"index": k.last(), "markdown": "# Plan\n\none two three\n\n| a | b |\n|---|---|\n| c | d |\n"})
		}
		list := func() string {
			var out []string
			for _, r := range k.ask("doc.get_revisions", nil).list("revisions") {
				if r.str("author") == "Cleo <C>" {
					out = append(out, fmt.Sprintf("%s %q", r.str("kind"), r.str("text")))
				}
			}
			return strings.Join(out, "\n")
		}
		before := k.content()
		version := k.version()
		k.edit("doc.find_and_replace", object{"old_text": "three", "new_text": "drei", "suggest_as": "Cleo <C>"})
		if got := list(); got != "deletion \"three\"\ninsertion \"drei\"" {
			t.Error(got)
		}
		if got := k.content(); got != strings.Replace(before, "three", "drei", 1) {
			t.Error(got)
		}
		k.edit("doc.insert_table", object{"index": k.last(), "rows": 2, "cols": 1, "suggest_as": "Cleo <C>"})
		k.edit("doc.revert_revision", object{"target_version": version + 2})
		if got := list(); got != "deletion \"three\"\ninsertion \"drei\"" {
			t.Error(got)
		}
		k.edit("doc.resolve_revisions", object{"action": "reject", "author": "Cleo <C>"})
		if got := k.content(); got != before || list() != "" {
			t.Error(got, list())
		}
	}
}

// A file that cannot hold a suggestion is named, and nothing is changed: one in which an earlier edit stands elsewhere
// than in the text, behind the notes.
func TestNothingIsChangedWithoutASuggestion(t *testing.T) {
	k := openClerk(t, fault.Docs{})
	p := &porter{t, t.Context(), k.s, "http://aloft.local", k.s.Transport()}
	data, err := os.ReadFile("../office/word/testdata/corpus/pandoc-notes.docx")
	if err != nil {
		t.Fatal(err)
	}
	k.id = val(p.imported("Notes.docx", data), "file_id")
	k.edit("doc.insert_paragraph_with_text", object{"idx": k.last(), "text": "suggested", "suggest_as": "Ann"})
	if !strings.Contains(k.content(), "suggested") {
		t.Error(k.content())
	}
	k.edit("doc.insert_paragraph_with_text", object{"idx": k.last(), "text": "made"})
	k.refuse(400001, "nothing can be suggested", "doc.insert_text", object{"index": 0, "text": "x", "suggest_as": "Ann"})
}
