package webhook

import (
	"context"
	"time"

	"aloft/model"
)

// staleWork is the age from which on nobody expects that work still begins.
const staleWork = 24 * time.Hour

// takeUp continues what the last owner left: what had not begun begins, and what was cut is reported.
func (o *owner) takeUp(ctx context.Context) {
	begins := map[string]func() bool{}
	for _, d := range o.st.Unbegun() { // all are read before the first one writes
		begins[d.ID] = o.resume(ctx, d)
	}
	for _, d := range o.st.Unbegun() {
		if ctx.Err() != nil {
			return // for the next one
		}
		if begin := begins[d.ID]; begin == nil || !begin() {
			o.st.Cut(d.ID)
		}
	}
	var cuts []*model.Delivery
	for _, d := range o.st.Cuts() {
		if !o.said(ctx, d, model.MessageOutcome, model.MessageReply) { // it was killed just after that
			cuts = append(cuts, d)
		}
	}
	o.dispatcher.TellCut(cuts)
}

// resume returns what begins a delivery, nil if that is not possible.
func (o *owner) resume(ctx context.Context, d *model.Delivery) func() bool {
	now := o.s.o.Now()
	if now.Sub(d.At) > staleWork {
		return nil
	}
	if d.Kind == model.DeliveryPrompt && !o.dispatcher.HasAgent(d.Project) && o.said(ctx, d, model.MessagePrompt) {
		return func() bool {
			row := *d
			row.State, row.Ended = model.DeliveryDone, now // all that is done without an agent
			o.st.Set(row)
			return true
		}
	}
	all, err := o.st.Delivery(ctx, d.ID)
	if err != nil {
		o.s.warn(err)
		return nil
	}
	r, err := o.routes.again(all)
	if err != nil {
		o.s.warn(err)
		return nil
	}
	return func() bool { return o.dispatcher.Resume(*d, r) }
}

// said reports whether the conversation has a message of these kinds about the delivery.
func (o *owner) said(ctx context.Context, d *model.Delivery, kinds ...model.MessageKind) bool {
	said, err := o.st.Said(ctx, d.Session, d.ID, kinds...)
	o.s.warn(err)
	return said
}
