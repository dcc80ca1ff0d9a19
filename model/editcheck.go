package model

import (
	"strings"
	"unicode/utf8"

	"aloft/model/text"
)

// LineBreaks are what a paragraph cannot hold ("no newline characters" in the
// specification of the doc tools).
const LineBreaks = "\n\r\v\f\u0085\u2028\u2029"

// EditFault is what is wrong with an edit, whatever the document is.
type EditFault struct {
	What text.Text
	Args []any
	Hint text.Text
}

func fault(what text.Text, args ...any) *EditFault { return &EditFault{What: what, Args: args} }

// CheckLine says why a text cannot stand in a paragraph, nil when it can.
func CheckLine(s string) *EditFault {
	if f := checkUTF8(s); f != nil {
		return f
	}
	if strings.ContainsAny(s, LineBreaks) {
		return &EditFault{What: text.EditsNewline, Hint: "insert paragraphs or Markdown instead"}
	}
	return nil
}

// CheckSearch says why a text cannot be searched for.
func CheckSearch(s string) *EditFault {
	f := CheckLine(s)
	switch {
	case s == "":
		return fault(text.EditsNoOld)
	case f != nil && f.What == text.EditsNewline:
		return &EditFault{What: "the search has a line break; the service finds nothing that spans two paragraphs", Hint: text.WhereMatchHint}
	}
	return f
}

func checkUTF8(s string) *EditFault {
	if utf8.ValidString(s) && !strings.ContainsRune(s, 0) {
		return nil
	}
	return &EditFault{What: "the text is not UTF-8; nothing was changed", Hint: "save it as UTF-8 and try again"}
}

// Check says why the service would refuse an edit wherever it goes, or would not
// understand it; nil = it is sound, but for its place and its image ("Editing
// tools" and "Parameter rules" in the specification of the doc tools).
func (e Edit) Check() *EditFault {
	switch e.Kind {
	case EditText:
		if e.Text == "" {
			return fault(text.EditsNoText)
		}
		return CheckLine(e.Text)
	case EditComment, EditMarkdown:
		if strings.TrimSpace(e.Text) == "" {
			return fault(text.EditsNoText)
		}
		return checkUTF8(e.Text)
	case EditParagraph:
		if f := e.Paragraph.check(); f != nil {
			return f
		}
		return CheckLine(e.Text)
	case EditReplace:
		return CheckLine(e.Text)
	case EditReplaceAll:
		if f := CheckSearch(e.Old); f != nil {
			return f
		}
		return CheckLine(e.Text)
	case EditFormat:
		return e.Props.check()
	case EditTask:
		return checkTasks(e.Tasks)
	case EditTable:
		if e.Rows < 1 || e.Cols < 1 {
			return fault("a table needs at least one row and one column, not %d and %d; nothing was changed", e.Rows, e.Cols)
		}
		return nil
	case EditRevert:
		if e.Version <= 0 {
			return fault("the version to take back is missing; nothing was changed")
		}
		return nil
	case EditImage, EditReplaceImage:
		if e.Image.Width < 0 || e.Image.Height < 0 {
			return fault("the width and height of an image cannot be negative; nothing was changed")
		}
		return nil
	case EditPageBreak:
		return nil
	}
	return fault("there is no edit of the kind %q", string(e.Kind))
}

func (s ParagraphStyle) check() *EditFault {
	switch {
	case s.Level < 0 || s.Level > LevelSubtitle:
		return fault("level %d is none: 0 as it is, 1 to 9 headings, 10 text, 11 title, 12 subtitle; nothing was changed", s.Level)
	case s.List < 0 || s.List > 2:
		return fault("list kind %d is none: 0 none, 1 bullets, 2 numbers; nothing was changed", s.List)
	case s.ListLevel < 0 || s.ListLevel > 9:
		return fault("list level %d is none: 1 to 9; nothing was changed", s.ListLevel)
	case s.Indent < 0:
		return fault("an indent cannot be %d; nothing was changed", s.Indent)
	}
	return nil
}

func (p TextProps) check() *EditFault {
	if p.Empty() {
		return fault("no property was given; nothing was changed")
	}
	for _, c := range []string{p.Color, p.Background} {
		if c != "" && (len(c) != 6 || strings.Trim(c, "0123456789abcdefABCDEF") != "") {
			return fault("%q is no colour: six hexadecimal digits, as FF8800", c)
		}
	}
	return nil
}

func checkTasks(tasks []DocTask) *EditFault {
	if len(tasks) == 0 {
		return fault(text.EditsNoTasks)
	}
	for _, t := range tasks {
		if strings.TrimSpace(t.Text) == "" {
			return fault(text.EditsNoTasks)
		}
		if f := CheckLine(t.Text); f != nil {
			return f
		}
	}
	return nil
}
