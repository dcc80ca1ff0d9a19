package preview

import (
	"context"
	"errors"
	"image"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
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
		parts = append(parts, c.Say("%d × %d px", p.Width, p.Height))
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
		parts = append(parts, c.Say("only its end is shown"))
	case p.Cut && p.Form == client.FormText && f.full && o.place.Valid():
		parts = append(parts, c.Say("only its beginning is shown: %s shows its end", f.env.Keys.Key(keys.Bottom.In(keys.InFile))))
	case p.Cut:
		parts = append(parts, c.Say("only its beginning is shown"))
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
			return model.Sentences(c.Say("Reading it took longer than %d s.", int(most.Seconds())), c.Say(text.ReaderAgain, f.env.Keys.Key(keys.Refresh))), true
		}
		return c.Say("Reading it takes longer than %d ms: %s waits for it.", int(quick.Milliseconds()), f.env.Keys.Key(keys.ViewOutline)), false
	case o.err != nil && o.read == nil:
		return model.Sentences(client.Sentence(o.err).In(c), c.Say(text.ReaderAgain, f.env.Keys.Key(keys.Refresh))), true
	case o.read == nil && o.slow:
		return f.waiting(), false
	case o.read == nil:
		return " ", false
	case o.unpictured != nil:
		return client.Sentence(o.unpictured).In(c), !client.Is(o.unpictured, client.KindUnsupported)
	case o.read.Form == client.FormFacts && o.entry.Size == 0:
		return c.Say("The file is empty."), false
	case o.read.Form == client.FormFacts:
		return c.Say("It cannot be shown as text; a rule of [open] in config.toml opens it with a program."), false
	case len(o.lines.all) == 0:
		return c.Say("It is empty."), false
	}
	return "", false
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
