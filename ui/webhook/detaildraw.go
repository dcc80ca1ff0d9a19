package webhook

import (
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

// View draws it as h lines of w cells.
func (d *Detail) View() []string {
	if d.w < 4 || d.h < 3 {
		return nil
	}
	b := newBars(d.env, &d.paint)
	left, right, mid := b.Sides()
	req, out := d.requestAt(), d.outputAt()
	var rows, lines []string
	if !req.Empty() {
		rows = d.requestRows(req)
	}
	if !out.Empty() {
		lines = d.outputRows(out)
	}
	all := make([]string, 0, d.h)
	all = append(all, d.topRule(req, out))
	for y := range d.h - 2 {
		var s strings.Builder
		s.WriteString(left)
		if rows != nil {
			s.WriteString(rows[y])
		}
		if rows != nil && lines != nil {
			s.WriteString(mid)
		}
		if lines != nil {
			s.WriteString(lines[y])
		}
		s.WriteString(right)
		all = append(all, s.String())
	}
	return append(all, d.bottomRule(req, out))
}

// Item returns the place of the part that the keys scroll.
func (d *Detail) Item() kit.Item {
	at := d.requestAt()
	if d.scrollsOutput() {
		at = d.outputAt()
	}
	return kit.Item{X: at.Min.X, Y: at.Min.Y}
}

// page draws the lines of a leaf from a spot on, each after an empty cell, and marks matches.
func (b bars) page(l *leaf, top kit.Spot, width, height int, want needle) []string {
	out := make([]string, 0, height)
	r := b.Ruler
	for at := top; len(out) < height && at.Line < len(l.lines); {
		rows := l.rows(at.Line)
		s := rows[at.Row]
		paint := b.p.looks[l.lines[at.Line].look]
		bare := ansi.Strip(s) // a program's line has its own colours
		pad := width - 1 - r.Width(bare)
		if pad < 0 {
			s, pad = r.TruncateEnd(bare, width-1), 0
			pad = width - 1 - r.Width(s)
		}
		drawn := paint.On(s)
		if from, to := want.in(bare); from >= 0 {
			drawn = marked(bare, from, to, want, paint, b.p.match)
		}
		out = append(out, " "+drawn+strings.Repeat(" ", max(0, pad)))
		if at.Row++; at.Row >= len(rows) {
			at = kit.Spot{Line: at.Line + 1}
		}
	}
	blank := strings.Repeat(" ", max(0, width))
	for len(out) < height {
		out = append(out, blank)
	}
	return out
}

// marked draws a line and marks every match.
func marked(s string, from, to int, want needle, paint, match kit.Paint) string {
	var b strings.Builder
	for from >= 0 {
		b.WriteString(paint.On(s[:from]))
		b.WriteString(match.On(s[from:to]))
		s = s[to:]
		from, to = want.in(s)
	}
	b.WriteString(paint.On(s))
	return b.String()
}

func (d *Detail) requestRows(at image.Rectangle) []string {
	b := newBars(d.env, &d.paint)
	if d.lines == nil {
		l, s := asMeta, d.env.Text.Say(text.HookViewReading)
		if d.err != nil {
			l, s = asBad, d.failure(d.err)
		}
		note := newLeaf([]leafLine{{text: s, look: l, prose: true}}, at.Dx()-1, d.env.Ruler)
		return b.page(note, kit.Spot{}, at.Dx(), at.Dy(), needle{})
	}
	l := d.request(at.Dx() - 1)
	return b.page(l, l.clamp(d.at, at.Dy()), at.Dx(), at.Dy(), d.want)
}

func (d *Detail) outputRows(at image.Rectangle) []string {
	b := newBars(d.env, &d.paint)
	if s, l := d.outputNote(); s != "" {
		note := newLeaf([]leafLine{{text: s, look: l, prose: true}}, at.Dx()-1, d.env.Ruler)
		return b.page(note, kit.Spot{}, at.Dx(), at.Dy(), needle{})
	}
	out := d.out.shaped(at.Dx() - 1)
	return b.page(out.leaf, out.top(at.Dy()), at.Dx(), at.Dy(), d.want)
}

// outputNote is shown if there is no output.
func (d *Detail) outputNote() (string, look) {
	c, now := d.env.Text, d.Current()
	switch {
	case d.out.err != nil:
		return c.Say("The output could not be read: %s", client.Sentence(d.out.err).In(c)), asBad
	case d.out.size > 0 || len(d.out.data) > 0:
		return "", asText
	case now.State == model.DeliveryAsking:
		return c.Say("Waiting for your permission. %s opens the question.", d.env.Keys.Key(keys.DeliveryAllow)), asAsks
	case now.State == model.DeliveryWaiting:
		return c.Say("Not started yet."), asMeta
	case !d.out.read:
		return " ", asMeta
	case now.State == model.DeliveryRunning:
		return c.Say("(no output so far)"), asMeta
	}
	return c.Say("(no output)"), asMeta
}

// name returns the title of the view: the event, its state and how long it took.
func (d *Detail) name() string {
	c, now := d.env.Text, d.Current()
	s := "5 " + c.Say(text.HookPaneTitle)
	if now == nil {
		return s
	}
	if e := foreign(now.Event); e != "" {
		s = "5 " + e
	}
	s += "  " + State(c, now.State)
	if took := Lasted(d.env.Env, now, d.env.Now()); took != "" {
		s += " " + took
	}
	return s
}

func (d *Detail) topRule(req, out image.Rectangle) string {
	b := newBars(d.env, &d.paint)
	e := b.Edge(false)
	on := d.scrollsOutput()
	if req.Empty() || out.Empty() {
		name := d.name()
		if !out.Empty() {
			name += "  " + d.outputName()
		}
		return b.Rule(d.w, e, name, b.title(d.focus), false)
	}
	left, right := e.Columns()
	return b.Rule(req.Max.X, left, d.name(), b.title(d.focus && !on), false) +
		b.Rule(d.w-req.Max.X, right, d.outputName(), b.title(d.focus && on), false)
}

func (d *Detail) outputName() string {
	if d.out.size == 0 {
		return d.env.Text.Say("output")
	}
	return d.env.Text.Say("output %s", kit.Size(d.out.size))
}

func (d *Detail) bottomRule(req, out image.Rectangle) string {
	b := newBars(d.env, &d.paint)
	e, count := b.Edge(true), b.p.count
	if !req.Empty() && !out.Empty() {
		left, right := e.Columns()
		return b.Rule(req.Max.X, left, d.requestPlace(req), count, true) +
			b.Rule(d.w-req.Max.X, right, d.outputPlace(out), count, true)
	}
	var parts []string
	if out.Empty() {
		parts = append(parts, d.requestPlace(req))
	} else {
		parts = append(parts, d.outputPlace(out))
	}
	if d.hasOutput() {
		to := text.Text("%s: output")
		if !out.Empty() {
			to = "%s: request"
		}
		parts = append(parts, d.env.Text.Say(to, d.env.Keys.Key(keys.OtherPane)))
	}
	return b.Rule(d.w, e, strings.TrimSpace(strings.Join(parts, "  ")), count, true)
}

func (d *Detail) requestPlace(at image.Rectangle) string {
	if len(d.lines) == 0 {
		return ""
	}
	l := d.request(at.Dx() - 1)
	return percentOf(l, l.clamp(d.at, at.Dy()), at.Dy())
}

func (d *Detail) outputPlace(at image.Rectangle) string {
	c := d.env.Text
	if d.out.size == 0 {
		return ""
	}
	now := d.Current()
	live := now != nil && now.State == model.DeliveryRunning
	switch {
	case d.out.follow && live:
		return c.Say("following")
	case live:
		return strconv.Itoa(d.out.percent(at.Dy())) + "%  " + c.Say("%s follows", d.env.Keys.Key(keys.DeliveryFollow))
	}
	return strconv.Itoa(d.out.percent(at.Dy())) + "%"
}

// State returns the text of the state line: the search.
func (d *Detail) State() string {
	c := d.env.Text
	switch {
	case d.asking:
		return c.Say("looking for %s…", foreign(d.want.text))
	case d.want.text != "":
		return c.Say("find: %s", foreign(d.want.text))
	}
	return ""
}
