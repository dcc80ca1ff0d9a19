package memdoc

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// add makes an entry in a folder.
func (v *View) add(ctx context.Context, what string, folder model.Ref, title string, kind model.Kind) (e model.Entry, err error) {
	err = v.change(ctx, what, folder, func(p *Node) error {
		e = v.entry(v.put(p.ID, title, kind))
		return nil
	})
	return e, err
}

// change changes an entry.
func (v *View) change(ctx context.Context, what string, item model.Ref, do func(*Node) error) error {
	return v.call(ctx, what, func() error {
		n, err := v.ref(item)
		if err == nil {
			err = do(n)
		}
		return err
	})
}

func (v *View) MakeFolder(ctx context.Context, parent model.Ref, name string, _ client.Class) (string, error) {
	e, err := v.add(ctx, "mkdir", parent, name, model.KindFolder)
	return e.ID, err
}

func (v *View) CreateKinds(folder model.Place) []model.Kind {
	if folder.Scheme == model.SchemeSpace && folder.IsRoot() {
		return nil
	}
	kinds := model.DocumentKinds()
	if folder.Scheme == model.SchemeDocs {
		kinds = kinds[:len(kinds)-1]
	}
	return kinds
}

func (v *View) Create(ctx context.Context, folder model.Ref, title string, n model.New, _ client.Class) (model.Entry, error) {
	return v.add(ctx, "create", folder, title, n.Kind)
}

func (v *View) Copies(to model.Place) client.Copying {
	c := client.Copying{Batch: 1, Titles: true}
	if v.Via && to.Scheme == model.SchemeSpace {
		c.Via = v.Landing()
	}
	return c
}

func (v *View) Copy(ctx context.Context, items []model.Ref, folder model.Ref, title string, _ client.Class) (e model.Entry, err error) {
	err = v.change(ctx, "copy", items[0], func(n *Node) error {
		p, err := v.ref(folder)
		if err == nil {
			made := v.put(p.ID, title, n.Kind)
			made.Body = n.Body
			e = v.entry(made)
		}
		return err
	})
	return e, err
}

func (v *View) Rename(ctx context.Context, item model.Ref, name string, _ client.Class) error {
	return v.change(ctx, "rename", item, func(n *Node) error {
		n.Name = name
		return nil
	})
}

func (v *View) MoveBatch() int { return 1 }

func (v *View) Move(ctx context.Context, items []model.Ref, to model.Ref, _ client.Class) error {
	if len(items) != 1 {
		panic("one at a time")
	}
	return v.change(ctx, "move", items[0], func(n *Node) error {
		p, err := v.ref(to)
		if err == nil {
			n.Parent, n.Space = p.ID, p.Space
		}
		return err
	})
}

func (v *View) DeleteBatch() int { return 1 }

func (v *View) DeleteModes() []client.DeleteMode {
	if v.scheme == model.SchemeSpace {
		return []client.DeleteMode{client.DeleteNode, client.DeleteTree}
	}
	return []client.DeleteMode{client.DeleteToBin, client.DeleteRecord}
}

func (v *View) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, _ client.Class) error {
	return v.change(ctx, "delete", items[0], func(n *Node) error {
		v.remove(n.ID, mode)
		return nil
	})
}

func (v *View) Policies() []model.Policy {
	return []model.Policy{model.PolicyRead, model.PolicyEdit}
}

func (v *View) Policy(ctx context.Context, item model.Ref, _ client.Options) (p model.Policy, err error) {
	err = v.change(ctx, "policy", item, func(n *Node) error {
		if n.Policy == "odd" {
			return client.Errorf(client.KindUnsupported, "share", item.Place, "odd")
		}
		p = n.Policy
		return nil
	})
	return p, err
}

func (v *View) SetPolicy(ctx context.Context, item model.Ref, p model.Policy, _ client.Class) error {
	return v.change(ctx, "share", item, func(n *Node) error {
		n.Policy = p
		return nil
	})
}

func (v *View) Landing() model.Place {
	return model.Place{Account: v.Account, Scheme: model.SchemeDocs}
}
func (v *View) Poll() client.Span { return client.Span{Min: 3 * time.Second, Max: 5 * time.Second} }
