// Package verify looks: it lists folders, each once, and again while they do not show
// what a job has just done; it finds the entries of a call right before it is sent;
// and it is the Verifier, which finds out where an entry is, by complete listings
// only, both places walked from the root in one epoch. Only the Verifier turns
// "unknown" into a result.
package verify

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// Times are the Verifier's limits and intervals, scaled.
type Times struct {
	Settle time.Duration // older than this, late work of the service is over
	task   time.Duration // a task that has not ended by then is not waited for
	Lag    time.Duration // how far listings may lag behind
	Gone   time.Duration // wait for an entry that is in neither place
	First  time.Duration // the first pause between two checks
	most   time.Duration // the longest
	Looks  int           // at least, before "gone" or "in both" is believed
	Twice  int           // checks after the settle time before "not done" is believed
	Prompt bool          // the source shows changes at once, and makes none later (client.Prompt)
}

// Of are the times for what cannot be done later any more, where late is false: the first
// look at a prompt source tells then.
func (t Times) Of(late bool) Times {
	if t.Prompt && !late {
		t.Settle, t.task, t.Lag, t.Gone, t.Looks, t.Twice = 0, 0, 0, 0, 1, 1
	}
	return t
}

// of are the times of a case: what was not sent, or by a process that has ended, is not done
// later.
func (c Case) of(t Times) Times { return t.Of(c.Calls > 0 && !c.Absent && !c.Orphan) }

// TimesOf returns the times for a settle time.
func TimesOf(settle time.Duration, scale float64) Times {
	d := func(d time.Duration) time.Duration { return time.Duration(float64(d) * scale) }
	return Times{Settle: settle, task: d(50 * time.Second), Lag: d(5 * time.Second), Gone: max(d(60*time.Second), settle*4/3),
		First: d(time.Second), most: d(20 * time.Second), Looks: 4, Twice: 2}
}

// Pause is the time between the check of that number and the next one.
func (t Times) Pause(look int) time.Duration { return min(t.First<<min(look, 10), t.most) }

// Verdict is the result of a check; Out "" = check again.
type Verdict struct {
	Out  string
	Kind client.Kind
	Text text.Text
	Args []any
	Said string // the service's message
}

// KeptLess is the verdict about a file of which only so many bytes are there.
func KeptLess(has, size int64) Verdict {
	return Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "only %d of %d {byte|bytes} arrived", Args: []any{has, size}}
}

// Record returns the verdict about items as a journal record.
func (v Verdict) Record(op model.Op, items []int) journal.Record {
	r := journal.Record{T: journal.RecVerd, Op: op, Items: items, Out: v.Out, Kind: v.Kind}
	if v.Text != "" {
		r.Error = model.Say(v.Text, v.Args...)
		if v.Said != "" {
			r.Error = model.Say(text.ErrServerSays, r.Error, v.Said)
		}
	}
	return r
}

// Memory is what only this process has seen of a step.
type Memory struct {
	looks   int       // number of checks
	settled int       // number of checks, after the settle time, with the same result
	last    Sight     // the result of the last one
	next    time.Time // time of the next check
	watched int       // State.Watched at that time
}

// Case is a step that the Verifier decides about.
type Case struct {
	*journal.Step
	*journal.State
	ID string // of the entry, where ids never change
	m  *Memory
}

// NewCase begins the check of a step. What was seen before its State.Watched
// changed does not count.
func NewCase(g *journal.Progress, n int, m *Memory) Case {
	if w := g.States[n].Watched; m.watched != w {
		*m = Memory{watched: w}
	}
	return Case{&g.Steps[n], g.States[n], g.IDOf(n), m}
}

const (
	// Resends of what the service has reported as failed.
	Resends = 2
	// NotFoundTries: service work that ends between two lookups changes ids under a
	// walk, so a missing folder is walked to again before it is believed.
	NotFoundTries = 6
)

