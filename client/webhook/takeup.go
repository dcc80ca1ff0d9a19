package webhook

import (
	"context"
	"slices"
	"time"

	"aloft/model"
)

// staleWork is the age from which on nobody expects that work still begins.
const staleWork = 24 * time.Hour

// takeUp continues what the last owner left: what had not begun begins, and what was cut is reported.
func (o *owner) takeUp(ctx context.Context) {
	said := conversations{o: o, of: map[string]map[string][]model.MessageKind{}}
	for _, d := range o.st.Unbegun() {
		ok := o.resume(ctx, d, said)
		if ctx.Err() != nil {
			return // for the next one
		}
		if !ok {
			o.st.Cut(d.ID)
		}
	}
	var cuts []*model.Delivery
	for _, d := range o.st.Cuts() {
		if !said.has(ctx, d, model.MessageOutcome, model.MessageReply) { // it was killed just after that
			cuts = append(cuts, d)
		}
	}
	o.dispatcher.TellCut(cuts)
}

// resume begins a delivery, if that is possible.
func (o *owner) resume(ctx context.Context, d *model.Delivery, said conversations) bool {
	now := o.s.o.Now()
	if now.Sub(d.At) > staleWork {
		return false
	}
	if d.Kind == model.DeliveryPrompt && !o.dispatcher.HasAgent(d.Project) && said.has(ctx, d, model.MessagePrompt) {
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

// conversations are the messages about each delivery, as far as they were read: by session and delivery.
type conversations struct {
	o  *owner
	of map[string]map[string][]model.MessageKind
}

// has reports whether a conversation has a message of these kinds about the delivery.
func (c conversations) has(ctx context.Context, d *model.Delivery, kinds ...model.MessageKind) bool {
	of := c.of[d.Session]
	if of == nil {
		of = map[string][]model.MessageKind{}
		ms, err := c.o.st.Messages(ctx, d.Session, 0)
		if err != nil {
			c.o.s.warn(err)
		}
		for _, m := range ms {
			of[m.Delivery] = append(of[m.Delivery], m.Kind)
		}
		c.of[d.Session] = of
	}
	return slices.ContainsFunc(of[d.ID], func(k model.MessageKind) bool { return slices.Contains(kinds, k) })
}
