package preview

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// heading returns the lines above the content: in a column, the name and the facts of the file.
func (f *file) heading() []string {
	if f.h < minFacts {
		return nil
	}
	width := f.w - 2*f.env.Borders.Side()
	ruler := f.env.Ruler
	var out []string
	if !f.full {
		out = append(out, f.paint.heading[0].On(ruler.Fit(" "+ruler.Truncate(model.CleanName(f.on.entry.Name), width-2), width)))
	}
	for i, line := range f.env.Ruler.Wrap(f.facts(), width-2) {
		if i < 2 || f.h > 2*minFacts && i < 4 {
			out = append(out, f.paint.meta.On(ruler.Fit(" "+ruler.TruncateEnd(line, width-1), width)))
		}
	}
	if !f.full {
		fr := f.env.Frame()
		fill := fr.Edge(false).Fill
		out = append(out, fr.Rule(width, kit.Edge{Lead: fill, Fill: fill}, "", f.paint.title, false))
	}
	return out
}

// room is the area of the content, from the corner of the view.
func (f *file) room() image.Rectangle {
	side := f.env.Borders.Side()
	return image.Rect(side+1, 1+len(f.heading()), f.w-side-1, f.h-1)
}

// sheet returns the content for the width, or nil.
func (f *file) sheet() *sheet {
	o := f.on
	if o.read == nil || len(o.lines.all) == 0 || o.err != nil && !errors.Is(o.err, context.DeadlineExceeded) {
		return nil
	}
	width := max(1, f.w-2*f.env.Borders.Side()-2)
	if o.sheet == nil || o.sheet.width != width || o.sheet.ruler != f.env.Ruler {
		o.sheet = &sheet{lines: o.lines, width: width, ruler: f.env.Ruler}
	}
	return o.sheet
}

// facts returns what is known of the file.
func (f *file) facts() string {
	o, c := f.on, f.env.Text
	p := o.read
	if p == nil {
		return kit.TypeWord(c, &o.entry)
	}
	parts := []string{c.Say(p.Type)}
	if p.Width > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d px", p.Width, p.Height))
	}
	if o.entry.Size >= 0 {
		parts = append(parts, kit.Size(o.entry.Size))
	}
	switch {
	case p.Form == client.FormText && !p.Cut:
		parts = append(parts, c.Say("%d {line|lines}", len(o.lines.all)))
	case p.Form == client.FormTable && !p.Cut:
		parts = append(parts, c.Say("%d {row|rows}", len(p.Rows)))
	case p.Form == client.FormList && p.Count >= 0:
		parts = append(parts, c.Say(text.InfoEntries, p.Count))
	}
	switch {
	case p.Tail:
		parts = append(parts, c.Say("only the end is shown"))
	case p.Cut && p.Form == client.FormText && f.full && o.place.Valid():
		parts = append(parts, c.Say("only the beginning is shown: %s shows the end", f.env.Keys.Key(keys.Bottom.In(keys.InFile))))
	case p.Cut:
		parts = append(parts, c.Say("only the beginning is shown"))
	}
	if p.Note != "" {
		parts = append(parts, c.Say(p.Note))
	}
	return strings.Join(parts, "  ")
}

// note replaces missing content.
func (f *file) note() (note string, bad bool) {
	o, c := f.on, f.env.Text
	switch {
	case errors.Is(o.err, context.DeadlineExceeded) && o.read == nil:
		if most := f.patience(); most > quick {
			return model.Sentences(c.Say("Reading took longer than %d s.", int(most.Seconds())), c.Say(text.ReaderAgain, f.env.Keys.Key(keys.Refresh))), true
		}
		return c.Say("Reading takes longer than %d ms. %s waits for it.", int(quick.Milliseconds()), f.env.Keys.Key(keys.ViewOutline)), false
	case o.err != nil && o.read == nil:
		return model.Sentences(client.Sentence(o.err).In(c), c.Say(text.ReaderAgain, f.env.Keys.Key(keys.Refresh))), true
	case o.read == nil && o.slow:
		return f.waiting(), false
	case o.read == nil:
		return " ", false
	case o.unpictured != nil:
		return client.Sentence(o.unpictured).In(c), !client.Is(o.unpictured, client.KindUnsupported)
	case o.read.Form == client.FormFacts && o.entry.Size == 0:
		return c.Say("It is empty."), false
	case o.read.Form == client.FormFacts:
		return c.Say("This file cannot be shown as text. An [open] rule in config.toml can open it with a program."), false
	case len(o.lines.all) == 0:
		return c.Say("It is empty."), false
	}
	return "", false
}

// Coming reports whether the content is about to be there. A picture does not stay meanwhile.
func (f *file) Coming() bool {
	return f.on != nil && f.on.read == nil && f.on.err == nil && !f.on.slow && f.sent == nil
}

