package plan

import (
	"context"

	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
)

// content is what the plan needs to know of an item's folder.
func (p *planner) content(ctx context.Context, at model.Place) (*listing.Folder, error) {
	if p.byParent == nil {
		p.byParent = map[string][]string{}
		for _, it := range p.r.Items {
			k := step.PlaceKey(it.Parent())
			p.byParent[k] = append(p.byParent[k], it.Base())
		}
	}
	if names := p.byParent[step.PlaceKey(at)]; len(names) <= listing.FewItems && !step.Steady(p.Src) {
		return p.Some(ctx, at, names)
	}
	return p.Folder(ctx, at)
}

// unlisted notes that names in the folder are checked by the service only.
func (p *planner) unlisted(f *listing.Folder, at model.Place) {
	if !f.Part {
		return
	}
	for _, q := range p.plan.Unlisted {
		if q.Equal(at) {
			return
		}
	}
	p.plan.Unlisted = append(p.plan.Unlisted, at)
}
