package edits

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

const celled = "The price is EUR 12,000 per year.\n\n| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n\nThe end"

// What an edit made counts as made where a comment, a cell or a service's short form of the
// structure is in the way of seeing it, whether the answer came or was lost.
func TestEditsAreSeenInCommentsCellsAndShortStructures(t *testing.T) {
	heading := model.Edit{Kind: model.EditMarkdown, Text: "## New heading"}
	replace := client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "The price is EUR 12,000 per year", Text: "It costs EUR 13,000 each year"}}
	for name, c := range map[string]struct {
		notes   []string // texts that carry a comment
		compact bool
		edit    func(b *bench) client.EditAt
	}{
		"a comment within":      {[]string{"EUR 12,000 per"}, false, func(*bench) client.EditAt { return replace }},
		"comments at both ends": {[]string{"The price", "per year", "price is EUR"}, false, func(*bench) client.EditAt { return replace }},
		"a comment over more":   {[]string{"EUR 12,000 per year."}, false, func(*bench) client.EditAt { return replace }},
		"a heading in a cell":   {nil, false, func(b *bench) client.EditAt { return b.at("cell:1,2,2", heading) }},
		"a paragraph in a cell": {nil, false, func(b *bench) client.EditAt {
			return b.at("cell:1,1,1", model.Edit{Kind: model.EditParagraph, Text: "x y z", Paragraph: model.ParagraphStyle{Level: 2}})
		}},
		"a table without cells": {nil, true, func(b *bench) client.EditAt {
			return b.at("match:The end", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3})
		}},
	} {
		for _, lost := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", answer lost ", lost), func(t *testing.T) {
				b := newBench(t, celled)
				b.f.compact = c.compact
				for _, n := range c.notes {
					b.do(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: n, Text: "hm"}})
				}
				if lost {
					b.f.after = func(model.Edit) error { return client.Errorf(client.KindUnknown, opEdit, fakePlace(), "cut off") }
				}
				// No service says whether a paragraph in a cell is a heading.
				if r := b.do(c.edit(b)); r.Verified == strings.HasSuffix(name, "in a cell") {
					t.Errorf("%+v", r)
				}
			})
		}
	}
}

// Where the search does not show an edit, the structure of the version that it made does; a
// version with nothing new in it is not taken for the edit.
func TestTheStructureShowsWhatTheSearchHides(t *testing.T) {
	for name, c := range map[string]struct {
		lies, noOld bool
		want        model.EditOutcome
	}{
		"made":                      {false, false, model.EditDone},
		"made, no older versions":   {false, true, model.EditDone},
		"not made":                  {true, false, model.EditFailed},
		"not made, no old versions": {true, true, model.EditUnknown},
	} {
		for _, e := range []client.EditAt{
			{Edit: model.Edit{Kind: model.EditReplace, Old: "The price", Text: "Their price"}},
			{Edit: insert("some words"), At: where(t, "end")},
			{Edit: model.Edit{Kind: model.EditMarkdown, Text: "## Words"}, At: where(t, "end")},
		} {
			b := newBench(t, celled)
			p, err := b.plan(e)
			if err != nil {
				t.Fatal(err)
			}
			b.f.blind, b.f.lies, b.f.noOld = true, c.lies, c.noOld
			r, err := b.e.Apply(t.Context(), p)
			shown := e.Edit.Kind == model.EditMarkdown && !c.lies // a heading is in the outline
			if r.Outcome != c.want || r.Verified != shown || (err == nil) != (c.want == model.EditDone) || (len(r.Missing) > 0) != (c.want == model.EditUnknown) {
				t.Errorf("%s, %s: %+v, %v", name, e.Edit.Kind, r, err)
			}
		}
	}
}
