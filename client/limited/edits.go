package limited

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// edits are edits of a person's documents.
type edits struct {
	g   *Person
	all client.Edits
}

// Edits limits edits to a person; nil for one who only reads.
func (g *Person) Edits(all client.Edits) client.Edits {
	if all == nil || g.rights.ReadOnly {
		return nil
	}
	return &edits{g, all}
}

// document refuses a document that is not theirs. Edits find one by its id where the place has
// one.
func (e *edits) document(ctx context.Context, op string, p model.Place, id string, opt client.Options) error {
	if err := e.g.read(op, p); err != nil || id == "" {
		return err
	}
	src, err := e.g.all.For(p)
	if err != nil {
		return err
	}
	return e.g.has(ctx, src, op, p, id, opt)
}

// image refuses to put a file into a document that the person could not read.
func (e *edits) image(edit *model.Edit) error {
	if edit.Image.File.IsZero() {
		return nil
	}
	edit.Image.Roots = e.g.tops()
	return e.g.read("edit", edit.Image.File)
}

func (e *edits) Plan(ctx context.Context, r client.EditRequest) (*model.EditPlan, error) {
	for i := range r.Edits {
		if err := e.image(&r.Edits[i].Edit); err != nil {
			return nil, err
		}
	}
	if err := e.document(ctx, "edit", r.Item, r.Item.Pin(), client.Options{Class: r.Class}); err != nil {
		return nil, err
	}
	return e.all.Plan(ctx, r)
}

func (e *edits) Apply(ctx context.Context, p *model.EditPlan) (model.EditResult, error) {
	for i := range p.Steps {
		if err := e.image(&p.Steps[i].Edit); err != nil {
			return model.EditResult{}, err
		}
	}
	if err := e.document(ctx, "edit", p.Place, p.Entry.ID, client.Options{}); err != nil {
		return model.EditResult{}, err
	}
	return e.all.Apply(ctx, p)
}

func (e *edits) History(ctx context.Context, item model.Place) ([]client.EditDone, error) {
	if err := e.document(ctx, "history", item, item.Pin(), client.Options{}); err != nil {
		return nil, err
	}
	return e.all.History(ctx, item)
}

func (e *edits) PlanUndo(ctx context.Context, item model.Place) (*model.EditPlan, error) {
	if err := e.document(ctx, "undo", item, item.Pin(), client.Options{}); err != nil {
		return nil, err
	}
	return e.all.PlanUndo(ctx, item)
}

func (e *edits) Compare(ctx context.Context, a, b client.DocVersion, opt client.Options) (client.Comparison, error) {
	for _, d := range []client.DocVersion{a, b} {
		if err := e.document(ctx, "compare", d.Place, d.Place.Pin(), opt); err != nil {
			return client.Comparison{}, err
		}
	}
	return e.all.Compare(ctx, a, b, opt)
}
