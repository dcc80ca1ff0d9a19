package ui

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// View joins the drawn components. It is pure, and cheap because it runs for every frame.
func (a *App) View() tea.View {
	if a.Env.Plain {
		return linearOf(a)
	}
	v := measured(a)
	if a.Env.Ruler.Wc {
		v.Content = model.Apart(v.Content)
	}
	return v
}

// measured returns the screen at the measured width.
func measured(a *App) tea.View {
	j := a.work.Shown()
	v := tea.View{AltScreen: true, WindowTitle: a.windowTitle(), ProgressBar: progressBar(j),
		ProgramStatus: programStatus(a.Env.Text, j, a.hooks.Cell().Status.Asking)}
	v.KeyboardEnhancements.ReportAlternateKeys = true // Ctrl keys of a layout without Latin letters
	v.BackgroundColor, v.ForegroundColor = a.Env.Styles.Background, a.Env.Styles.Foreground
	if a.Switches.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if a.w == 0 {
		return v
	}
	if a.lay.TooSmall {
		v.Content = tooSmall(a)
		return v
	}
	blocks := a.blocks()
	v.Cursor = a.cursor()
	chord := a.chordBox()
	if chord == nil && a.Dialogs.Len() == 0 {
		v.Content = join(blocks, a.h)
		return v
	}
	lines := strings.Split(join(blocks, a.h), "\n")
	if chord != nil {
		lines = kit.Splice(lines, chord, 0, a.lay.Status.Min.Y-len(chord), a.w, a.Env.Ruler)
	}
	for _, b := range a.Dialogs.Boxes() {
		x, y := (a.w-b.Width)/2, max(0, (a.h-1-b.Height)/2)
		lines = kit.Splice(lines, b.Lines, x, y, b.Width, a.Env.Ruler)
		v.Cursor = under(x+b.Item.X, y+b.Item.Y)
		if b.Cursor != nil {
			v.Cursor = steady(x+b.Cursor.X, y+b.Cursor.Y)
		}
	}
	v.Content = strings.Join(lines, "\n")
	return v
}

// steady returns a cursor that does not blink. The terminal draws the blinking, but some restart it at every redraw.
func steady(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape, c.Blink = tea.CursorBar, false
	return c
}

// blocks draws everything below the dialogs.
func (a *App) blocks() []block {
	l := &a.lay
	blocks := make([]block, 0, 12)
	add := func(at image.Rectangle, lines ...string) {
		if !at.Empty() {
			blocks = append(blocks, block{at, lines})
		}
	}
	now := a.Env.Now()
	add(l.Header, a.lines.Header(a.header(), a.w))
	for i, p := range a.Panes {
		if !l.Panes[i].Empty() {
			add(l.Panes[i], p.View()...)
		}
	}
	switch {
	case !l.Reader.Empty() && a.hooks.Over() != nil:
		add(l.Reader, a.hooks.Over().View()...)
	case !l.Reader.Empty():
		add(l.Reader, a.Reader.View()...)
	case !l.Info.Empty():
		add(l.Info, column(a)...)
	}
	blocks = append(blocks, a.rules...)
	if !l.Panel.Empty() {
		add(l.Panel, a.Lower.View()...)
	}
	if !l.Job.Empty() {
		add(l.Job, a.lines.Job(a.work.Snaps(), a.w))
	}
	status, hints := a.footer(now)
	add(l.Status, status)
	add(l.Hints, hints)
	return blocks
}

// column draws the column that follows the cursor. While the current entry is read for it, which is not for long, it keeps
// the one before: otherwise each step would erase it and draw it twice.
func column(a *App) []string {
	at, in, coming := &a.lay.Info, status.About{}, false
	previews := a.Previews()
	if previews {
		coming = a.Reader.Coming() && !a.Has(a.Reader)
	} else {
		in = a.infoOf()
		coming = in.Coming()
	}
	switch b := &a.beside; {
	case coming && b.at == *at && b.styles == a.Env.Styles:
	case previews:
		*b = beside{*at, a.Env.Styles, a.Reader.View()}
	default:
		*b = beside{*at, a.Env.Styles, a.lines.Info(in, at.Dx(), at.Dy())}
	}
	return a.beside.lines
}

// beside is the column as it was drawn last.
type beside struct {
	at     image.Rectangle
	styles *themes.Styles
	lines  []string
}

// join joins the blocks into lines.
func join(blocks []block, h int) string {
	slices.SortFunc(blocks, func(x, y block) int { return x.at.Min.X - y.at.Min.X })
	size := h
	for i := range blocks {
		for _, l := range blocks[i].lines {
			size += len(l)
		}
	}
	var b strings.Builder
	b.Grow(size)
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		for i := range blocks {
			r := &blocks[i].at
			if at := y - r.Min.Y; y >= r.Min.Y && y < r.Max.Y && at < len(blocks[i].lines) {
				b.WriteString(blocks[i].lines[at])
			}
		}
	}
	return b.String()
}

// rule is the line between two panes.
func (a *App) rule(n int) []string {
	f := a.Env.Frame()
	_, _, mid := f.Sides()
	out := make([]string, n)
	for i := range out {
		out[i] = mid
	}
	if n > 1 {
		out[0], out[n-1] = f.Paint.On(f.Edge(false).Cross), f.Paint.On(f.Edge(true).Cross)
	}
	return out
}

// readerArea returns the area of the reader.
func (a *App) readerArea() image.Rectangle {
	if !a.lay.Reader.Empty() {
		return a.lay.Reader
	}
	if a.Previews() {
		return a.lay.Info
	}
	return image.Rectangle{}
}

// tooSmall is shown on a terminal that is too small. It mentions running work.
func tooSmall(a *App) string {
	c := a.Env.Text
	lines := []string{c.Say("%dx%d is too small", a.w, a.h), c.Say("needs %dx%d", minWidth, minHeight)}
	if best := lines[1] + ", " + c.Say("best 80x24"); a.Env.Ruler.Width(best) <= a.w {
		lines[1] = best
	}
	if a.Dialogs.Len() > 0 {
		lines = append(lines, c.Say("a dialog is open"))
	}
	quit := c.Say("q quit")
	if n := len(a.work.Running()); n > 0 {
		quit += "  " + c.Say("(%d {job keeps|jobs keep} running)", n)
	}
	lines = append(lines, quit)
	for len(lines) < a.h {
		lines = append(lines, "")
	}
	for i := range lines {
		lines[i] = a.Env.Ruler.Fit(a.Env.Ruler.TruncateEnd(lines[i], a.w), a.w)
	}
	return strings.Join(lines[:a.h], "\n")
}
