package edits

import (
	"strings"

	"aloft/model"
	"aloft/model/markdown"
)

// mark is what the journal stores of a step: what it does and where, enough to see
// later whether it was made, and to revert it where that is exact. Of long texts it
// stores the beginning; URLs of images, which may be signed, it does not store.
type mark struct {
	Kind  model.EditKind `json:"kind"`
	At    int64          `json:"at,omitempty"`
	End   int64          `json:"end,omitempty"` // of the first range
	N     int            `json:"n,omitempty"`   // ranges, tasks
	Text  string         `json:"text,omitempty"`
	Old   string         `json:"old,omitempty"`
	Part  bool           `json:"part,omitempty"` // Text or Old is only a beginning
	Level int            `json:"level,omitempty"`
	Rows  int            `json:"rows,omitempty"`
	Cols  int            `json:"cols,omitempty"`
	Reply string         `json:"reply,omitempty"`
	Where string         `json:"where,omitempty"`
	Into  bool           `json:"into,omitempty"`
	Of    int64          `json:"of,omitempty"` // EditRevert: the version
	// Suggest: it became tracked changes.
	Suggest bool `json:"suggest,omitempty"`
	old     *model.DocImage

	// No journal has these.
	ranges  []model.Range
	verdict *model.Verdict // EditRevisions, EditResolve
}

// maxKept is how many bytes of a text the journal stores.
const maxKept = 4096

func keep(s string) (string, bool) {
	if len(s) <= maxKept {
		return s, false
	}
	return model.FirstBytes(s, maxKept), true
}

func markOf(s model.EditStep) mark {
	e := s.Edit
	m := mark{Kind: e.Kind, At: e.At, N: len(e.Ranges), Level: e.Paragraph.Level, Rows: e.Rows, Cols: e.Cols,
		Reply: e.Reply, Of: e.Version, Into: s.Into, Suggest: e.Suggest != "", old: e.OldImage, ranges: e.Ranges}
	m.Where, _ = keep(s.Where)
	if e.Kind == model.EditRevisions || e.Kind == model.EditResolve {
		m.verdict = &e.Verdict
	}
	if len(e.Ranges) > 0 {
		m.At, m.End = e.Ranges[0].Begin, e.Ranges[0].End
	}
	txt := e.Text
	if len(e.Tasks) > 0 {
		all := model.Each(e.Tasks, func(t model.DocTask) string { return t.Text })
		txt, m.N = strings.Join(all, "\n"), len(all)
	}
	var a, b bool
	m.Text, a = keep(txt)
	m.Old, b = keep(e.Old)
	m.Part = a || b
	return m
}

func marksOf(steps []model.EditStep) []mark {
	return model.Each(steps, markOf)
}

// piece is text that a search can find: the first line with words, which no service
// changes.
func (m mark) piece() string {
	if s, _ := m.Kind.Spec(); !s.Has(model.FieldMarkdown) {
		line, _, _ := strings.Cut(m.Text, "\n")
		return head(line)
	}
	p, _ := markdown.FirstWords(m.Text)
	return head(p)
}

// long: the end of its text is another piece than the beginning.
func (m mark) long() bool {
	at := m.Kind == model.EditText || m.Kind == model.EditReplace || m.Kind == model.EditParagraph || m.Kind == model.EditTask
	return at && !m.Part && tail(m.Text) != strings.TrimSpace(m.piece())
}

// grows: it makes the document longer or shorter.
func (m mark) grows() bool {
	s, _ := m.Kind.Spec()
	return s.At == model.EditAtPlace || m.Kind == model.EditReplace && model.Units(m.Text) != model.Units(m.Old)
}

// name is how a message calls the step.
func (m mark) name() string {
	if p := m.piece(); p != "" {
		return p
	}
	return string(m.Kind)
}

// brought is the text that the edit added, as it was given, "" when it added none.
func (m mark) brought() string {
	switch s, _ := m.Kind.Spec(); {
	case !s.Has(model.FieldLine) && !s.Has(model.FieldMarkdown) && !s.Has(model.FieldTasks):
		return ""
	case m.Part:
		return m.Text + "…"
	}
	return m.Text
}

// maxSought is how many characters are searched for.
const maxSought = 60

func head(s string) string {
	if r := []rune(s); len(r) > maxSought {
		s = string(r[:maxSought])
	}
	return s
}

// tail is the end of a text, which a search can find as well.
func tail(s string) string {
	s = strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
	if r := []rune(s); len(r) > maxSought {
		s = string(r[len(r)-maxSought:])
	}
	return s
}
