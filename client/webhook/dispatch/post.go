package dispatch

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client/webhook/platform"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of the messages.
const (
	maxPosts    = 1000 // of one session that wait to be posted
	maxUnposted = 4000 // of all
	postLimit   = 30 * time.Second
	postWait    = 250 * time.Millisecond // for the outcome's message, before the delivery is shown as ended
)

// Speaker is the id and the name of the sender of messages: "Work after acceptance"
// in the drive specification.
const Speaker = "webhook"

// messages is the fourth stage: it posts the messages about a delivery to its platform. A goroutine posts a session's
// messages in order, so a slow platform delays only its own messages.
type messages struct {
	rows   *sequences
	unsent atomic.Int64 // queued, or being posted
	ctx    context.Context
	cancel context.CancelFunc // ends all posting
}

func newMessages(running *sync.WaitGroup) *messages {
	ctx, cancel := context.WithCancel(context.Background())
	return &messages{rows: newSequences(running), ctx: ctx, cancel: cancel}
}

// after calls do after the session's queued messages.
func (m *messages) after(session string, do func(ctx context.Context)) {
	m.rows.add(session, 0, func() { do(m.ctx) })
}

// put queues a post behind the others, unless too many wait.
func (m *messages) put(session string, post func(ctx context.Context)) bool {
	if m.unsent.Add(1) <= maxUnposted && m.rows.add(session, maxPosts, func() {
		defer m.unsent.Add(-1)
		ctx, cancel := context.WithTimeout(m.ctx, postLimit)
		defer cancel()
		post(ctx)
	}) {
		return true
	}
	m.unsent.Add(-1)
	return false
}

// words are what a message says: our sentences, and what others wrote.
type words struct {
	said []model.Sentence
	text string
}

func (w *words) say(t text.Text, args ...any) { w.said = append(w.said, model.Say(t, args...)) }

func said(t text.Text, args ...any) words {
	return words{said: []model.Sentence{model.Say(t, args...)}}
}

// notify posts a notice, unless the delivery is silent. The channel closes after the post.
func (k *Dispatcher) notify(d *delivery, t text.Text, args ...any) <-chan struct{} {
	if d.silent {
		return posted()
	}
	return k.post(d, model.MessageNotice, said(t, args...), false)
}

// posted is the channel of a post that need not be made.
func posted() <-chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}

// announce posts a notice about something that is to come, unless an earlier owner has.
func (k *Dispatcher) announce(d *delivery, t text.Text, args ...any) {
	if !d.again {
		k.notify(d, t, args...)
	}
}

// outcome posts how work ended, unless the delivery is silent and the settings do not override that. The channel
// closes after the post.
func (k *Dispatcher) outcome(d *delivery, kind model.MessageKind, w words, bad bool) <-chan struct{} {
	if d.silent && !d.rules.despite(bad) {
		return posted()
	}
	return k.post(d, kind, w, bad)
}

func (k *Dispatcher) post(d *delivery, kind model.MessageKind, w words, bad bool) <-chan struct{} {
	done := make(chan struct{})
	m := platform.Message{Session: d.session, Kind: kind, Event: d.event, Project: d.projectName,
		Delivery: d.id, Said: w.said, Text: w.text, Bad: bad, At: k.Now()}
	send := d.poster()
	taken := k.messages.put(d.session, func(ctx context.Context) {
		defer close(done)
		if err := send(ctx, m); err != nil {
			k.Log.Warn("webhook message not posted", "delivery", d.id, "error", err)
			d.note(model.Say("a message could not be posted: %s", err))
		}
	})
	if !taken {
		d.note(model.Say(text.HookPostsFull))
		close(done)
	}
	return done
}

// awaitPost waits a moment for a delivery's message, so that readers of the delivery find it too. It does not wait for a slow
// platform.
func (k *Dispatcher) awaitPost(d *delivery, done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(postWait):
		k.awaitHere(d, done)
	}
}

// awaitHere waits until the program's own conversation has a delivery's last message: after a crash in between nobody would
// post it for a delivery that has ended.
func (k *Dispatcher) awaitHere(d *delivery, done <-chan struct{}) {
	if d.rules.Here(d.session) {
		select {
		case <-done:
		case <-k.ctx.Done(): // Close waits for the messages
		}
	}
}
