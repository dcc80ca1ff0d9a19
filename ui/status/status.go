// Package status draws the lines around the panes: header, current entry, state of the panes, hints and messages.
package status

import (
	"slices"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/jobs"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/pane"

	"github.com/charmbracelet/x/ansi"
)

// Lines draws the lines of the screen, each at exactly the given width.
type Lines struct {
	env   *input.Env
	paint paints
	hints hintLine
}

type paints struct {
	title, state, text, key, hint, info, ok, warn, bad, dry kit.Paint
	column, body, meta, head                                kit.Paint // of the info column
	class                                                   [kit.Classes]kit.Paint
}

// hintLine is the drawn hint line and what it depends on.
type hintLine struct {
	context keys.Context
	about   Hinted
	width   int
	gen     int
	line    string
}

// New returns the lines.
func New(env *input.Env) *Lines {
	l := &Lines{env: env}
	l.Restyle()
	return l
}

// Restyle applies new styles.
func (l *Lines) Restyle() {
	s := l.env.Styles
	n := kit.NewPaint
	l.paint = paints{
		title: n(s.Title), state: n(s.TitleState), text: n(s.StatusText), key: n(s.StatusKey),
		hint: n(s.StatusHint), info: n(s.StatusInfo), ok: n(s.StatusOK), warn: n(s.StatusWarn),
		bad: n(s.StatusError), dry: n(s.StatusDryRun),
		column: n(s.PaneTitle), body: n(s.PreviewBody),
		meta: n(s.PreviewMeta), head: n(s.PreviewHeading1),
	}
	for c := range l.paint.class {
		l.paint.class[c] = n(kit.Class(c).Style(s))
	}
	l.hints = hintLine{}
}

// Detailed is what the line of the current entry shows.
type Detailed struct {
	Entry  *model.Entry // nil is the parent folder
	Listed time.Time
	State  string // clean text about an open document
}

// Detail draws the current entry in full.
func (l *Lines) Detail(d Detailed, now time.Time, width int) string {
	c, r, e, listed := l.env.Text, l.env.Ruler, d.Entry, d.Listed
	rest := l.Facts(e, now)
	if d.State != "" && len(rest) > 0 {
		rest = slices.Insert(rest, 1, d.State)
	}
	name := ".."
	if listed.IsZero() {
		name = ""
	}
	if e != nil {
		name = model.CleanName(e.Name)
		if e.Enterable() {
			name += "/"
		}
		if e.Kind == model.KindFolder { // the slash says it
			rest = rest[1:]
		}
	}
	if age := kit.Aged(c, ageOf, listed, now); age != "" {
		rest = append(rest, age)
	}
	tail := ""
	if len(rest) > 0 {
		tail = "   " + strings.Join(rest, "   ")
	}
	// Details are dropped from the end to make room for the name.
	for room := max(width/2, width-1-r.Width(name)); r.Width(tail) > room && len(rest) > 0; {
		rest = rest[:len(rest)-1]
		tail = "   " + strings.Join(rest, "   ")
	}
	name = r.Truncate(name, max(0, width-1-r.Width(tail)))
	return l.paint.text.On(r.Fit(" "+name+tail, width))
}

// Facts returns what is known of an entry besides its name.
func (l *Lines) Facts(e *model.Entry, now time.Time) []string {
	if e == nil {
		return nil
	}
	c := l.env.Text
	out := []string{kit.TypeWord(c, e)}
	if e.From != nil {
		if folder, told := e.From.Told(); told {
			out = append(out, model.Clean(folder.Unpinned().String()))
		}
	}
	if e.Size >= 0 {
		out = append(out, pane.Size(e))
	}
	if !e.Modified.IsZero() {
		out = append(out, e.Modified.In(now.Location()).Format(c.Say(text.TimeFull)))
	}
	if e.Facts().Editor != "" {
		out = append(out, c.Say("by %s", model.Clean(e.Facts().Editor)))
	}
	return out
}

const ageOf text.Text = "listed %s"

// Listed draws only the age of the listing. What another column shows is not repeated at each step.
func (l *Lines) Listed(listed, now time.Time, width int) string {
	return l.Plain(" "+kit.Aged(l.env.Text, ageOf, listed, now), width)
}

// Plain draws a clean text in the line of the entry.
func (l *Lines) Plain(s string, width int) string {
	r := l.env.Ruler
	return l.paint.text.On(r.Fit(r.TruncateEnd(s, width), width))
}

// ShortID keeps both ends of a long id.
func ShortID(id string) string {
	r := []rune(id)
	if len(r) <= 12 {
		return id
	}
	return string(r[:4]) + ".." + string(r[len(r)-4:])
}

// Flags are states that last and must show.
type Flags struct {
	Cut, Copy    int
	DryRun, Sync bool
	Suggest      bool
}

// Flags draws them, or returns "". Without much room it names only the key that ends them.
func (l *Lines) Flags(s Flags, most int) (drawn string, width int) {
	r := l.env.Ruler
	line := l.flags(s, "%d to move: %s pastes here", "%d to copy: %s pastes here")
	if r.Width(line) > most {
		line = r.TruncateEnd(l.flags(s, "%d to move: %s", "%d to copy: %s"), most)
	}
	return l.paint.dry.On(line), r.Width(line)
}

