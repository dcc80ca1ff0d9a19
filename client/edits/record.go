package edits

import (
	"bytes"
	"encoding/json"
	"time"

	"aloft/client/system"
	"aloft/model"
)

type record struct {
	V       int               `json:"v"`
	T       string            `json:"t"` // intent, made or end
	ID      string            `json:"id"`
	At      time.Time         `json:"at,omitzero"`
	Base    int64             `json:"base,omitempty"`
	Marks   []mark            `json:"marks,omitempty"`
	Undo    model.EditUndo    `json:"undo,omitempty"`
	Undoes  string            `json:"undoes,omitempty"`
	Step    int               `json:"step,omitempty"` // made: which step, from 0
	Place   int64             `json:"place,omitempty"`
	Version int64             `json:"version,omitempty"`
	Out     model.EditOutcome `json:"out,omitempty"`
}

const (
	journalVersion = 1

	recIntent = "intent" // it is about to be sent
	recMade   = "made"   // a step was made
	recEnd    = "end"    // how it ended
)

func (r record) line() ([]byte, error) {
	r.V = journalVersion
	b, err := json.Marshal(r)
	return append(b, '\n'), err
}

// history is an edit in the journal.
type history struct {
	id      string
	at      time.Time
	base    int64
	marks   []mark
	made    []int64 // version made by each step, 0 = not made
	undo    model.EditUndo
	undoes  string
	out     model.EditOutcome // EditUnknown without an end
	version int64             // afterwards, 0 = not known
	undone  bool
	in      *journal
}

// maxMarks bounds the memory for a damaged journal.
const maxMarks = 100_000

// replay reads a journal, the oldest edit first. Lines that cannot be decoded are
// skipped: a torn one, or one of a later version of the program.
func replay(b []byte) []*history {
	var out []*history
	byID := map[string]*history{}
	_, _ = system.Lines(bytes.NewReader(b), 0, 0, func(line []byte, _ int64) error {
		var r record
		if json.Unmarshal(line, &r) != nil || r.V != journalVersion || r.ID == "" || len(r.Marks) > maxMarks {
			return nil
		}
		h := byID[r.ID]
		switch {
		case r.T == recIntent && h == nil && len(r.Marks) > 0:
			h = &history{id: r.ID, at: r.At, base: r.Base, marks: r.Marks, made: make([]int64, len(r.Marks)),
				undo: r.Undo, undoes: r.Undoes, out: model.EditUnknown}
			byID[r.ID], out = h, append(out, h)
		case h == nil:
		case r.T == recMade && r.Step >= 0 && r.Step < len(h.made) && r.Version > 0:
			h.made[r.Step], h.version = r.Version, r.Version
			if r.Place > 0 {
				h.marks[r.Step].At = r.Place
			}
		case r.T == recEnd && known(r.Out):
			h.out = r.Out
			if r.Version > 0 {
				h.version = r.Version
			}
		}
		return nil
	})
	return out
}

// markUndone marks the edits that others have reverted.
func markUndone(all []*history) {
	undone := map[string]bool{}
	for _, h := range all {
		if h.undoes != "" && h.out == model.EditDone {
			undone[h.undoes] = true
		}
	}
	for _, h := range all {
		h.undone = undone[h.id]
	}
}

func known(o model.EditOutcome) bool {
	switch o {
	case model.EditDone, model.EditConflict, model.EditPartly, model.EditUnknown, model.EditFailed:
		return true
	}
	return false
}

func (h *history) steps() int {
	n := 0
	for _, v := range h.made {
		if v > 0 {
			n++
		}
	}
	return n
}
