package webhook

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Detail shows one delivery in full: what is known of it, its request, and its
// output as it grows. In a wide view they are side by side.
type Detail struct {
	env    *Env
	ctx    context.Context
	cancel context.CancelFunc
	w, h   int
	focus  bool

	id     string
	now    *model.Delivery       // as in the list, nil = not in the list
	detail *model.DeliveryDetail // nil until it was read
	lines  []leafLine            // of the request
	leaf   *leaf                 // of these, for a width
	at     kit.Spot              // at its top
	toEnd  bool                  // its end was asked for while it is read
	out    *stream

	onOutput bool // keys scroll the output, else the request
	chosen   bool // a person has chosen which one
	reading  bool
	seq      int
	err      error

	paint  viewPaints
	field  *input.Model
	want   needle
	asking bool     // a search is running
	hit    kit.Spot // the match in the request
}

var _ View = (*Detail)(nil)

// Told is a sentence for the message line, or an error.
type Told struct {
	Text string
	Err  error
}

func told(s string) tea.Cmd { return func() tea.Msg { return Told{Text: s} } }

// detailMsg: everything that the store knows of a delivery.
type detailMsg struct {
	of     *Detail
	seq    int
	detail *model.DeliveryDetail
	lines  []leafLine
	err    error
}

// NewDetail shows the delivery with an id. Nothing is read before Changed.
func NewDetail(env *Env, id string) *Detail {
	d := &Detail{env: env, id: id, out: newStream(env, id), hit: kit.Spot{Line: -1}, paint: newViewPaints(env.Styles)}
	d.ctx, d.cancel = context.WithCancel(env.Ctx)
	return d
}

// ID of the delivery that is shown.
func (d *Detail) ID() string { return d.id }

// Current is the delivery that is shown, nil while nothing is known of it.
func (d *Detail) Current() *model.Delivery {
	switch {
	case d.now != nil:
		return d.now
	case d.detail != nil:
		return &d.detail.Delivery
	}
	return nil
}

// Close cancels what is being read.
func (d *Detail) Close() {
	d.cancel()
	d.out.dropFind()
}

// SetSize sets the outer size.
func (d *Detail) SetSize(w, h int) {
	d.w, d.h = w, h
	d.layOut()
}

// SetFocus says whether keys go to it.
func (d *Detail) SetFocus(on bool) {
	if d.focus = on; !on {
		d.field = nil
	}
}

// Restyle takes over new styles or another ruler.
func (d *Detail) Restyle() {
	d.paint = newViewPaints(d.env.Styles)
	d.layOut()
}

// Context of the keys.
func (d *Detail) Context() keys.Context { return keys.InDelivery }

// Changed takes over what the receiver knows of the delivery now, and reads what is
// missing.
func (d *Detail) Changed() tea.Cmd {
	var now *model.Delivery
	for _, o := range d.env.Hooks.Deliveries() {
		if o.ID == d.id {
			now = o
			break
		}
	}
	was := d.Current()
	switch {
	case now == nil:
		// It has left the list: what was read of it stays.
	case now != d.now:
		d.now, d.out.stale = now, true
	}
	again := d.detail == nil && !d.reading || was != nil && now != nil && (was.State != now.State || len(was.Notes) != len(now.Notes) || was.Count != now.Count)
	if d.detail == nil && d.now != nil && d.lines == nil {
		d.lines = knownLines(d.env.Text, d.now, asMeta, d.env.Text.Say(text.HookViewReading))
	}
	var cmds []tea.Cmd
	if again {
		cmds = append(cmds, d.read())
	}
	return tea.Batch(append(cmds, d.settle())...)
}

// read asks the store for everything.
func (d *Detail) read() tea.Cmd {
	d.seq++
	d.reading = true
	ctx, id, seq, hooks, c := d.ctx, d.id, d.seq, d.env.Hooks, d.env.Text
	return func() tea.Msg {
		m := detailMsg{of: d, seq: seq}
		if m.detail, m.err = hooks.Delivery(ctx, id); m.err == nil {
			m.lines = requestLines(c, m.detail)
		}
		return m
	}
}

