package plan

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// room refuses a plan whose bytes have no room where they go, as far as that is known.
func room(ctx context.Context, p *planner) error {
	need, free := int64(0), int64(model.Unknown)
	for i := range p.plan.Items {
		if it := &p.plan.Items[i]; it.Op.Transfers() && it.Decision != model.DecideSkip {
			need += max(it.Print.Size, 0)
		}
	}
	if need == 0 {
		return nil
	}
	switch s := p.to.Src.(type) {
	case client.Roomy:
		if n, _, err := s.Room(ctx, p.r.Target); err == nil {
			free = n
		}
	case client.Prober:
		if used, total, err := s.Capacity(ctx, client.Options{Class: p.Class}); err == nil && used >= 0 && total > 0 {
			free = max(0, total-used)
		}
	}
	if free == model.Unknown || need <= free {
		return nil
	}
	needed, there := text.Sizes(need, free)
	e := client.Errorf(client.KindInvalid, string(p.r.Op), p.r.Target, "there is not enough room in %s: %s needed, %s free; nothing was started.", p.r.Target.String(), needed, there)
	e.Hint = "make room, or choose less"
	return e
}
