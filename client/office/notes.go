package office

import (
	"aloft/model"
	"aloft/model/text"
)

// notes collects the losses.
type notes struct{ list []model.Sentence }

// count adds a note about n things, when there are any.
func (n *notes) count(times int, what text.Text, args ...any) {
	if times > 0 {
		n.add(what, append([]any{times}, args...)...)
	}
}

func (n *notes) add(t text.Text, args ...any) {
	n.list = append(n.list, model.Say(t, args...))
}

func (n *notes) result() Result { return Result{Notes: n.list} }

// Result is the report of a conversion or an inspection.
type Result struct {
	Notes []model.Sentence // losses
}
