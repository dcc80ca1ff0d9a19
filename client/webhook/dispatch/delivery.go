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

// maxNotes limits the notes of a delivery: a platform that is down fails for every message.
const maxNotes = 8

// delivery is an accepted delivery. Its row is what the list shows; every change of the row is stored.
type delivery struct {
	// These never change.
	id, session, event, projectName string
	silent, command                 bool
	lane, overlap                   string   // of its route
	env                             []string // of its command, from its route
	size                            int64    // of its body, in bytes
	exec, workDir                   string
	project                         Project
	rules                           *Rules
	rec                             Records
	again, asked                    bool // an earlier owner has announced it, or asked for permission

	mu      sync.Mutex
	row     model.Delivery
	prompt  string // until it is composed or the delivery has ended
	payload []byte
	post    platform.Post           // nil until the session has opened its platform
	stop    context.CancelCauseFunc // nil until it runs
	asking  bool                    // waiting for permission
	kept    bool                    // its prompt is being added to the conversation
	over    bool
	done    chan struct{} // closed when it is over
}

func newDelivery(row model.Delivery, r receive.Request, rules *Rules, rec Records) *delivery {
	d := &delivery{id: row.ID, session: r.Session, event: row.Event, projectName: row.Project, silent: row.Silent, command: r.Exec != "", size: row.Bytes,
		exec: r.Exec, workDir: r.WorkDir, project: rules.Projects[r.Project], rules: rules, rec: rec,
		row: row, prompt: r.Prompt, payload: r.Payload, env: r.Env, overlap: r.Overlap, done: make(chan struct{})}
	if r.Overlap != "" && r.Overlap != receive.OverlapParallel {
		d.lane = r.Route
	}
	return d
}

// change changes the row and adds a note, if there is one.
func (d *delivery) change(note model.Sentence, f func(row *model.Delivery)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(&d.row)
	d.addNote(note)
	d.rec.Set(d.row)
}

// note adds a note, even to an ended delivery.
func (d *delivery) note(s model.Sentence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.addNote(s) {
		d.rec.Set(d.row)
	}
}

func (d *delivery) addNote(s model.Sentence) bool {
	if s.IsZero() || len(d.row.Notes) >= maxNotes || slices.Contains(d.row.Notes, s) {
		return false
	}
	d.row.Notes = append(d.row.Notes[:len(d.row.Notes):len(d.row.Notes)], s)
	return true
}

// ran sets the exit code and the size of the output of its process; they are stored
// with the end.
func (d *delivery) ran(exit int, output int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.row.Exit, d.row.Output = exit, output
}

// opened sets where its messages go. It returns false if the delivery has ended.
func (d *delivery) opened(post platform.Post) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.post = post
	return !d.over
}

// ended reports whether it has ended.
func (d *delivery) ended() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

// waits sets how many are before it; -1 means it has a place. It does nothing to a running or ended delivery.
func (d *delivery) waits(ahead int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ahead < 0 || d.over || d.stop != nil || d.row.State == model.DeliveryWaiting && d.row.Ahead == ahead {
		return
	}
	d.row.State, d.row.Ahead = model.DeliveryWaiting, ahead
	d.rec.Set(d.row)
}

// asks makes it wait for permission.
func (d *delivery) asks() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.over {
		d.asking, d.row.State = true, model.DeliveryAsking
		d.rec.Set(d.row)
	}
}

// answered ends the wait for permission. It returns false if the delivery does not wait, or somebody was quicker.
func (d *delivery) answered() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	asked := d.asking && !d.over
	d.asking = false
	return asked
}

// begins marks it as running. It returns false if the delivery has ended and must not run.
func (d *delivery) begins(stop context.CancelCauseFunc, work *sync.WaitGroup, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over {
		return false
	}
	work.Add(1) // under the lock: who closes looks at each delivery before waiting for the group
	d.stop = stop
	d.row.State, d.row.Ahead, d.row.Started = model.DeliveryRunning, 0, now
	d.rec.Set(d.row)
	return true
}

// composes returns the prompt and its payload and releases them. It returns false if the delivery has ended.
func (d *delivery) composes() (prompt string, payload []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	prompt, payload = d.prompt, d.payload
	d.prompt, d.payload, d.kept = "", nil, true
	return prompt, payload, !d.over
}

// end sets the final state; after it only notes are added. It reports whether the delivery had not ended before.
func (d *delivery) end(s model.DeliveryState, reason model.Sentence, at time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.endLocked(s, reason, at)
}

func (d *delivery) endLocked(s model.DeliveryState, reason model.Sentence, at time.Time) bool {
	if d.over {
		return false
	}
	d.over = true
	d.row.State, d.row.Reason, d.row.Ahead, d.row.Ended = s, reason, 0, at
	d.rec.Set(d.row)
	close(d.done)                 // whoever waited reads the row
	d.prompt, d.payload = "", nil // its messages may wait for long, and keep it in memory
	return true
}

// halt stops a running process, which ends the delivery a little later. Without a process, the delivery ends at once
// as stopped, and halt returns true.
func (d *delivery) halt(cause error, reason model.Sentence, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.begun(cause) {
		return false
	}
	return d.endLocked(model.DeliveryStopped, reason, now)
}

// leave stops a running process as halt does. Without one, the delivery is over here, and stays as it is in the store: leave
// returns true.
func (d *delivery) leave(cause error) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over || d.begun(cause) {
		return false
	}
	d.over, d.prompt, d.payload = true, "", nil
	close(d.done)
	return true
}

// begun reports whether its work has begun, and stops that. The lock is held.
func (d *delivery) begun(cause error) bool {
	if d.stop != nil {
		d.stop(cause)
	}
	return d.stop != nil || d.kept
}

// replaced ends it when it has not begun. It reports whether it has ended by that.
func (d *delivery) replaced(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stop == nil && d.endLocked(model.DeliveryBusy, model.Say("a later delivery of the same route replaced it"), now)
}

// poster returns where its messages go, or nil before that is known.
func (d *delivery) poster() platform.Post {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.post
}

// snapshot returns the current row.
func (d *delivery) snapshot() model.Delivery {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.row
}
