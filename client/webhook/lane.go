package webhook

import (
	"context"
	"slices"
	"time"

	"aloft/client/webhook/platform"
	"aloft/model"
	"aloft/model/text"
)

// The two rows of things that happen one after the other in a session: what
// arrives is judged in its order, and messages are posted in theirs. A platform
// that is slow to post holds up nothing but its own messages.
const (
	arrivals = "arrive:"
	posts    = "post:"
)

// How many messages wait to be posted: of one session, and of all.
const (
	mostPosts    = 1000
	mostUnposted = 4000
)

// lane is a row of tasks that one goroutine works off; it is gone with the last.
type lane struct{ tasks []func() }

// inLane puts a task into a row of a session. The lock is held; the task runs
// without it.
func (k *desk) inLane(session, row string, task func()) {
	name := row + session
	l := k.lanes[name]
	if l != nil {
		l.tasks = append(l.tasks, task)
		return
	}
	l = &lane{[]func(){task}}
	k.lanes[name] = l
	k.talking.Go(func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		for len(l.tasks) > 0 {
			t := l.tasks[0]
			l.tasks = slices.Delete(l.tasks, 0, 1)
			k.mu.Unlock()
			t()
			k.mu.Lock()
		}
		delete(k.lanes, name)
	})
}

// notify posts a notice, unless the delivery is silent. The lock is held.
func (k *desk) notify(j *job, s string) {
	if !j.d.Silent {
		k.put(j, model.MessageNotice, s, false)
	}
}

// outcome posts how work ended, unless the delivery is silent and the settings
// do not let that through. The channel is closed when it was posted.
func (k *desk) outcome(j *job, kind model.MessageKind, s string, bad bool) <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if j.d.Silent && !j.rules.despite(bad) {
		done := make(chan struct{})
		close(done)
		return done
	}
	return k.put(j, kind, s, bad)
}

// put posts a message after those before it. The lock is held.
func (k *desk) put(j *job, kind model.MessageKind, s string, bad bool) <-chan struct{} {
	done := make(chan struct{})
	if l := k.lanes[posts+j.r.Session]; l != nil && len(l.tasks) >= mostPosts || k.unposted >= mostUnposted {
		k.note(j, say(text.HookPostsFull))
		close(done)
		return done
	}
	m := platform.Message{Session: j.r.Session, Kind: kind, Event: j.d.Event, Project: j.d.Project,
		Delivery: j.d.ID, Text: s, Bad: bad, At: k.now()}
	k.unposted++
	k.inLane(j.r.Session, posts, func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(k.posting, postLimit)
		defer cancel()
		err := j.post(ctx, m)
		if err != nil {
			k.log.Warn("webhook message not posted", "delivery", m.Delivery, "error", err)
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.unposted--
		if err != nil {
			k.note(j, say("a message could not be posted: %s", err.Error()))
		}
	})
	return done
}

// mostNotes of one delivery: a platform that is down says the same of every one.
const mostNotes = 8

// note adds what else went wrong, also to what has ended. The lock is held.
func (k *desk) note(j *job, s string) {
	s = model.Clean(s)
	if len(j.d.Notes) >= mostNotes || slices.Contains(j.d.Notes, s) {
		return
	}
	j.d.Notes = append(j.d.Notes[:len(j.d.Notes):len(j.d.Notes)], s)
	k.rec.Set(j.d)
}

// awaitPost waits a moment for a message, so that who waits for the delivery
// finds the message too; a slow platform is not waited for.
func awaitPost(done <-chan struct{}) {
	select {
	case <-done:
		return
	default:
	}
	t := time.NewTimer(postWait)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}
