package pane

import (
	"aloft/model"
	"aloft/ui/keys"
)

// history holds the places that the pane has shown.
type history struct {
	back, forward []model.Place
	previous      model.Place // the previous place, for "g -"
}

// maxHistory bounds the history.
const maxHistory = 100

// leave records that the pane goes from one place to another.
func (h *history) leave(from, to model.Place) {
	if from.IsZero() || from.Equal(to) {
		return
	}
	h.back = append(h.back, from)
	if n := len(h.back); n > maxHistory {
		h.back = h.back[n-maxHistory:]
	}
	h.forward = nil
}

// goBack takes the last place from the history. ok is false if there is none.
func (h *history) goBack(from model.Place) (to model.Place, ok bool) {
	return step(&h.back, &h.forward, from)
}

// goForward takes the place that goBack left last.
func (h *history) goForward(from model.Place) (to model.Place, ok bool) {
	return step(&h.forward, &h.back, from)
}

func step(take, put *[]model.Place, from model.Place) (to model.Place, ok bool) {
	n := len(*take)
	if n == 0 {
		return to, false
	}
	to = (*take)[n-1]
	*take = (*take)[:n-1]
	*put = append(*put, from)
	return to, true
}

// leads reports whether the history has a place for the action.
func (h *history) leads(a keys.Action) bool {
	switch a {
	case keys.HistoryBack:
		return len(h.back) > 0
	case keys.HistoryNext:
		return len(h.forward) > 0
	}
	return !h.previous.IsZero()
}

// dropBack removes a place from the end of the history.
func (h *history) dropBack(at model.Place) {
	if n := len(h.back); n > 0 && h.back[n-1].Equal(at) {
		h.back = h.back[:n-1]
	}
}

// follow updates the history after a folder was renamed or moved.
func (h *history) follow(from, to model.Place) {
	for _, list := range [][]model.Place{h.back, h.forward} {
		for i := range list {
			list[i] = moved(list[i], from, to)
		}
	}
}

// moved returns the new place of an entry whose folder has moved.
func moved(at, from, to model.Place) model.Place {
	if !at.Within(from) {
		return at
	}
	for _, s := range at.Path[len(from.Path):] {
		to = to.With(s)
	}
	return to
}

// forget drops a deleted place and everything below it; now is the current place.
func (h *history) forget(gone, now model.Place) {
	without := func(list []model.Place) []model.Place {
		return model.Only(list, func(at model.Place) bool { return !at.Within(gone) })
	}
	h.back, h.forward = without(h.back), without(h.forward)
	if h.previous.Within(gone) {
		h.previous = now
	}
}
