package webhook

import (
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// paints are the styles of the rows, ready to apply.
type paints struct {
	text, ok, denied, exec, prompt, running, waiting, failed kit.Paint
}

// Restyle applies new styles.
func (p *Panel) Restyle() {
	n, st := kit.NewPaint, p.env.Styles
	p.paint = paints{
		text: n(st.RowText), ok: n(st.HookOK), denied: n(st.HookDenied), exec: n(st.HookExec),
		prompt: n(st.HookPrompt), running: n(st.JobRunning), waiting: n(st.StatusWarn), failed: n(st.JobFailed),
	}
}

// Widths of the columns. The last one takes the rest.
const (
	timeWidth    = 8
	statusWidth  = 3
	kindWidth    = 6
	stateWidth   = 9
	lastedWidth  = 14 // including the state
	eventWidth   = 12
	wideEvent    = 16
	projectWidth = 10
	sessionWidth = 14
	sizeWidth    = 7

	timeFrom  = 30  // least width for the time
	minCell   = 3   // least width of a column
	kindFrom  = 60  // least width for a kind column
	everyFrom = 100 // least width for project, session and size
)

// cell is one column of a row.
type cell struct {
	text  string
	width int
	paint kit.Paint
	right bool
}

// row draws a delivery.
func (p *Panel) row(d *model.Delivery, cursor bool) string {
	r, c, pt := p.env.Ruler, p.env.Text, &p.paint
	w := p.inner()
	sign := " "
	if cursor {
		sign = p.env.Styles.Glyphs.Cursor
	}
	var b strings.Builder
	plain := cursor // the cursor's style replaces the columns'
	put := func(paint kit.Paint, s string) {
		if plain {
			b.WriteString(s)
		} else {
			b.WriteString(paint.On(s))
		}
	}
	put(pt.text, sign+p.mark(d)+" ")
	used := 3
	for _, col := range p.cells(d, w) {
		if used+col.width+2 > w {
			col.width = w - used - 2 // the last visible column
		}
		if col.width < minCell {
			break
		}
		s := r.TruncateEnd(col.text, col.width)
		if col.right {
			s = r.FitRight(s, col.width)
		} else {
			s = r.Fit(s, col.width)
		}
		put(col.paint, s)
		put(pt.text, "  ")
		used += col.width + 2
	}
	rest := max(0, w-used)
	put(p.sayPaint(d), r.Fit(r.TruncateEnd(Said(c, d), rest), rest))
	line := b.String()
	switch {
	case cursor && p.focus:
		return p.env.Styles.RowCursor.Render(r.Fit(line, w))
	case cursor:
		return p.env.Styles.RowCursorUnfocused.Render(r.Fit(line, w))
	}
	return line
}

// cells returns the columns before the last one.
func (p *Panel) cells(d *model.Delivery, w int) []cell {
	c, pt := p.env.Text, &p.paint
	answer := pt.ok
	if d.Status != 200 {
		answer = pt.denied
	}
	state := State(c, d.State)
	if d.Lives > 0 {
		state += " +" + strconv.Itoa(d.Lives)
	}
	width, event := stateWidth, eventWidth
	if w >= kindFrom {
		width = lastedWidth
		if took := Lasted(p.env, d, p.now()); took != "" {
			state += " " + took
		} else if d.State == model.DeliveryWaiting && d.Ahead > 0 {
			state += " " + strconv.Itoa(d.Ahead)
		}
	}
	if w >= everyFrom {
		event = wideEvent
	}
	last, _ := when(c, d.Last, p.now())
	out := []cell{
		{text: last, width: timeWidth, paint: pt.text},
		{text: statusText(d.Status), width: statusWidth, paint: answer},
		{text: state, width: width, paint: p.statePaint(d)},
	}
	if w < timeFrom { // a state that is cut says nothing
		out = out[1:]
	}
	if d.Event == "" && d.Kind == "" {
		return out // refused before anything was read: the reason takes the room
	}
	out = append(out, cell{text: orNone(c, d.Event), width: event, paint: pt.text})
	if w >= kindFrom {
		out = append(out, cell{text: orNone(c, model.Word(c, d.Kind)), width: kindWidth, paint: p.kindPaint(d)})
	}
	if w >= everyFrom {
		out = append(out,
			cell{text: orNone(c, d.Project), width: projectWidth, paint: pt.text},
			cell{text: orNone(c, d.Session), width: sessionWidth, paint: pt.text},
			cell{text: kit.Size(d.Bytes), width: sizeWidth, paint: pt.text, right: true})
	}
	return out
}

// mark marks the state by a character, not only by colour.
func (p *Panel) mark(d *model.Delivery) string {
	g := &p.env.Styles.Glyphs
	switch {
	case d.State == model.DeliveryAsking:
		return "?"
	case d.State == model.DeliveryRefused || d.State.Bad():
		return g.Failed
	}
	return " "
}

func (p *Panel) statePaint(d *model.Delivery) kit.Paint {
	pt := &p.paint
	switch d.State {
	case model.DeliveryDone:
		return pt.ok
	case model.DeliveryRunning:
		return pt.running
	case model.DeliveryWaiting, model.DeliveryAsking:
		return pt.waiting
	case model.DeliveryFailed, model.DeliveryTimeout, model.DeliveryCut:
		return pt.failed
	}
	return pt.denied
}

func (p *Panel) kindPaint(d *model.Delivery) kit.Paint {
	switch d.Kind {
	case model.DeliveryExec:
		return p.paint.exec
	case model.DeliveryPrompt:
		return p.paint.prompt
	}
	return p.paint.text
}

func (p *Panel) sayPaint(d *model.Delivery) kit.Paint {
	switch {
	case d.State == model.DeliveryRefused:
		return p.paint.denied
	case d.State.Bad():
		return p.paint.failed
	}
	return p.paint.text
}

// when formats the time of day, or the day if it was another one.
func when(c *text.Catalogue, at, now time.Time) (s string, day bool) {
	at, now = at.In(time.Local), now.In(time.Local)
	form := text.HookPaneTime
	if day = at.YearDay() != now.YearDay() || at.Year() != now.Year(); day {
		form = text.HookPaneDay
	}
	return at.Format(c.Say(form)), day
}