// View draws the file as h lines of w cells.
func (f *file) View() []string {
	if f.w < 4 || f.h < 3 {
		return nil
	}
	fr := f.env.Frame()
	left, right, _ := fr.Sides()
	title, name := f.paint.title, "3 "+f.env.Text.Say("preview")
	if f.focus {
		title = f.paint.titleFocus
	}
	if f.full {
		name = "3 " + model.CleanName(f.on.entry.Name)
	}
	out := make([]string, 0, f.h)
	out = append(out, fr.Rule(f.w, fr.Edge(false), name, title, false))
	for _, line := range f.heading() {
		if len(out) < f.h-1 {
			out = append(out, left+line+right)
		}
	}
	for _, line := range f.content() {
		if len(out) < f.h-1 {
			out = append(out, left+line+right)
		}
	}
	return append(out, fr.Rule(f.w, fr.Edge(true), f.where(), f.paint.count, true))
}

// where returns the number of the match and how far the content is scrolled.
func (f *file) where() string {
	var parts []string
	if n := len(f.find.at); n > 0 {
		parts = append(parts, f.env.Text.Say("match %d/%d", f.find.on+1, n))
	}
	if s := f.sheet(); s != nil {
		n := f.room().Dy()
		if end := s.folded().Last(n); (kit.Spot{}).Before(end) {
			at := s.folded().Clamp(f.on.scroll, n)
			percent := 100
			if at != end {
				percent = min(99, 100*at.Line/max(1, end.Line))
			}
			parts = append(parts, strconv.Itoa(percent)+"%")
		}
	}
	return strings.Join(parts, "  ")
}

// content draws the visible lines with a space at each side.
func (f *file) content() []string {
	at, ruler := f.room(), f.env.Ruler
	width, n := at.Dx(), at.Dy()
	out := make([]string, 0, max(0, n))
	if rows, coming := f.shown(); coming {
		// its place stays empty meanwhile
	} else if rows != nil {
		left := strings.Repeat(" ", f.margin())
		right := strings.Repeat(" ", width+2-f.sent.cells.X-f.margin())
		for _, row := range rows {
			out = append(out, left+row+right)
		}
	} else if note, bad := f.note(); note != "" {
		paint := f.paint.meta
		if bad {
			paint = f.paint.bad
		}
		for _, line := range f.env.Ruler.Wrap(note, width) {
			out = append(out, paint.On(ruler.Fit(" "+line, width+2)))
		}
	} else if s := f.sheet(); s != nil {
		for spot := s.folded().Clamp(f.on.scroll, n); len(out) < n; {
			out = append(out, " "+f.row(s, spot)+" ")
			next := s.folded().Step(spot, 1)
			if next == spot {
				break
			}
			spot = next
		}
	}
	blank := strings.Repeat(" ", max(0, width+2))
	for len(out) < n {
		out = append(out, blank)
	}
	return out
}

// row draws a row of the content at exactly the available width.
func (f *file) row(s *sheet, at kit.Spot) string {
	r := s.rows(at.Line)[at.Row]
	width := f.room().Dx()
	if s.lines.flat {
		r.plain = kit.Cut(r.plain, f.on.x, f.on.x+width, s.ruler)
		r.drawn = r.plain
	}
	n := s.ruler.Width(r.plain)
	if n > width { // rendered for another width, or half a wide character
		r.plain, r.drawn = kit.Cut(r.plain, 0, width, s.ruler), kit.Cut(r.drawn, 0, width, s.ruler)+ansi.ResetStyle
		n = s.ruler.Width(r.plain)
	}
	line := r.drawn
	if !s.lines.styled {
		line = f.paint.body.On(r.plain)
	}
	line += strings.Repeat(" ", max(0, width-n))
	current := len(f.find.at) > 0 && f.find.at[f.find.on] == at.Line
	for from, end := f.find.want.in(r.plain, 0); from >= 0 && from < end; from, end = f.find.want.in(r.plain, end) {
		paint := f.paint.match
		if current {
			paint = f.paint.cursor
		}
		x, part := s.ruler.Width(r.plain[:from]), r.plain[from:end]
		marked := kit.Splice([]string{line}, []string{paint.On(part)}, x, 0, s.ruler.Width(part), s.ruler)[0]
		if s.ruler.Width(ansi.Strip(marked)) == width { // otherwise it is a part of a character, as of a joined emoji
			line = marked
		}
	}
	return line
}

// Refusal returns why an entry cannot be shown as a file, or nil.
func (f *file) Refusal(at model.Place, e *model.Entry) error { return f.files.Refusal(at, e) }

// Place returns the place of the file; a page has none.
func (f *file) Place() model.Place { return f.on.place }

// Entry returns the entry of the file.
func (f *file) Entry() model.Entry { return f.on.entry }

// Shows reports whether the file is this entry.
func (f *file) Shows(at model.Place, e *model.Entry) bool { return e != nil && f.on.place.Equal(at) }

// Context returns the context of the keys.
func (f *file) Context() keys.Context {
	if f.typing != nil {
		return keys.InInput
	}
	return keys.InFile
}

// SetSize sets the outer size in cells.
func (f *file) SetSize(w, h int) { f.w, f.h = w, h }

// Hold stops requests while the cursor moves on.
func (f *file) Hold(on bool) { f.hold = on }

