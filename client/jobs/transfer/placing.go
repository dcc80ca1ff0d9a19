package transfer

import (
	"context"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// An imported document arrives in a folder of the service's choice, under the
// file's name. It gets its title there, and is then moved; its id tells it from
// others of the same name on the way.

func (h *Transfer) place(ctx context.Context, landing model.Place) error {
	src, class := h.job.To, h.job.Class
	h.show(model.PhasePlace, 95, 0)
	at := func() model.Ref {
		return model.Ref{Place: landing.Join(h.Name), ID: h.ID, Kind: model.KindOther, At: time.Now()}
	}
	if h.Did == journal.DidMake && h.Name != h.s.Rename {
		err := h.once(ctx, journal.DoRename,
			func(call context.Context) error { return src.(client.Renamer).Rename(call, at(), h.s.Rename, class) },
			func() (bool, error) {
				e, err := src.(client.Steady).ByID(ctx, h.ID, client.Options{Class: class, Fresh: true})
				return err == nil && e.Name == h.s.Rename, err
			})
		if err != nil {
			return h.notMoved(landing, err)
		}
		h.Name = h.s.Rename
		if err := h.did(journal.DidRename); err != nil {
			return err
		}
	}
	if journal.SamePlace(landing, h.s.To) {
		return h.done()
	}
	to, err := h.arrivals(ctx)
	if err == nil {
		err = h.once(ctx, journal.DoMove,
			func(call context.Context) error { return src.(client.Mover).Move(call, []model.Ref{at()}, to, class) },
			func() (bool, error) {
				l, err := src.List(ctx, h.s.To, client.Options{Class: class, Fresh: true})
				for _, e := range l.Entries {
					if e.ID == h.ID {
						return true, nil
					}
				}
				return false, err
			})
	}
	if err != nil {
		return h.notMoved(landing, err)
	}
	// A pane may show it where it arrived.
	h.job.Touched(landing)
	return h.done()
}

// arrivalFolder is a folder in which imports arrive: its names when it was listed,
// and what this job has put there since.
type arrivalFolder struct {
	turn chan struct{} // whose turn it is to list it: the others use that listing
	ref  model.Ref
	ids  map[string]string // by name
	at   time.Time
}

// arrivalFor is how long such a listing is used: a full folder has many pages, and
// each costs a request.
const arrivalFor = time.Minute

// Arrivals are the folders to which a job moves imports; its items share them.
type Arrivals struct{ folders sync.Map } // of *arrivalFolder, by their PlaceKey

// arrivals checks whether the item's name is free in its folder, and returns the
// folder. Only a listing made for this very item says that it is not.
func (h *Transfer) arrivals(ctx context.Context) (to model.Ref, err error) {
	known, _ := h.job.Arrivals.folders.LoadOrStore(journal.PlaceKey(h.s.To), &arrivalFolder{turn: make(chan struct{}, 1)})
	sh := known.(*arrivalFolder)
	select {
	case sh.turn <- struct{}{}:
		defer func() { <-sh.turn }()
	case <-ctx.Done():
		return model.Ref{}, &stops{ctx.Err()}
	}
	if time.Since(sh.at) < h.job.Scaled(arrivalFor) && h.arrive(sh) {
		return sh.ref, nil
	}
	err = h.try(ctx, func() error {
		src, o := h.job.To, client.Options{Class: h.job.Class} // by its id: after the import no earlier listing serves any more
		l, err := src.List(ctx, h.s.To, o)
		if err != nil {
			return err
		}
		sh.ref, sh.ids, sh.at = l.Folder, map[string]string{}, time.Now()
		for _, x := range l.Entries {
			if x.ID != h.ID {
				sh.ids[x.Name] = x.ID
			}
		}
		if sh.ref.ID == "" && !h.s.To.IsRoot() {
			sh.ref, err = src.Walk(o).Folder(ctx, h.s.To)
		}
		return err
	})
	if err != nil {
		sh.at = time.Time{}
		return model.Ref{}, err
	}
	if !h.arrive(sh) {
		return model.Ref{}, client.Errorf(client.KindConflict, string(model.OpMove), h.s.To, text.JobsOther)
	}
	return sh.ref, nil
}

// arrive reserves the item's name there; false when another one has it. It is the item's turn.
func (h *Transfer) arrive(sh *arrivalFolder) bool {
	if id, taken := sh.ids[h.s.Rename]; taken && id != h.ID {
		return false
	}
	sh.ids[h.s.Rename] = h.ID
	return true
}

// notMoved: the document exists, but not where it should be.
func (h *Transfer) notMoved(landing model.Place, err error) error {
	if _, ok := err.(*stops); ok || !h.job.Writable() {
		return err
	}
	k := client.KindOf(err)
	out := journal.OutFailed
	if k == client.KindConflict {
		out = journal.OutConflict
	}
	return h.fail(out, k, "it was imported but is still in %[2]s, as %[1]s: %[3]s", h.Name, landing.String(), err.Error())
}

// once sends a write whose effect can be seen: after an unclear result it is sent
// again only when, after the settle time, it has certainly had no effect.
func (h *Transfer) once(ctx context.Context, what string, do func(context.Context) error, seen func() (bool, error)) error {
	failures, why := 0, error(nil)
	for n := 0; ; n++ {
		if h.Doing != what {
			err, broken := h.call(h.job.To, what, do)
			if broken != nil {
				return &stops{broken}
			}
			k := client.KindOf(err)
			switch {
			case err == nil:
				return nil
			case k == client.KindUnknown || k == "":
				why = err
				if journal.TaskOf(err) != "" {
					failures++
				}
			case k == client.KindAuth:
				return h.undo(&stops{err})
			case (journal.Retryable(err) || k == client.KindStale) && n < transferTries:
				if err := h.undo(nil); err != nil {
					return err
				}
				if err := h.again(ctx, n); err != nil {
					return err
				}
				continue
			case journal.Retryable(err) && k != client.KindServer:
				return h.undo(&stops{err})
			default:
				return h.undo(err)
			}
		}
		ok, err := h.look(ctx, seen)
		if err != nil || ok {
			return err
		}
		if failures > verify.Resends {
			return h.undo(why)
		}
		if err := h.undo(nil); err != nil {
			return err
		}
	}
}

// undo journals that the call in Doing has certainly had no effect.
func (h *Transfer) undo(err error) error {
	if e := h.did(h.Did); e != nil {
		return &stops{e}
	}
	return err
}

// look polls until the effect is seen, or certainly does not exist.
func (h *Transfer) look(ctx context.Context, seen func() (bool, error)) (bool, error) {
	t := h.times()
	defer h.looks()()
	settled := 0
	for n := 0; ; n++ {
		var ok bool
		err := h.try(ctx, func() (err error) { ok, err = seen(); return err })
		if err != nil || ok {
			return ok, err
		}
		if time.Since(h.started) > t.Settle {
			if settled++; settled >= t.Twice {
				return false, nil
			}
		}
		if err := h.wait(ctx, t.Pause(n)); err != nil {
			return false, err
		}
	}
}
