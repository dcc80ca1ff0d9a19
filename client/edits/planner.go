package edits

import (
	"errors"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// tries is how often the places are looked up when the document changes meanwhile.
const tries = 3

// planner finds the places of one plan, all in one version.
type planner struct {
	*reading
	e      *Engine
	many   bool // several edits: each range of one is a step of its own
	unseen bool // nobody looks at the plan
	alone  bool // what is before a place is neither shown nor compared: where a document ends, its outline says
	plan   *model.EditPlan
	seen   map[text.Text]bool
}

// note adds a sentence once.
func (p *planner) note(t text.Text, args ...any) {
	if p.seen[t] {
		return
	}
	p.seen[t] = true
	p.plan.Notes = append(p.plan.Notes, model.Say(t, args...))
}

// still plans again when the document has changed between two reads.
func (d *doc) still(plan func() (*model.EditPlan, error)) (*model.EditPlan, error) {
	for range tries {
		p, err := plan()
		if !errors.Is(err, errMoved) {
			return p, err
		}
	}
	return nil, d.fail(client.KindConflict, "the edit was not made: the document kept changing meanwhile").Hinted("try again in a while")
}

// where converts the error of a place that was not found to one of the client.
func (d *doc) where(err error) error {
	if client.KindOf(err) != "" {
		return err
	}
	return client.WhereFailed(opEdit, d.place, err)
}
