package dispatch

import (
	"context"
	"sync"

	"aloft/client/webhook/run"
	"aloft/model"
	"aloft/model/text"
)

// background holds processes that deliveries have left running.
type background struct {
	mu      sync.Mutex
	running map[string]*leftRunning // by delivery
}

// leftRunning is what one delivery has left running.
type leftRunning struct {
	*run.Children
	free  bool          // does not end with the receiver
	why   text.Text     // why it was stopped
	noted chan struct{} // closed once its end is in the list
}

// follow notes the processes that a delivery has left running until they end.
func (b *background) follow(d *delivery, c *run.Children) {
	x := &leftRunning{Children: c, free: d.rules.Background == run.BackgroundFree, noted: make(chan struct{})}
	b.mu.Lock()
	b.running[d.id] = x
	b.mu.Unlock()
	d.change(model.Say("it left %d {process|processes} running", c.Count), func(row *model.Delivery) { row.Lives = c.Count })
	go func() {
		defer close(x.noted)
		<-c.Done
		b.mu.Lock()
		delete(b.running, d.id)
		why := x.why
		b.mu.Unlock()
		var note model.Sentence
		switch {
		case c.Crowd():
			note = model.Say(text.HookRestCrowd, run.MaxLeft)
		case why != "":
			note = model.Say(why)
		}
		d.change(note, func(row *model.Delivery) { row.Lives = 0 })
	}()
}

// stop stops processes left by one delivery and reports whether there were any.
func (b *background) stop(id string, why text.Text) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.running[id]
	if x != nil {
		x.why = why
		x.Stop()
	}
	return x != nil
}

// close stops everything that is not free, and waits until it has ended, or ctx
// has.
func (b *background) close(ctx context.Context) {
	b.mu.Lock()
	var all []*leftRunning
	for _, x := range b.running {
		if !x.free {
			x.why = "its remaining processes were stopped when the receiver stopped"
			x.Stop()
			all = append(all, x)
		}
	}
	b.mu.Unlock()
	for _, x := range all {
		select {
		case <-x.noted:
		case <-ctx.Done():
			return
		}
	}
}
