package model

import (
	"slices"

	"aloft/model/text"
)

// EditSpec is all that is known of an edit before a service is asked: where it
// goes, what it holds, and its words. The flags of aloft doc, the lines of a batch,
// the form on the screen, the arguments of the call, the check before it and the
// preview are made from it.
type EditSpec struct {
	Kind   EditKind
	Name   text.Text // in the list of the edits
	At     EditAt
	Fields []EditField
	// Check finds what no single field can; nil = nothing.
	Check func(Edit) *EditFault

	// Final says why it cannot be a suggestion, "" = it can. Aside: it changes no text, so
	// that there is nothing to suggest.
	Final    text.Text
	Aside    bool
	One      bool     // at most one range, which may be empty
	Replaces bool     // what stood there is gone afterwards
	All      EditKind // does the same to all matches in one call, "" = none

	Use         string    // of the command, "" = it has none of its own
	Short, Long text.Text // help of the command
	Menu        EditMenu
	Ask         text.Text // title of the form, of the place or the document
	Title       text.Text // of the plan, of the document
	Yes         text.Text // what the button does
	// Shows is the preview of an edit without text, Brief the one in a line; the
	// arguments of both are the numbers among the fields.
	Shows, Brief text.Text
}

// EditAt is what an edit applies to.
type EditAt int

const (
	EditAtNone    EditAt = iota // nothing in the text
	EditAtPlace                 // a place, where something is inserted
	EditAtMatches               // the matches of a text, or ranges
	EditAtAll                   // every match of a text; the service finds them
	EditAtImage                 // an image
	EditAtBeside                // tracked changes or comments, by their ids
)

// EditMenu is a line in the menu of what can be added; without a key it has none.
type EditMenu struct {
	Rank  int
	Key   string
	Label text.Text
}

// FieldType is what a field holds.
type FieldType int

const (
	FieldLine     FieldType = iota // text of one paragraph
	FieldText                      // text of several lines
	FieldMarkdown                  // Markdown
	FieldSearch                    // text to search for
	FieldTasks                     // tasks
	FieldNumber                    // a whole number
	FieldVersion                   // of the document
	FieldChoice                    // one of several words
	FieldSwitch                    // unchanged, on or off
	FieldColor                     // RRGGBB
	FieldFile                      // an image of this machine
	FieldID                        // an id of the service
	FieldImage                     // an image of the document, by its number
)

// EditField is one thing that an edit holds.
type EditField struct {
	Name string // in a batch
	Type FieldType
	Arg  bool   // on the command line it stands behind the document, without a flag
	Flag string // "" = the name
	Need bool
	Or   string // a field that may be given instead
	With string // a field that must be given too

	Least, Most int // of a number; Most 0 = no bound
	Preset      int
	Choices     []EditChoice

	Help    text.Text // of the flag
	Usage   text.Text // error for an invalid value on the command line
	Alone   text.Text // error there when With is missing
	Fault   text.Text // error elsewhere
	Shows   text.Text // preview of the value
	Label   text.Text // on the form, "" = it is not asked there
	Hint    text.Text // on the form, while nothing is typed
	Note    text.Text // on the form, below
	Missing text.Text // error there when nothing was typed
	Typed   string    // on the form at the beginning
	Upto    int       // the form offers the numbers from 1 to it

	// Wire is the argument's name in the specification of the doc tools, with a dot
	// within an object; "" = it is no argument, or one that needs code.
	Wire   string
	Digits bool // the number travels as a string

	// Values are the arguments of Usage and Fault; nil = its own.
	Values func(*Edit) []any
	// Where the value is: one of them, depending on the type.
	Text   func(*Edit) *string
	Number func(*Edit) *int
	Switch func(*Edit) **bool
}

// EditChoice is one of several values.
type EditChoice struct {
	Value int
	Word  string    // on the command line and in a batch
	Also  string    // a synonym there
	Label text.Text // on the form
	Args  []any
}

// EditSpecs are all edits, those of a batch first.
func EditSpecs() []EditSpec { return slices.Clone(editSpecs[:]) }

