package docs

import (
	"context"
	"errors"

	"aloft/client/lenient"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

func (v *reader) Policy(ctx context.Context, item model.Ref, opt client.Options) (model.Policy, error) {
	if err := v.entry(string(model.OpShare), item); err != nil {
		return "", err
	}
	a := tool.For(string(model.OpShare), item.Place, opt)
	var w struct {
		Policy lenient.Int `json:"policy"`
	}
	_, err := v.s.conn.Read(ctx, a.Read(tool.GetPolicy, tool.Is("file_id", item.ID)), &w, nil)
	for p, n := range policies {
		if err == nil && n == w.Policy.Or(-1) {
			return p, nil
		}
	}
	// Only four can be read ("Permission policy" in the document specification);
	// another one is an error, with the service's message or, where it returns the
	// number, with ours.
	odd := client.Errorf(client.KindUnsupported, a.Op, a.Place, "%q has an unknown permission; aloft knows private, some, read and edit", item.Place.Base())
	var e *client.Error
	switch {
	case err == nil:
		return "", odd
	case errors.As(err, &e) && e.Kind == client.KindInvalid && e.What != text.DocsNoRight && e.Status == 0:
		odd.Server, odd.Code, odd.Trace, odd.Err = e.Server, e.Code, e.Trace, err
		return "", odd
	}
	return "", err
}

// policies: "Resources and their fields" in the document specification.
var policies = map[model.Policy]int64{
	model.PolicyPrivate: 0, model.PolicySome: 1, model.PolicyRead: 2, model.PolicyEdit: 3,
}

func (v *reader) Policies() []model.Policy { return []model.Policy{model.PolicyRead, model.PolicyEdit} }

func (v *Source) SetPolicy(ctx context.Context, item model.Ref, p model.Policy, class client.Class) error {
	const op = string(model.OpShare)
	if p != model.PolicyRead && p != model.PolicyEdit {
		return client.Errorf(client.KindInvalid, op, item.Place, text.BadCall, "docs", string(p))
	}
	if err := v.entry(op, item); err != nil {
		return err
	}
	_, err := v.s.conn.Do(ctx, tool.Purpose{Op: op, Place: item.Place, Class: class}.Write(tool.SetPolicy, tool.Is("file_id", item.ID), tool.Is("policy", policies[p])))
	return err
}
