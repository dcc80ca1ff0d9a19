package run

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// The Verifier says where an entry is, by complete listings only, both places
// walked from the root in one epoch. It alone turns "unknown" into anything.

// presence of an entry at a place.
type presence int

const (
	cannotTell presence = iota // the listing was not complete
	there
	notThere
	another // an entry of that name, but not this one
)

// sight is what one look saw.
type sight struct {
	source, target presence
	made           string // id of what a creation has made
}

// Times of the Verifier, scaled.
type Times struct {
	Settle time.Duration // older than this, late work of the service is over
	task   time.Duration // a task that has not ended by then is not waited for
	lag    time.Duration // what listings may be behind
	Gone   time.Duration // patience for an entry that is nowhere
	look   time.Duration // the first pause between two looks
	most   time.Duration // the longest
	Looks  int           // at the least, before "gone" or "in both" is believed
	Twice  int           // looks after the settle time before "not done" is believed
}

func timesOf(settle time.Duration, scale float64) Times {
	d := func(d time.Duration) time.Duration { return time.Duration(float64(d) * scale) }
	return Times{Settle: settle, task: d(50 * time.Second), lag: d(5 * time.Second), Gone: max(d(60*time.Second), settle*4/3),
		look: d(time.Second), most: d(20 * time.Second), Looks: 4, Twice: 2}
}

// verdict is what a look means; out "" = look again.
type verdict struct {
	out  string
	kind client.Kind
	text text.Text
	args []any
	said string // the service's own words
}

// resends of what the service said to have come to nothing.
const resends = 2

// judge is the verdict table of the jobs design, for one step that the Verifier
// has looked at before n times with the same result at least once settled times.
func judge(s *step.Step, st *journal.State, m *memory, now sight, age time.Duration, t Times) verdict {
	sent := st.Calls > 0 && !st.Absent
	settle := settleOf(st, s, t)
	old := age >= settle
	notDone := func() verdict {
		switch {
		case !sent && st.Unfound >= notFoundTries:
			return verdict{out: journal.OutFailed, kind: client.KindServer, text: "the service shows it in the whole listing, but never where it is looked up"}
		case !sent:
			return verdict{out: journal.OutNotDone}
		case !old || m.settled < t.Twice:
			return verdict{}
		case st.Failures() > resends, s.Once && st.Task == journal.TaskFailed:
			return verdict{out: journal.OutFailed, kind: client.KindServer, text: t.ending(st.Task).vain, said: st.Said}
		case s.Once:
			what := text.Text("it was asked for and never answered, and it does not show; look for %s in %s before you ask again")
			if st.Task != "" {
				what = "the service failed while it was asked for, and it does not show; look for %s in %s before you ask again"
			}
			t, _ := s.Target()
			return verdict{out: journal.OutFailed, kind: client.KindUnknown, text: what, args: []any{t.Base(), t.Parent().String()}, said: st.Said}
		}
		return verdict{out: journal.OutNotDone}
	}
	stable := age >= t.Gone && m.looks >= t.Looks
	if sent && s.Mode == string(client.DeleteRecord) {
		// No listing of folders tells.
		return verdict{out: journal.OutFailed, kind: client.KindUnknown, text: "the answer was lost; the recent list shows whether %s is still in it", args: []any{s.Name}, said: st.Said}
	}
	switch op := s.Op.Row(); op.Proof {
	case model.ProofMade:
		if !op.NoSource && !sent {
			if now.source == there {
				return notDone()
			}
			if now.source == notThere && stable {
				return verdict{out: journal.OutMissing, kind: client.KindNotFound, text: text.JobsMissing}
			}
			return verdict{}
		}
		switch now.target {
		case there:
			return verdict{out: journal.OutDone}
		case notThere:
			return notDone()
		case another:
			return verdict{out: journal.OutConflict, kind: client.KindConflict, text: text.JobsOther}
		}
	case model.ProofGone:
		switch now.source {
		case there:
			return notDone()
		case notThere, another:
			if sent && m.looks < t.Twice {
				return verdict{}
			}
			if sent {
				return verdict{out: journal.OutDone}
			}
			if stable {
				return verdict{out: journal.OutMissing, kind: client.KindNotFound, text: text.JobsMissing}
			}
			return verdict{}
		}
	default:
		switch {
		case now.source == notThere && now.target == there:
			return verdict{out: journal.OutDone}
		case now.source == there && now.target == notThere:
			return notDone()
		case now.source == there && now.target == another:
			return verdict{out: journal.OutConflict, kind: client.KindConflict, text: text.JobsOther}
		case now.source == there && now.target == there:
			if stable {
				return verdict{out: journal.OutConflict, kind: client.KindConflict, text: "it is in both places"}
			}
			return verdict{}
		case now.target == notThere || now.target == another:
			if !stable {
				return verdict{}
			}
			if sent {
				return verdict{out: journal.OutMissing, kind: client.KindNotFound, text: "it is neither where it was nor where it should be"}
			}
			return verdict{out: journal.OutMissing, kind: client.KindNotFound, text: text.JobsMissing}
		case now.target == there && old && m.looks >= 3:
			return verdict{out: journal.OutDone} // the source is too large to be seen whole
		}
	}
	if stable && age >= 2*settle {
		return verdict{out: journal.OutConflict, kind: client.KindUnknown, text: "the service does not show enough to tell what became of it"}
	}
	return verdict{}
}

