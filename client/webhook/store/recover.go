package store

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model"
	"aloft/model/text"
)

// Open opens the store in dir as its owner, and ends what a killed owner did not: such deliveries are cut, or are in
// Unbegun. system.ErrHeld: another process is the owner.
func Open(dir string, o Options) (*Store, error) {
	held, err := take(dir)
	if err != nil {
		return nil, err
	}
	s := newStore(dir, o)
	s.held = held
	s.last = s.w.lastSign()
	if err = own(filepath.Join(dir, outName)); err == nil {
		// This makes the database. The state of an earlier owner is out of date.
		if err = s.w.update(func(l *sqlite.Link) error {
			return l.Do("UPDATE meta SET owner = ?", encoded(Holder{PID: os.Getpid(), State: model.HookOff}))
		}); err == nil {
			err = s.load()
		}
		if err != nil {
			err = dbError(dir, err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, s.w.close(), s.r.close(), held.close())
	}
	s.recover()
	s.list.arrived, s.list.failed = 0, 0
	s.alive = true
	go s.write()
	s.tasks.Go(s.keepWithinBounds)
	s.tasks.Go(s.hear)
	return s, nil
}

// Close writes what is left to write.
func (s *Store) Close() error {
	s.closed.Do(func() { close(s.closing) })
	<-s.written
	s.tasks.Wait()
	s.finish()
	err := errors.Join(s.w.close(), s.r.close())
	if s.held != nil {
		err = errors.Join(err, s.held.close())
	}
	return err
}

// Leftovers are the processes that were running when the last owner died.
func (s *Store) Leftovers() []Leftover { return s.left }

// Cuts are the deliveries that had not ended when the last owner died, in the order
// in which they came. They must not be changed.
func (s *Store) Cuts() []*model.Delivery { return s.cuts }

// Unbegun are the deliveries that the last owner had not begun, in the order in which they came. The new owner begins
// them, or cuts them.
func (s *Store) Unbegun() []*model.Delivery { return s.unbegun }

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
	why := text.Text("aloft was killed before this delivery started; nothing was run")
	if d.State == model.DeliveryRunning || e.proc.PID > 0 {
		why = text.HookCutRunning
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
