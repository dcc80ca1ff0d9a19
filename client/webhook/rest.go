package webhook

import (
	"context"

	"aloft/client/webhook/run"
	"aloft/model/text"
)

// rest is what a delivery has left running.
type rest struct {
	*run.Rest
	free  bool          // it does not end with the receiver
	why   text.Text     // it was stopped
	noted chan struct{} // closed once its end stands in the list
}

// keepRest notes what a delivery has left running, until it has ended. The lock is
// held.
func (k *desk) keepRest(j *job, r *run.Rest) {
	x := &rest{Rest: r, free: j.rules.background == run.BackgroundFree, noted: make(chan struct{})}
	k.rests[j.d.ID] = x
	j.d.Lives = r.Count
	k.note(j, (*text.Catalogue)(nil).Say("it left %d {process|processes} running", r.Count))
	go func() {
		defer close(x.noted)
		<-r.Done
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.rests, j.d.ID)
		j.d.Lives = 0
		switch {
		case r.Crowd():
			k.note(j, say(text.HookRestCrowd, run.MostLeft))
		case x.why != "":
			k.note(j, say(x.why))
		}
		k.rec.Set(j.d)
	}()
}

// end stops it. The lock is held.
func (x *rest) end(why text.Text) {
	x.why = why
	x.Stop()
}

// endRests stops what was left running, but for what is free, and waits until it
// has ended, or ctx has.
func (k *desk) endRests(ctx context.Context) {
	k.mu.Lock()
	var all []*rest
	for _, x := range k.rests {
		if !x.free {
			x.end("what it had left running was stopped with the receiver")
			all = append(all, x)
		}
	}
	k.mu.Unlock()
	for _, x := range all {
		select {
		case <-x.noted:
		case <-ctx.Done():
			return
		}
	}
}
