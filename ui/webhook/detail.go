package webhook

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Detail shows one delivery in full: its facts, its request, and its output as it grows. In a wide view they are side
// by side.
type Detail struct {
	env    *Env
	ctx    context.Context
	cancel context.CancelFunc
	w, h   int
	focus  bool

	id     string
	now    *model.Delivery       // as in the list, nil = not listed
	detail *model.DeliveryDetail // nil before it is read
	lines  []leafLine            // of the request
	leaf   *leaf                 // wrapped lines
	at     kit.Spot              // its top
	toEnd  bool                  // go to the end once it is read
	out    *stream

	onOutput bool // keys scroll the output, not the request
	chosen   bool // the user has chosen
	reading  bool
	seq      int
	err      error

	paint  viewPaints
	field  *input.Model
	want   needle
	asking bool     // a search is running
	hit    kit.Spot // match in the request
}

var _ View = (*Detail)(nil)

// detailMsg carries everything that the store knows of a delivery.
type detailMsg struct {
	of     *Detail
	seq    int
	detail *model.DeliveryDetail
	lines  []leafLine
	err    error
}

// NewDetail shows the delivery with an id. It reads nothing before Changed.
func NewDetail(env *Env, id string) *Detail {
	d := &Detail{env: env, id: id, out: newStream(env, id), hit: kit.Spot{Line: -1}, paint: newViewPaints(env.Styles)}
	d.ctx, d.cancel = context.WithCancel(env.Ctx)
	return d
}

// ID returns the id of the delivery.
func (d *Detail) ID() string { return d.id }

// Current returns the delivery, or nil while it is unknown.
func (d *Detail) Current() *model.Delivery {
	switch {
	case d.now != nil:
		return d.now
	case d.detail != nil:
		return &d.detail.Delivery
	}
	return nil
}

// Close cancels reads.
func (d *Detail) Close() {
	d.cancel()
	d.out.dropFind()
}

// SetSize sets the outer size.
func (d *Detail) SetSize(w, h int) {
	d.w, d.h = w, h
	d.layOut()
}

// SetFocus sets whether keys go to it.
func (d *Detail) SetFocus(on bool) {
	if d.focus = on; !on {
		d.field = nil
	}
}

// Restyle applies new styles or another ruler.
func (d *Detail) Restyle() {
	d.paint = newViewPaints(d.env.Styles)
	d.layOut()
}

// Context returns the context of the keys.
func (d *Detail) Context() keys.Context {
	if d.Typing() {
		return keys.InInput
	}
	return keys.InDelivery
}

// settle reads the missing visible output.
func (d *Detail) settle() tea.Cmd {
	d.layOut()
	now := d.Current()
	if now == nil || !d.hasOutput() || d.ctx.Err() != nil {
		return nil
	}
	at, live := d.outputAt(), now.State == model.DeliveryRunning
	if at.Empty() { // read when it is shown and not followed
		at, live = d.requestAt(), false
	}
	if at.Empty() {
		return nil
	}
	return d.out.settle(d.ctx, at.Dx()-1, at.Dy(), live)
}

// hasOutput reports whether there is output to show.
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

// beside is the least width to show request and output side by side.
const beside = 100

// requestAt and outputAt return the areas of the parts, from the view's corner; a hidden part is empty.
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

// split returns the column between the parts.
func (d *Detail) split() int { return d.w * 2 / 5 }

// body returns the area inside the lines and whether it has two columns.
func (d *Detail) body() (r image.Rectangle, two bool) {
	side := d.env.Borders.Side()
	if d.w < 4 || d.h < 3 {
		return image.Rectangle{}, false
	}
	return image.Rect(side, 1, d.w-side, d.h-1), d.w >= beside && d.hasOutput()
}

// layOut wraps both texts to their widths.
func (d *Detail) layOut() {
	req, out := d.requestAt(), d.outputAt()
	if !req.Empty() && d.lines != nil {
		d.leaf = d.request(req.Dx() - 1)
		if d.toEnd {
			d.at, d.toEnd = d.leaf.last(req.Dy()), d.reading
		}
	}
	if out.Empty() { // read when it is shown
		out = req
	}
	if !out.Empty() {
		d.out.shape(out.Dx() - 1)
	}
}

// request returns the request's text for a width.
func (d *Detail) request(width int) *leaf {
	if d.leaf.fits(width, d.env.Ruler) {
		return d.leaf
	}
	return newLeaf(d.lines, width, d.env.Ruler)
}

// Switch moves the focus to the other part.
func (d *Detail) Switch() {
	if d.hasOutput() {
		d.onOutput, d.chosen = !d.onOutput, true
	}
}

// back ends the search.
func (d *Detail) back() bool {
	if d.want.text == "" && !d.asking {
		return false
	}
	d.out.dropFind()
	d.want, d.asking, d.hit, d.out.hit = needle{}, false, kit.Spot{Line: -1}, -1
	return true
}

// failure returns why the delivery could not be read.
func (d *Detail) failure(err error) string {
	if client.Is(err, client.KindNotFound) {
		return d.env.Text.Say("This delivery no longer exists.")
	}
	return client.Sentence(err).In(d.env.Text)
}
