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
	for _, d := range o.st.Unbegun() {
		ok := o.resume(ctx, d)
		if ctx.Err() != nil {
			return // for the next one
		}
		if !ok {
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

// resume begins a delivery, if that is possible.
func (o *owner) resume(ctx context.Context, d *model.Delivery) bool {
	now := o.s.o.Now()
	if now.Sub(d.At) > staleWork {
		return false
	}
	if d.Kind == model.DeliveryPrompt && !o.dispatcher.HasAgent(d.Project) && o.said(ctx, d, model.MessagePrompt) {
		row := *d
		row.State, row.Ended = model.DeliveryDone, now // all that is done without an agent
		o.st.Set(row)
		return true
	}
	all, err := o.st.Delivery(ctx, d.ID)
	if err != nil {
		o.s.warn(err)
		return false
	}
	r, err := o.routes.again(all)
	if err != nil {
		o.s.warn(err)
		return false
	}
	return o.dispatcher.Resume(*d, r)
}

// said reports whether the conversation has a message of these kinds about the delivery.
func (o *owner) said(ctx context.Context, d *model.Delivery, kinds ...model.MessageKind) bool {
	said, err := o.st.Said(ctx, d.Session, d.ID, kinds...)
	o.s.warn(err)
	return said
}