// settle reads what is missing of the visible output.
func (d *Detail) settle() tea.Cmd {
	d.layOut()
	now := d.Current()
	if now == nil || !d.hasOutput() || d.ctx.Err() != nil {
		return nil
	}
	at, live := d.outputAt(), now.State == model.DeliveryRunning
	if at.Empty() { // it is read when it is shown and not followed
		at, live = d.requestAt(), false
	}
	if at.Empty() {
		return nil
	}
	return d.out.settle(d.ctx, at.Dx()-1, at.Dy(), live)
}

// Update handles answers to its own commands.
func (d *Detail) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case detailMsg:
		if m.of != d {
			return nil, false
		}
		if m.seq == d.seq {
			d.reading = false
			d.take(m)
		}
	case streamFound:
		if m.of != d.out {
			return nil, false
		}
		cmd = d.outputFound(m)
	default:
		if !d.out.update(msg) {
			return nil, false
		}
	}
	return tea.Batch(cmd, d.settle()), true
}

func (d *Detail) take(m detailMsg) {
	d.leaf = nil
	if d.err = m.err; m.err != nil {
		if d.detail == nil && d.now != nil {
			d.lines = knownLines(d.env.Text, d.now, asBad, d.failure(m.err))
		}
		return
	}
	d.detail, d.lines = m.detail, m.lines
	d.out.stale = true
	if !d.chosen {
		d.onOutput = d.hasOutput() && d.detail.State != model.DeliveryAsking
	}
}

// hasOutput reports whether there is an output to look at.
func (d *Detail) hasOutput() bool {
	now := d.Current()
	if now == nil {
		return false
	}
	var argv []string
	if d.detail != nil {
		argv = d.detail.Argv
	}
	return prints(now, argv)
}

// beside is the width from which on request and output are side by side.
const beside = 100

// requestAt and outputAt are where the parts are, from the view's own corner; empty
// for a hidden one.
func (d *Detail) requestAt() image.Rectangle {
	r, two := d.body()
	switch {
	case two:
		r.Max.X = d.split()
	case d.onOutput && d.hasOutput():
		return image.Rectangle{}
	}
	return r
}

func (d *Detail) outputAt() image.Rectangle {
	r, two := d.body()
	switch {
	case !d.hasOutput():
		return image.Rectangle{}
	case two:
		r.Min.X = d.split() + 1
	case !d.onOutput:
		return image.Rectangle{}
	}
	return r
}

// split is the column between the parts.
func (d *Detail) split() int { return d.w * 2 / 5 }

// body is the area inside the lines, and whether it has two columns.
func (d *Detail) body() (r image.Rectangle, two bool) {
	side := d.env.Borders.Side()
	if d.w < 4 || d.h < 3 {
		return image.Rectangle{}, false
	}
	return image.Rect(side, 1, d.w-side, d.h-1), d.w >= beside && d.hasOutput()
}

// layOut wraps both texts for their widths.
func (d *Detail) layOut() {
	req, out := d.requestAt(), d.outputAt()
	if !req.Empty() && d.lines != nil {
		d.leaf = d.request(req.Dx() - 1)
		if d.toEnd {
			d.at, d.toEnd = d.leaf.last(req.Dy()), d.reading
		}
	}
	if out.Empty() { // it is read when it is shown
		out = req
	}
	if !out.Empty() {
		d.out.shape(out.Dx() - 1)
	}
}

// request is the request's text for a width.
func (d *Detail) request(width int) *leaf {
	if d.leaf.fits(width, d.env.Ruler) {
		return d.leaf
	}
	return newLeaf(d.lines, width, d.env.Ruler)
}

// Switch gives the keys to the other part.
func (d *Detail) Switch() {
	if d.hasOutput() {
		d.onOutput, d.chosen = !d.onOutput, true
	}
}

// Back ends the search.
func (d *Detail) Back() bool {
	if d.want.text == "" && !d.asking {
		return false
	}
	d.out.dropFind()
	d.want, d.asking, d.hit, d.out.hit = needle{}, false, kit.Spot{Line: -1}, -1
	return true
}
