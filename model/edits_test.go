package model

import (
	"slices"
	"strings"
	"testing"
)

// Each edit has one row, and each of its fields says where its value is.
func TestEditSpecs(t *testing.T) {
	var kinds []EditKind
	for _, s := range EditSpecs() {
		if kinds = append(kinds, s.Kind); s.Title == "" || s.Yes == "" {
			t.Errorf("%s: no words", s.Kind)
		}
		if got, ok := s.Kind.Spec(); !ok || got.Kind != s.Kind {
			t.Errorf("%s: %v", s.Kind, ok)
		}
		if name, _, _ := strings.Cut(s.Use, " "); s.Use != "" && name != string(s.Kind) {
			t.Errorf("%s: its command is %s", s.Kind, name)
		}
		var names []string
		for _, f := range s.Fields {
			e := Edit{}
			if names = append(names, f.Name); !f.Empty(&e) {
				t.Errorf("%s: %s is not empty in an edit that is", s.Kind, f.Name)
			}
			for _, other := range []string{f.Or, f.With} {
				if _, ok := s.Field(other); other != "" && !ok {
					t.Errorf("%s: %s needs %s, which is no field", s.Kind, f.Name, other)
				}
			}
			if s.Use != "" && !f.Arg && f.Help == "" {
				t.Errorf("%s: the flag of %s has no help", s.Kind, f.Name)
			}
		}
		if slices.Sort(names); len(slices.Compact(names)) != len(s.Fields) {
			t.Errorf("%s: a field is there twice: %s", s.Kind, names)
		}
	}
	if slices.Sort(kinds); len(slices.Compact(kinds)) != len(EditSpecs()) {
		t.Errorf("an edit has two rows: %s", kinds)
	}
	if _, ok := EditKind("x").Spec(); ok {
		t.Error("there is an edit x")
	}
}

// What a field or a row does not allow is refused before any request.
func TestEditLimits(t *testing.T) {
	for name, e := range map[string]Edit{
		"no kind": {}, "level": {Kind: EditParagraph, Paragraph: ParagraphStyle{Level: 13}}, "below": {Kind: EditParagraph, Paragraph: ParagraphStyle{Level: -1}},
		"list": {Kind: EditParagraph, Paragraph: ParagraphStyle{List: 3}}, "depth": {Kind: EditParagraph, Paragraph: ParagraphStyle{ListLevel: 10}},
		"indent": {Kind: EditParagraph, Paragraph: ParagraphStyle{Indent: -1}}, "rows": {Kind: EditTable, Cols: 1}, "cols": {Kind: EditTable, Rows: 1},
		"width": {Kind: EditImage, Image: NewImage{Width: -1}}, "height": {Kind: EditImage, Image: NewImage{Height: -1}},
		"colour": {Kind: EditFormat, Props: TextProps{Color: "red"}}, "nothing to set": {Kind: EditFormat}, "behind": {Kind: EditFormat, Props: TextProps{Background: "12345g"}},
		"tasks": {Kind: EditTask}, "an empty task": {Kind: EditTask, Tasks: []DocTask{{Text: " "}}}, "search": {Kind: EditReplaceAll, Text: "x"},
		"version": {Kind: EditRevert}, "comment": {Kind: EditComment, Text: " "}, "markdown": {Kind: EditMarkdown}, "bytes": {Kind: EditMarkdown, Text: "\xff"},
		"text": {Kind: EditText}, "lines": {Kind: EditReplace, Text: "a\nb"}, "lines that are sought": {Kind: EditComment, Old: "a\nb", Text: "x"},
	} {
		if f := e.Check(); f == nil || f.What == "" {
			t.Errorf("%s: it is sound", name)
		}
	}
	yes := true
	for name, e := range map[string]Edit{
		"text": {Kind: EditText, Text: "x"}, "paragraph": {Kind: EditParagraph}, "list": {Kind: EditParagraph, Paragraph: ParagraphStyle{Level: LevelSubtitle, List: 2, ListLevel: 9, Indent: 99}},
		"replace": {Kind: EditReplace}, "all": {Kind: EditReplaceAll, Old: "x"}, "format": {Kind: EditFormat, Props: TextProps{Bold: &yes}},
		"table": {Kind: EditTable, Rows: 1, Cols: 1}, "image": {Kind: EditImage}, "break": {Kind: EditPageBreak}, "revert": {Kind: EditRevert, Version: 1, Old: "a\nb"},
	} {
		if f := e.Check(); f != nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
