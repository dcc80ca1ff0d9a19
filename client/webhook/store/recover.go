package store

import (
	"os"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// recover cuts what had not ended when the last owner did.
func (s *Store) recover() {
	for _, e := range s.list.order {
		if e.d.Lives > 0 { // it ended with its receiver, or belongs to nobody
			d := *e.d
			d.Lives = 0
			s.list.set(e, &d)
			s.mark(e, true)
		}
		if e.d.State.Ended() {
			continue
		}
		if s.o.Resumes && !s.begun(e) {
			s.unbegun = append(s.unbegun, e.d)
			continue
		}
		// An owner that was killed between the start of a process and its record
		// has left a process too, known only by its environment.
		if e.proc.PID > 0 || e.d.State == model.DeliveryRunning {
			s.left = append(s.left, Leftover{e.d.ID, e.proc.PID, e.proc.Start})
		}
		s.cutOff(e)
	}
}

// begun reports whether its work may have begun: the file of its output is older than its process.
func (s *Store) begun(e *entry) bool {
	if e.d.State == model.DeliveryRunning || e.proc.PID > 0 || !e.d.Started.IsZero() {
		return true
	}
	_, err := os.Lstat(s.OutputFile(e.d.ID))
	return err == nil
}

// cutOff cuts a delivery. The index's lock is held, or nobody else has the store.
func (s *Store) cutOff(e *entry) {
	d := e.cut(s.last)
	s.list.set(e, d)
	s.cuts = append(s.cuts, d)
	s.mark(e, true)
}

// Cut cuts one of Unbegun that cannot be begun.
func (s *Store) Cut(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.list.byID[id]; e != nil && !e.d.State.Ended() {
		s.cutOff(e)
		s.changed()
	}
}

// cut returns a delivery that has not ended as it is once its owner is dead.
func (e *entry) cut(last time.Time) *model.Delivery {
	d := *e.d
	why := text.Text("the program was killed before its turn came; nothing ran")
	switch {
	case d.State == model.DeliveryRunning || e.proc.PID > 0:
		why = text.HookCutRunning
	case d.State == model.DeliveryAsking:
		why = "the program was killed before anybody answered; nothing ran"
	}
	d.State, d.Reason, d.Ahead = model.DeliveryCut, model.Say(why), 0
	d.Ended = last.Round(0) // the last sign of life
	if d.Ended.Before(d.At) {
		d.Ended = d.At
	}
	if d.Ended.Before(d.Started) {
		d.Ended = d.Started
	}
	return &d
}