// ending is what follows from what is known of a call's own end.
type ending struct {
	again time.Duration // after that, what the Verifier does not see is not done, and is sent again
	once  time.Duration // the same of what is never sent again
	vain  text.Text     // why it fails in the end
}

// ending is the table. Where the service itself told the end, listings may be
// behind, no more; a gateway's word is not the service's.
func (t Times) ending(task string) ending {
	switch task {
	case journal.TaskFailed:
		return ending{t.lag, t.lag, "the service's task failed"}
	case journal.TaskUnseen:
		return ending{t.task, t.task, "the service's task came to no end, and nothing of it shows"}
	case journal.TaskTold:
		return ending{t.lag, 2 * t.lag, text.JobsAnswered}
	case journal.TaskError:
		return ending{t.Settle, 2 * t.lag, text.JobsAnswered}
	}
	return ending{t.Settle, t.Settle, text.JobsAnswered}
}

// settleOf is how long after the answer what the Verifier does not see is not done.
func settleOf(s *journal.State, of *step.Step, t Times) time.Duration {
	e := t.ending(s.Task)
	switch {
	case s.Task == journal.TaskUnseen: // it was asked for all that time
		return max(t.lag, e.again-s.Since.Sub(s.From))
	case of.Once:
		return e.once
	case s.Task == journal.TaskError && of.Op.Row().Folder: // a second one is refused as taken
		return t.lag
	}
	return e.again
}

// due: the Verifier should look at the step now. While there is other work the
// looks before the settle time are left out: they are only worth their slots
// when nothing else can be done.
func (j *job) due(n int, now time.Time, idle bool, t Times) bool {
	return !j.lookAt(n, idle, t).After(now)
}

func (j *job) lookAt(n int, idle bool, t Times) time.Time {
	st := &j.States[n]
	next := j.memoryOf(n).next
	if next.IsZero() {
		next = st.Since.Add(t.look)
	}
	if !idle {
		if by := st.Since.Add(settleOf(st, &j.Steps[n], t)); next.Before(by) {
			return by
		}
	}
	return next
}

// looked notes the look and sets the time of the next one.
func (j *job) looked(n int, now time.Time, saw sight, t Times) {
	st, m := &j.States[n], j.memoryOf(n)
	if saw != m.last {
		m.settled = 0
	}
	m.last = saw
	m.looks++
	if now.Sub(st.Since) >= settleOf(st, &j.Steps[n], t) {
		m.settled++
	}
	pause := t.look << min(m.looks, 10)
	if m.settled == 1 {
		pause = 2 * t.look
	}
	m.next = now.Add(min(pause, t.most))
}

// content is a listing by name.
type content struct {
	names    map[string][]model.Entry
	ids      map[string]model.Entry
	complete bool
}

func (c *content) of(name string, s *step.Step) presence {
	es := c.names[name]
	for _, e := range es {
		if e.Kind.Container() == s.Kind.Container() && looksAs(e, s.Print, false) {
			return there
		}
	}
	switch {
	case len(es) > 0:
		return another
	case c.complete:
		return notThere
	}
	return cannotTell
}

// contents lists a folder for the Verifier. A folder that is believed to be
// gone holds nothing.
func contents(ctx context.Context, w *listing.Walker, p model.Place) (*content, error) {
	l, err := w.All(ctx, p)
	if client.Is(err, client.KindNotFound) {
		return &content{complete: true}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &content{names: make(map[string][]model.Entry, len(l.Entries)), ids: map[string]model.Entry{}, complete: l.Complete}
	for _, e := range l.Entries {
		c.ids[e.ID] = e
		c.names[e.Name] = append(c.names[e.Name], e)
	}
	return c, nil
}

// look says what is seen of a step's two places; listings are shared. The id is
// that of the entry, where ids never change; known are those that had the name
// before.
func look(ctx context.Context, w *listing.Walker, lists map[string]*content, s *step.Step, id string, known []string) (sight, error) {
	in := func(p model.Place) (*content, error) {
		if c := lists[step.PlaceKey(p)]; c != nil {
			return c, nil
		}
		list := contents
		if p.Base() == step.BinMark {
			list = binContents
		}
		c, err := list(ctx, w, p)
		if err == nil {
			lists[step.PlaceKey(p)] = c
		}
		return c, err
	}
	var out sight
	if s.Op.InBin() {
		c, err := in(s.Source().Parent())
		if err == nil {
			out.source = c.of(s.Record, s)
		}
		return out, err
	}
	switch {
	case s.Once:
		return lookMade(ctx, w, in, s, id, known)
	case id != "" || s.Op.Row().Ends == model.EndUnchanged:
		return lookPinned(ctx, w, in, s, id)
	}
	if t, ok := s.Target(); ok {
		c, err := in(t.Parent())
		if err != nil {
			return out, err
		}
		out.target = c.of(t.Base(), s)
	}
	if s.Op.Row().NoSource {
		return out, nil
	}
	c, err := in(s.Parent)
	if err == nil {
		out.source = c.of(s.Name, s)
		if out.source == another {
			// Somebody else's entry has the name now; ours is not there.
			out.source = notThere
		}
	}
	return out, err
}
