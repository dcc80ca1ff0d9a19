package model

import (
	"slices"
	"strings"
	"unicode/utf8"

	"aloft/model/text"
)

// LineBreaks are what a paragraph cannot hold ("no newline characters" in the
// specification of the doc tools).
const LineBreaks = "\n\r\v\f\u0085\u2028\u2029"

// maxName is how long the name of an author may be: what Word takes.
const maxName = 255

// EditFault is what is wrong with an edit, whatever the document is.
type EditFault struct {
	What text.Text
	Args []any
	Hint text.Text
	// Usage is What in the words of the command line, with the same Args; "" = it
	// has none of its own.
	Usage text.Text
}

func fault(what text.Text, args ...any) *EditFault { return &EditFault{What: what, Args: args} }

// CheckLine says why a text cannot stand in a paragraph, nil when it can.
func CheckLine(s string) *EditFault {
	if f := checkUTF8(s); f != nil {
		return f
	}
	if strings.ContainsAny(s, LineBreaks) {
		return &EditFault{What: text.EditsNewline, Hint: "insert a paragraph instead, or Markdown"}
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
		return &EditFault{What: "the search has a line break; the service searches only within one paragraph", Hint: text.WhereMatchHint}
	}
	return f
}

func checkUTF8(s string) *EditFault {
	if utf8.ValidString(s) && !strings.ContainsRune(s, 0) {
		return nil
	}
	return &EditFault{What: "the text is not UTF-8; nothing was changed", Hint: "save it as UTF-8 and try again"}
}

// Check says why the service would refuse an edit wherever it goes, or would
// misread it; nil = it is valid, its place and its image aside ("Editing tools" and
// "Parameter rules" in the specification of the doc tools).
func (e Edit) Check() *EditFault {
	s, ok := e.Kind.Spec()
	if !ok {
		return fault("unknown kind of edit: %q", string(e.Kind))
	}
	if e.Suggest != "" && s.Final != "" {
		return fault(s.Final)
	}
	if f := CheckLine(e.Suggest); f != nil || utf8.RuneCountInString(e.Suggest) > maxName {
		return fault("the author's name must be one line of at most %d {letter|letters}; nothing was changed", maxName)
	}
	for i := range s.Fields {
		if f := s.Fields[i].check(&s, &e); f != nil {
			return f
		}
	}
	if s.Check != nil {
		return s.Check(e)
	}
	return nil
}

// check says why the field of an edit holds something that cannot be.
func (f *EditField) check(s *EditSpec, e *Edit) *EditFault {
	switch f.Type {
	case FieldLine:
		if f.Need && *f.Text(e) == "" {
			return fault(text.EditsNoText)
		}
		return CheckLine(*f.Text(e))
	case FieldText, FieldMarkdown:
		if strings.TrimSpace(*f.Text(e)) == "" {
			return fault(text.EditsNoText)
		}
		return checkUTF8(*f.Text(e))
	case FieldSearch:
		if *f.Text(e) == "" && s.At == EditAtMatches { // ranges may stand in for it
			return nil
		}
		return CheckSearch(*f.Text(e))
	case FieldTasks:
		return checkTasks(e.Tasks)
	case FieldNumber, FieldChoice, FieldVersion:
		if !f.fits(e) {
			return &EditFault{What: f.Fault, Usage: f.Usage, Args: f.said(e)}
		}
	case FieldColor:
		if c := *f.Text(e); c != "" && !IsColor(c) {
			return &EditFault{What: f.Fault, Usage: f.Usage, Args: f.said(e)}
		}
	}
	return nil
}

// fits: the number is within its limits.
func (f *EditField) fits(e *Edit) bool {
	switch n := 0; f.Type {
	case FieldVersion:
		return e.Version > 0
	case FieldChoice:
		n = *f.Number(e)
		return slices.ContainsFunc(f.Choices, func(c EditChoice) bool { return c.Value == n })
	default:
		return f.Takes(*f.Number(e))
	}
}

// Takes reports whether a number is within the limits of the field; 0 is one that was
// left out.
func (f *EditField) Takes(n int) bool {
	return n == 0 && !f.Need || n >= f.Least && (f.Most == 0 || n <= f.Most)
}

// said are the arguments of the field's messages.
func (f *EditField) said(e *Edit) []any {
	switch {
	case f.Values != nil:
		return f.Values(e)
	case f.Text != nil:
		return []any{*f.Text(e)}
	case f.Number != nil:
		return []any{*f.Number(e)}
	}
	return nil
}

// IsColor: RRGGBB ("Text property object" in the specification of the doc tools).
func IsColor(s string) bool {
	return len(s) == 6 && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

func checkProps(e Edit) *EditFault {
	if e.Props.Empty() {
		return &EditFault{
			What:  "no property was given; nothing was changed",
			Usage: "nothing to set; use --bold, --italic, --underline, --strike, --small-caps, --color or --background",
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