// Spec is the row of the edit's kind, in the words for what just this one does.
func (e *Edit) Spec() (EditSpec, bool) {
	s, ok := e.Kind.Spec()
	if e.Suggest != "" {
		s.Yes = "Suggest"
	}
	switch one := len(e.Verdict.IDs) == 1; {
	case e.Kind == EditComment && e.Reply != "":
		s.Title, s.Yes = "Reply in %s", "reply"
	case e.Kind == EditResolve && e.Verdict.Reject:
		s.Title, s.Yes, s.Brief, s.Shows = "Reopen comments in %s", "Reopen", "reopen comments", "the comments are open again"
	case e.Kind != EditRevisions:
	case e.Verdict.Reject:
		s.Title, s.Yes, s.Brief, s.Shows = "Reject all changes in %s", "reject", "reject tracked changes", "%d tracked {change is|changes are} dropped"
		if one {
			s.Title, s.Shows = "Reject a change in %s", "the change is dropped:"
		}
	case one:
		s.Title, s.Shows = "Accept a change in %s", "the change becomes final:"
	}
	return s, ok
}

// Spec is the edit's row, which must not be changed; false when there is no such
// edit.
func (k EditKind) Spec() (EditSpec, bool) {
	for i := range editSpecs {
		if editSpecs[i].Kind == k {
			return editSpecs[i], true
		}
	}
	return EditSpec{}, false
}

// Ranged: it applies to existing text, not to one position.
func (s *EditSpec) Ranged() bool { return s.At == EditAtMatches || s.At == EditAtAll }

// Whole: it applies to the whole document, so nothing can be combined with it.
func (s *EditSpec) Whole() bool {
	return s.At == EditAtAll || s.At == EditAtNone || s.At == EditAtBeside
}

// Batch: it may be one of several.
func (s *EditSpec) Batch() bool { return !s.Whole() }

// Has reports whether the edit has a field of the type.
func (s *EditSpec) Has(t FieldType) bool {
	return slices.ContainsFunc(s.Fields, func(f EditField) bool { return f.Type == t })
}

// Field of that name.
func (s *EditSpec) Field(name string) (EditField, bool) {
	if i := slices.IndexFunc(s.Fields, func(f EditField) bool { return f.Name == name }); i >= 0 {
		return s.Fields[i], true
	}
	return EditField{}, false
}

// Numbers are the values of the numbers among the fields, in their order.
func (s *EditSpec) Numbers(e *Edit) []any {
	var out []any
	if e.Kind == EditRevisions && e.Verdict.IDs == nil {
		out = append(out, e.Verdict.Of)
	}
	for _, f := range s.Fields {
		switch f.Type {
		case FieldNumber:
			out = append(out, *f.Number(e))
		case FieldVersion:
			out = append(out, e.Version)
		}
	}
	return out
}

// Choose is the value for a word; false when no choice has it.
func (f *EditField) Choose(word string) (int, bool) {
	for _, c := range f.Choices {
		if c.Word == word || c.Also != "" && c.Also == word {
			return c.Value, true
		}
	}
	return 0, false
}

// Words are the choices that have one, the numbered ones last.
func (f *EditField) Words() []string {
	var out, numbered []string
	for _, c := range f.Choices {
		switch {
		case c.Also != "":
			numbered = append(numbered, c.Word)
		case c.Word != "":
			out = append(out, c.Word)
		}
	}
	return append(out, numbered...)
}

// Empty: the field holds nothing.
func (f *EditField) Empty(e *Edit) bool {
	switch f.Type {
	case FieldTasks:
		return len(e.Tasks) == 0
	case FieldFile:
		return e.Image.File.IsZero()
	case FieldImage:
		return e.OldImage == nil
	case FieldVersion:
		return e.Version == 0
	}
	switch {
	case f.Text != nil:
		return *f.Text(e) == ""
	case f.Number != nil:
		return *f.Number(e) == 0
	}
	return *f.Switch(e) == nil
}