// Prompt returns the text field of the search, or nil.
func (f *file) Prompt() *input.Model { return f.typing }

// Item returns the place of the content.
func (f *file) Item() kit.Item {
	at := f.room()
	return kit.Item{X: at.Min.X, Y: at.Min.Y}
}

// Drawing reports whether the file is being rendered.
func (f *file) Drawing() bool { return f.on.draws }

// Now is empty: a file has no list.
func (f *file) Now() kit.Current { return kit.Current{} }

// Hit returns the current match of the search with its number, or "".
func (f *file) Hit() (said string, number int) {
	s := f.sheet()
	if s == nil || len(f.find.at) == 0 {
		return "", 0
	}
	return f.env.Text.Say("match %d/%d", f.find.on+1, len(f.find.at)) + "  " + s.plain(f.find.at[f.find.on]), f.find.on
}

// Switch does nothing, nor does a click: a file has one half and no cursor.
func (f *file) Switch()        {}
func (f *file) Click(int, int) {}

// Wheel scrolls the file.
func (f *file) Wheel(_, _, by int) { f.Scroll(by) }

// margin returns how many cells are at the left of the picture.
func (f *file) margin() int { return (f.room().Dx() + 2 - f.sent.cells.X) / 2 }

// shown returns the rows of the picture, nil if the terminal does not have it. coming reports whether it will.
func (f *file) shown() (rows []string, coming bool) {
	key, ok := f.pictureKey()
	switch {
	case !ok:
		return nil, false
	case f.sent == nil || f.sent.key != key:
		return nil, key == f.on.pictured && f.on.unpictured == nil
	}
	return f.sent.rows, false
}

// find is the searched text and the lines that contain it.
type find struct {
	want needle
	at   []int
	on   int // index into at
}

// needle is a text to search for, case-sensitive if it has a capital letter.
type needle struct {
	text string
	fold bool
}

func newNeedle(s string) needle {
	s = strings.ToValidUTF8(s, "") // bytes alone would match within a character
	return needle{s, strings.ToLower(s) == s}
}

// in returns the first match from an index on, or -1.
func (n needle) in(s string, from int) (int, int) {
	if n.text == "" {
		return -1, -1
	}
	if n.fold {
		low := strings.ToLower(s)
		if len(low) != len(s) { // a letter changes its length in lower case
			low = lowerLatin(s)
		}
		s = low
	}
	i := strings.Index(s[from:], n.text)
	if i < 0 {
		return -1, -1
	}
	return from + i, from + i + len(n.text)
}

func lowerLatin(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// Type handles a key or a paste during typing.
func (f *file) Type(msg tea.Msg) tea.Cmd {
	if f.typing == nil {
		return nil
	}
	did, cmd := f.typing.Update(msg)
	switch did {
	case input.Accepted:
		f.find = find{want: newNeedle(f.typing.Value())}
		f.typing = nil
		if f.find.want.text == "" {
			return cmd
		}
		f.seek()
		if len(f.find.at) == 0 {
			return tea.Batch(cmd, input.Tell(f.env.Text.Say("%s not found in the part shown", model.Clean(f.find.want.text))))
		}
		f.toMatch()
	case input.Canceled:
		f.typing = nil
	case input.Edited, input.Nothing:
	}
	return cmd
}

// seek finds the matching lines. The current match is the first at or below the top of the view.
func (f *file) seek() {
	f.find.at, f.find.on = nil, 0
	s := f.sheet()
	if s == nil || f.find.want.text == "" {
		return
	}
	for i := range s.lines.all {
		if from, _ := f.find.want.in(s.plain(i), 0); from >= 0 {
			if i < f.on.scroll.Line {
				f.find.on++
			}
			f.find.at = append(f.find.at, i)
		}
	}
	if f.find.on == len(f.find.at) {
		f.find.on = 0
	}
}

// step goes to the next or previous match and wraps around.
func (f *file) step(by int) {
	n := len(f.find.at)
	f.find.on = (f.find.on + by + n) % n
	f.toMatch()
}

// toMatch scrolls to the current match.
func (f *file) toMatch() {
	s, n := f.sheet(), f.room().Dy()
	line := f.find.at[f.find.on]
	spot := kit.Spot{Line: line}
	for row, r := range s.rows(line) {
		if from, _ := f.find.want.in(r.plain, 0); from >= 0 {
			spot.Row = row
			if s.lines.flat {
				f.on.x = max(0, min(f.on.x, s.ruler.Width(r.plain[:from])))
				if end := s.ruler.Width(r.plain[:from]) + s.ruler.Width(f.find.want.text); end > f.on.x+f.room().Dx() {
					f.on.x = end - f.room().Dx()
				}
			}
			break
		}
	}
	top := s.folded().Clamp(f.on.scroll, n)
	if end := s.folded().Step(top, n-1); spot.Before(top) || end.Before(spot) {
		f.on.scroll = s.folded().Clamp(s.folded().Step(spot, -n/3), n)
	}
}

// dropFind ends the search and reports whether there was one.
func (f *file) dropFind() bool {
	had := f.find.want.text != ""
	f.find = find{}
	return had
}
