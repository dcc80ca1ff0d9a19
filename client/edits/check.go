package edits

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// check refuses, before anything is read, what the service would refuse or
// misinterpret.
func (d *doc) check(e *model.Edit) error {
	if f := e.Check(); f != nil {
		return d.fail(client.KindInvalid, f.What, f.Args...).Hinted(f.Hint)
	}
	switch s, _ := e.Kind.Spec(); {
	case !s.Replaces || !s.Has(model.FieldSearch):
	case e.Old == "" && len(e.Ranges) == 0:
		return d.fail(client.KindInvalid, text.EditsNoOld)
	case e.Old == e.Text && e.Old != "":
		return d.fail(client.KindInvalid, "both texts are the same: nothing would change")
	}
	return nil
}
