package dialog

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/kit"
)

// on marks the next row as the one that the keys are on, from a column of it on.
func (f *frame) on(x int, now kit.Current) {
	f.now = now
	f.item = &tea.Position{X: x + 2, Y: len(f.rows) + 1}
}

// silent draws rows that the linear screen says only when the keys are on them.
func (f *frame) silent(draw func()) {
	said, at := f.said, f.at
	draw()
	f.said, f.at = said, at
}

// spoken returns a row without the sign of the current one, which is said apart: rows that only change their sign are
// not said again.
func (f *frame) spoken(l line) string {
	s := l.text
	if l.role == cursor {
		s = strings.TrimPrefix(s, f.env.Styles.Glyphs.Cursor)
		f.at = f.env.Text.Say("current: %s", strings.TrimSpace(s))
	}
	return s
}

// completions draws the completions of an input. The current one is in the input.
func (f *frame) completions(rows []line) {
	said := f.said
	for _, l := range rows {
		said = append(said, f.spoken(l))
	}
	f.silent(func() {
		for _, l := range rows {
			if f.left() > 0 {
				f.add(l)
			}
		}
	})
	f.said, f.at = said, ""
}

// ofList is an item of a list with its number and what is told of it.
func (l *list) ofList(row string) string {
	parts := []string{row, strconv.Itoa(l.cursor+1) + "/" + strconv.Itoa(l.n)}
	if l.detail != nil {
		if more := l.detail(l.cursor); !strings.Contains(row, more) {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, "  ")
}

// words returns a button with its key.
func (q *question) words(b button) string {
	if key := q.env.Keys.Key(b.action); key != "" {
		return b.label + " (" + key + ")"
	}
	return b.label
}

// now returns what the keys are on.
func (q *question) now() kit.Current {
	switch {
	case q.field != nil:
		return q.field.Current()
	case q.line != nil:
		return q.line.Current()
	case q.typed != nil:
		return q.typed.in.Current()
	case q.focus < len(q.buttons):
		return kit.Current{Text: q.words(q.buttons[q.focus])}
	}
	return kit.Current{}
}

// choices returns all buttons in a line.
func (q *question) choices() string {
	if len(q.buttons) < 2 {
		return ""
	}
	all := make([]string, len(q.buttons))
	for i, b := range q.buttons {
		all[i] = q.words(b)
	}
	return strings.Join(all, "   ")
}

// now returns the focused field, or the button.
func (d *form) now() kit.Current {
	f := d.at()
	if f == nil {
		at := d.focus - len(d.stops())
		if at < len(d.buttons) {
			return kit.Current{Text: model.Clean(d.buttons[at].Label)}
		}
		return kit.Current{Text: d.cancel()}
	}
	label := model.Clean(f.Label) + "  "
	switch {
	case f.in != nil:
		now := f.in.Current()
		now.Label = label + now.Label
		if now.Text == "" && f.Default != "" {
			now.Label += "(" + model.Clean(f.Default) + ") "
		}
		return now
	case f.area != nil:
		now := f.area.in.Current()
		now.Label = label
		return now
	case f.hidden != nil:
		return kit.Current{Label: label, Text: f.hidden.text(), Typed: true}
	}
	o := f.Options[f.At]
	said := []string{label + model.Clean(o.Label)}
	if right := model.Clean(o.Right); o.Refused != "" {
		said = append(said, model.Clean(o.Refused))
	} else if right != "" {
		said = append(said, right)
	}
	return kit.Current{Text: strings.Join(append(said, strconv.Itoa(f.At+1)+"/"+strconv.Itoa(len(f.Options))), "  ")}
}
