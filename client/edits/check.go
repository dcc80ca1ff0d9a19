package edits

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// check refuses what the service would refuse, or would not understand, before
// anything is read.
func (d *doc) check(e *model.Edit) error {
	f := e.Check()
	if f == nil && e.Old != "" && e.Kind != model.EditRevert {
		f = model.CheckSearch(e.Old)
	}
	if f != nil {
		err := d.fail(client.KindInvalid, f.What, f.Args...)
		err.Hint = f.Hint
		return err
	}
	switch e.Kind {
	case model.EditReplace, model.EditReplaceAll:
		switch {
		case e.Old == "" && len(e.Ranges) == 0:
			return d.fail(client.KindInvalid, text.EditsNoOld)
		case e.Old == e.Text && e.Old != "":
			return d.fail(client.KindInvalid, "both texts are the same: nothing would change")
		}
	}
	return nil
}