func (l *Lines) flags(s Flags, move, copies text.Text) (line string) {
	c, paste := l.env.Text, l.env.Keys.Key(keys.Paste)
	add := func(on bool, said string) {
		if on {
			line += " " + said + " "
		}
	}
	add(s.DryRun, c.Say("DRY-RUN"))
	add(s.Suggest, c.Say("SUGGESTING"))
	add(s.Sync, c.Say("SYNC"))
	add(s.Cut > 0, c.Say(move, s.Cut, paste))
	add(s.Copy > 0, c.Say(copies, s.Copy, paste))
	return line
}

// Hints draws the keys of a context. The line is cached because it seldom changes.
func (l *Lines) Hints(ctx keys.Context, about Hinted, width int) string {
	h := &l.hints
	if h.line != "" && h.context == ctx && h.about == about && h.width == width && h.gen == l.env.Styles.Gen {
		return h.line
	}
	list := l.hintList(ctx, about, width)
	*h = hintLine{ctx, about, width, l.env.Styles.Gen, l.drawHints(list, width)}
	return h.line
}

// Hinted is the state that the hints of a context depend on.
type Hinted struct {
	Documents bool   // they show in the pane or beside it
	Refused   uint64 // a bit for each of keys.Hinted that is refused now
	Stands    bool   // the current job stands still: the key that pauses resumes it
}

// hintList returns the hints that fit.
func (l *Lines) hintList(ctx keys.Context, about Hinted, width int) []keys.Hint {
	list := l.env.Keys.HintList(l.env.Text, ctx, width-1, about.actions(ctx))
	i := slices.IndexFunc(list, func(h keys.Hint) bool { return h.Action == keys.JobPause })
	if i < 0 || !about.Stands {
		return list
	}
	word := l.env.Text.Say("resume")
	if more := l.env.Ruler.Width(word) - l.env.Ruler.Width(list[i].Text); more > 0 {
		list = l.env.Keys.HintList(l.env.Text, ctx, width-1-more, about.actions(ctx))
	}
	list[i].Text = word
	return list
}

// actions returns the actions to hint if there is room.
func (h Hinted) actions(ctx keys.Context) []keys.Action {
	i := -1
	return slices.DeleteFunc(keys.Hinted(ctx, h.Documents), func(keys.Action) bool {
		i++
		return h.Refused>>i&1 == 1
	})
}

// TypingHints returns the line during typing in a dialog.
func (l *Lines) TypingHints(width int) string {
	return l.drawHints(l.env.Keys.TypingHints(l.env.Text, width-1), width)
}

// HintAt returns the action of the hint in a cell of the line, or None.
func (l *Lines) HintAt(ctx keys.Context, about Hinted, width, x int) keys.Action {
	return keys.HintAt(l.hintList(ctx, about, width), x-1)
}

// TypingHintAt is HintAt during typing in a dialog.
func (l *Lines) TypingHintAt(width, x int) keys.Action {
	return keys.HintAt(l.env.Keys.TypingHints(l.env.Text, width-1), x-1)
}

func (l *Lines) drawHints(list []keys.Hint, width int) string {
	r := l.env.Ruler
	var b strings.Builder
	used := 0
	for _, h := range list {
		gap := 2
		if used == 0 {
			gap = 1
		}
		w := gap + r.Width(h.Key) + 1 + r.Width(h.Text)
		if used+w > width {
			break
		}
		used += w
		b.WriteString(strings.Repeat(" ", gap) + l.paint.key.On(h.Key) + " " + l.paint.hint.On(h.Text))
	}
	return b.String() + strings.Repeat(" ", max(0, width-used))
}

// Level of a message.
type Level int

const (
	Info Level = iota
	OK
	Warn
	Bad
)

// Message draws a message; the text is raw.
func (l *Lines) Message(s string, level Level, width int) string {
	r := l.env.Ruler
	p := l.paint.info
	switch level {
	case OK:
		p = l.paint.ok
	case Warn:
		p = l.paint.warn
	case Bad:
		p = l.paint.bad
	}
	line := r.TruncateEnd(" "+model.Clean(s), width)
	return p.On(line) + strings.Repeat(" ", max(0, width-r.Width(line)))
}

// Job draws the line of running work.
func (l *Lines) Job(all []model.JobSnapshot, width int) string {
	j := jobs.Shown(all)
	if j == nil {
		return strings.Repeat(" ", width)
	}
	more := -1
	for i := range all {
		if all[i].Mine && (jobs.Live(all[i].State) || all[i].State == model.JobPaused || all[i].State == model.JobNeedsLogin) {
			more++
		}
	}
	line := ansi.Truncate(jobs.Line(l.env, j, max(0, more), width), width, "") // the smallest screens share the line
	return line + strings.Repeat(" ", max(0, width-ansi.StringWidth(line)))
}
