package dispatch

import (
	"context"
	"slices"
	"sync"
	"time"

	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// mostNotes of one delivery: a platform that is down says the same of every message.
const mostNotes = 8

// delivery is one that was accepted. Its row is what the list shows of it; every
// change of the row is written.
type delivery struct {
	// These never change.
	id, session, event, projectName string
	silent, command                 bool
	size                            int64 // of its body
	exec, workDir                   string
	project                         Project
	rules                           *Rules
	rec                             Records

	mu      sync.Mutex
	row     model.Delivery
	prompt  string // until it is composed, or the delivery has ended
	payload []byte
	post    platform.Post           // nil until the session has decided about it
	stop    context.CancelCauseFunc // nil until it runs
	asking  bool                    // a person
	over    bool
}

func newDelivery(row model.Delivery, r receive.Request, rules *Rules, rec Records) *delivery {
	return &delivery{id: row.ID, session: r.Session, event: row.Event, projectName: row.Project, silent: row.Silent, command: r.Exec != "", size: row.Bytes,
		exec: r.Exec, workDir: r.WorkDir, project: rules.Projects[r.Project], rules: rules, rec: rec,
		row: row, prompt: r.Prompt, payload: r.Payload}
}

// change changes the row, and adds what else went wrong, "" for nothing.
func (d *delivery) change(note string, f func(row *model.Delivery)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(&d.row)
	d.addNote(note)
	d.rec.Set(d.row)
}

// note adds what else went wrong, also to what has ended.
func (d *delivery) note(s string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.addNote(s) {
		d.rec.Set(d.row)
	}
}

func (d *delivery) addNote(s string) bool {
	s = model.Clean(s)
	if s == "" || len(d.row.Notes) >= mostNotes || slices.Contains(d.row.Notes, s) {
		return false
	}
	d.row.Notes = append(d.row.Notes[:len(d.row.Notes):len(d.row.Notes)], s)
	return true
}

// ran notes what came of its process; it is written with the end.
func (d *delivery) ran(exit int, output int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.row.Exit, d.row.Output = exit, output
}

// opened notes where its messages go; false: it has ended.
func (d *delivery) opened(post platform.Post) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.post = post
	return !d.over
}

// ended reports whether it is over.
func (d *delivery) ended() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

// waits notes how many are before it, -1: it has a place. One that runs or has ended
// does not wait.
func (d *delivery) waits(ahead int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ahead < 0 || d.over || d.stop != nil || d.row.State == model.DeliveryWaiting && d.row.Ahead == ahead {
		return
	}
	d.row.State, d.row.Ahead = model.DeliveryWaiting, ahead
	d.rec.Set(d.row)
}

// asks lets it wait for a person.
func (d *delivery) asks() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.over {
		d.asking, d.row.State = true, model.DeliveryAsking
		d.rec.Set(d.row)
	}
}

// answered ends the asking; false: it does not ask, or somebody was sooner.
func (d *delivery) answered() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	asked := d.asking && !d.over
	d.asking = false
	return asked
}

// begins notes that it runs; false: it has ended, and must not.
func (d *delivery) begins(stop context.CancelCauseFunc, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over {
		return false
	}
	d.stop = stop
	d.row.State, d.row.Ahead, d.row.Started = model.DeliveryRunning, 0, now
	d.rec.Set(d.row)
	return true
}

// composes hands out the prompt and its payload, and lets go of them; false: the
// delivery has ended.
func (d *delivery) composes() (prompt string, payload []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	prompt, payload = d.prompt, d.payload
	d.prompt, d.payload = "", nil
	return prompt, payload, !d.over
}

// end closes the row: nothing more happens to it but notes. It reports whether
// the delivery had not ended before.
func (d *delivery) end(s model.DeliveryState, reason string, at time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.endLocked(s, reason, at)
}

func (d *delivery) endLocked(s model.DeliveryState, reason string, at time.Time) bool {
	if d.over {
		return false
	}
	d.over = true
	d.row.State, d.row.Reason, d.row.Ahead, d.row.Ended = s, reason, 0, at
	d.rec.Set(d.row)
	d.prompt, d.payload = "", nil // its messages may wait for long, and it with them
	return true
}

// halt stops what runs, which ends the delivery in its own time. What does not run
// is ended at once, as stopped: then it reports true.
func (d *delivery) halt(cause error, reason string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stop != nil {
		d.stop(cause)
		return false
	}
	return d.endLocked(model.DeliveryStopped, reason, now)
}

// poster is where its messages go, nil before that is known.
func (d *delivery) poster() platform.Post {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.post
}

// snapshot is the row as it is now.
func (d *delivery) snapshot() model.Delivery {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.row
}