// Judge applies the verdict table of the jobs design to what was seen now.
func (c Case) Judge(now Sight, age time.Duration, t Times) Verdict {
	t = c.of(t)
	sent := c.Calls > 0 && !c.Absent
	settle := c.settle(t)
	stable := age >= t.Gone && c.m.looks >= t.Looks
	missing := Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: "it was gone before its turn"}
	other := Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsOther}
	if sent && c.Of.Mode == string(client.DeleteRecord) {
		// No listing of folders can show it.
		return Verdict{Out: journal.OutFailed, Kind: client.KindUnknown, Text: "the answer was lost; check whether %s is still in the recent list", Args: []any{c.Name}, Said: c.Said}
	}
	switch op := c.Op.Row(); op.Proof {
	case model.ProofMade:
		if !op.NoSource && !sent {
			if now.source == there {
				return c.notDone(age, t)
			}
			if now.source == notThere && stable {
				return missing
			}
			return Verdict{}
		}
		switch now.target {
		case there:
			return Verdict{Out: journal.OutDone}
		case notThere:
			return c.notDone(age, t)
		case another:
			return other
		}
	case model.ProofGone:
		switch now.source {
		case there:
			return c.notDone(age, t)
		case notThere, another:
			if sent && c.m.looks < t.Twice {
				return Verdict{}
			}
			if sent {
				return Verdict{Out: journal.OutDone}
			}
			if stable {
				return missing
			}
			return Verdict{}
		}
	default:
		switch {
		case now.source == notThere && now.target == there:
			return Verdict{Out: journal.OutDone}
		case now.source == there && now.target == notThere:
			return c.notDone(age, t)
		case now.source == there && now.target == another:
			return other
		case now.source == there && now.target == there:
			if stable {
				return Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsBoth}
			}
			return Verdict{}
		case now.target == notThere || now.target == another:
			if !stable {
				return Verdict{}
			}
			if sent {
				return Verdict{Out: journal.OutMissing, Kind: client.KindNotFound, Text: text.JobsNeither}
			}
			return missing
		case now.target == there && age >= settle && c.m.looks >= 3:
			return Verdict{Out: journal.OutDone} // the source is too large to be listed whole
		}
	}
	if stable && age >= 2*settle {
		return Verdict{Out: journal.OutConflict, Kind: client.KindUnknown, Text: "the service does not list enough to tell the outcome"}
	}
	return Verdict{}
}

// notDone: it is where it was. It is planned again only when the earlier call can
// no longer have an effect.
func (c Case) notDone(age time.Duration, t Times) Verdict {
	sent := c.Calls > 0 && !c.Absent
	switch {
	case !sent && c.Unfound >= NotFoundTries:
		return Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: "the service lists it, but a lookup never finds it"}
	case !sent:
		return Verdict{Out: journal.OutNotDone}
	case age < c.settle(t) || c.m.settled < t.Twice:
		return Verdict{}
	case c.Failures() > Resends, c.Once && c.Task == journal.TaskFailed:
		return Verdict{Out: journal.OutFailed, Kind: client.KindServer, Text: t.ending(c.Task).vain, Said: c.Said}
	case c.Once:
		at, _ := c.Target()
		return Verdict{Out: journal.OutFailed, Kind: client.KindUnknown, Text: "it may have been made; look for %s in %s before you try again",
			Args: []any{at.Base(), at.Parent().String()}, Said: c.Said}
	}
	return Verdict{Out: journal.OutNotDone}
}

// ending is what follows from how a call failed.
type ending struct {
	again time.Duration // after that, what is not seen counts as not done, and is sent again
	once  time.Duration // the same for what is never sent again
	vain  text.Text     // the error in the end
}

// ending is the table. After an answer of the service itself only listings may lag
// behind; that does not hold for a gateway's answer.
func (t Times) ending(task string) ending {
	switch task {
	case journal.TaskFailed:
		return ending{t.Lag, t.Lag, "the service's task failed"}
	case journal.TaskUnseen:
		return ending{t.task, t.task, "the service's task did not end and had no visible effect"}
	case journal.TaskTold:
		return ending{t.Lag, 2 * t.Lag, text.JobsAnswered}
	case journal.TaskError:
		return ending{t.Settle, 2 * t.Lag, text.JobsAnswered}
	}
	return ending{t.Settle, t.Settle, text.JobsAnswered}
}

// settle is how long after the answer a missing effect counts as not done.
func (c Case) settle(t Times) time.Duration {
	e := t.ending(c.Task)
	switch {
	case c.Task == journal.TaskUnseen: // the task was polled all that time
		return max(t.Lag, e.again-c.Since.Sub(c.From))
	case c.Once:
		return e.once
	case c.Task == journal.TaskError && c.Op.Row().Folder: // a second one is refused as taken
		return t.Lag
	}
	return e.again
}

// LookAt is when the Verifier should check the step next. While there is other work
// (idle is false) the checks before the settle time are left out: they are only
// worth their requests when nothing else can be done.
func (c Case) LookAt(idle bool, t Times) time.Time {
	t = c.of(t)
	next := c.m.next
	if next.IsZero() {
		next = c.Since.Add(t.First)
	}
	if !idle {
		if by := c.Since.Add(c.settle(t)); next.Before(by) {
			return by
		}
	}
	return next
}

// Saw stores the result of a check, and sets the time of the next one.
func (c Case) Saw(saw Sight, now time.Time, t Times) {
	t = c.of(t)
	m := c.m
	if saw != m.last {
		m.settled = 0
	}
	m.last = saw
	m.looks++
	if now.Sub(c.Since) >= c.settle(t) {
		m.settled++
	}
	pause := t.Pause(m.looks)
	if m.settled == 1 {
		pause = min(2*t.First, t.most)
	}
	m.next = now.Add(pause)
}
