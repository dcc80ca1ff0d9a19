package edits

import (
	"cmp"
	"slices"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// chunk is the steps that belong together, at one place.
type chunk struct {
	order int // of the edit in the request
	at    int64
	text  model.Range // what is changed or marked; Begin == End for an insertion
	steps []model.EditStep
}

// one is the only chunk of an edit, at the place of its first step.
func one(steps ...model.EditStep) []chunk {
	at := steps[0].Edit.At
	return []chunk{{at: at, text: model.Range{Begin: at, End: at}, steps: steps}}
}

// arrange sorts from the end of the document to its start. Edits at one place are
// made in the order that results in that of the request: an edit of the text behind
// the place first, since it must not be moved, then the last insertion first, since
// each one pushes what is there behind it.
func (d *doc) arrange(all []chunk) error {
	slices.SortStableFunc(all, func(a, b chunk) int {
		if c := cmp.Compare(b.at, a.at); c != 0 {
			return c
		}
		if a.inserts() != b.inserts() {
			if a.inserts() {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.order, a.order)
	})
	for i := range all {
		for j := i - 1; j >= 0 && all[j].at < all[i].text.End; j-- {
			if a, b := all[i].text, all[j].text; touch(a, b) {
				return d.fail(client.KindInvalid, text.EditsOverlap, max(a.Begin, b.Begin), min(a.End, b.End))
			}
		}
	}
	return nil
}

func (c chunk) inserts() bool { return c.text.Begin == c.text.End }

// touch: the ranges share a position, or one is within the other.
func touch(a, b model.Range) bool {
	if a.Begin == a.End && b.Begin == b.End {
		return false
	}
	return a.Begin < b.End && b.Begin < a.End
}
