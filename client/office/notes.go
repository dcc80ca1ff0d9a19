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

// guessed notes that the encoding of a text is a guess.
func (n *notes) guessed(c coding) {
	if c.doubtful() || c == codingBinary {
		n.add(text.OfficeGuessed)
	}
}

func (n *notes) result() Result { return Result{Notes: n.list} }

// Result is the report of a conversion or an inspection.
type Result struct {
	Notes []model.Sentence // losses
}
