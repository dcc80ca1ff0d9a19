package run

import (
	"errors"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// A failed read says nothing about any item, whatever its answer was: it is
// repeated at growing intervals, and when that has failed for long the job pauses
// with everything still planned. Only an answer ends an item.

// rereads of what a redirect answers: a single one may come from something in between.
const rereads = 3

// trouble decides what an error of an operation means for the job, when nothing was
// changed by it.
func (w *worker) trouble(l *queue, j *job, err error) {
	if w.reads.Err() != nil {
		return // closing: the job is left as it is
	}
	if j.jn != nil && j.jn.Fault() != nil {
		w.broke(j)
		return
	}
	var fe *verify.FolderError
	switch k := client.KindOf(err); {
	case k == client.KindAuth:
		w.signedOut(l, err)
	case k == client.KindStale:
		j.looked.stale++
		if j.looked.stale > 3 {
			w.later(j, err, time.Duration(min(j.looked.stale, 40))*100*time.Millisecond)
		}
	case errors.As(err, &fe) && k == client.KindNotFound:
		w.folderGone(j, fe)
	case journal.NoRoom(err), k == client.KindLocal && !journal.Retryable(err), journal.Elsewhere(err) && j.trouble.tries >= rereads:
		w.stop(j, err)
	default:
		w.later(j, err, min(time.Second<<min(j.trouble.tries, 6), journal.LongestPause))
	}
}

// signedOut: no request of this source can succeed until somebody signs in, so all
// its jobs pause; nothing is lost and nothing has failed.
func (w *worker) signedOut(l *queue, err error) {
	w.mu.Lock()
	all := model.Only(l.jobs, func(j *job) bool { return j.jn != nil && !j.standing() })
	w.mu.Unlock()
	for _, j := range all {
		_ = w.log(j, journal.Record{T: journal.RecLogin, Kind: client.KindAuth, Error: client.Sentence(err)})
	}
}

// stop pauses the job with the reason.
func (g *registry) stop(j *job, err error) {
	_ = g.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseError, Kind: client.KindOf(err), Error: client.Sentence(err)})
	g.change(j, func() { j.trouble.tries, j.trouble.outage = 0, journal.Outage{} })
}

// later backs off, as long as the service asks for. A job that has failed for too
// long is paused; for a single rename that is soon.
func (w *worker) later(j *job, err error, pause time.Duration) {
	most := journal.OfPerson
	if plan.Large(j.Plan) {
		most = journal.OfBulk
	}
	if j.trouble.outage.Over(most) {
		w.stop(j, err)
		return
	}
	pause = max(pause, min(journal.AsksFor(err), most))
	w.change(j, func() {
		j.trouble.outage.Pauses += pause
		j.trouble.tries++
		j.Err = journal.Again(err)
		j.wait.until = time.Now().Add(w.scaled(pause))
	})
}

// folderGone: the folder is walked to again a few times, a prompt source's once, then taken as
// missing.
func (w *worker) folderGone(j *job, fe *verify.FolderError) {
	k := journal.PlaceKey(fe.Place)
	j.looked.lost[k]++
	if n := j.looked.lost[k]; n < verify.NotFoundTries && (n == 1 || !journal.Prompt(j.src)) {
		w.change(j, func() {
			j.Err = model.Say("%s is not found; looking again", fe.Place.String())
			j.wait.until = time.Now().Add(w.scaled(time.Second << (n - 1) / 2))
		})
		return
	}
	delete(j.looked.lost, k)
	w.change(j, func() { j.Err = model.Sentence{} })
	v := verify.Verdict{Out: journal.OutAbsent}
	if fe.Target {
		v = verify.Verdict{Out: journal.OutFailed, Kind: client.KindNotFound, Text: "the target folder is gone"}
	}
	rs := model.Each(j.at(fe), func(i int) journal.Record { return v.Record(j.Steps[i].Op, j.Items(i)) })
	_ = w.settle(j, merge(rs))
}

// at returns the open steps that need the folder.
func (j *job) at(fe *verify.FolderError) []int {
	var out []int
	for i := range j.Unfinished() {
		s := &j.Steps[i]
		if !j.States[i].Open() {
			continue
		}
		place, isTarget := s.Parent, s.Op.Row().NoSource
		if fe.Target && s.Op.Row().ToTarget() {
			place, isTarget = s.To, true
		}
		if isTarget == fe.Target && place.Equal(fe.Place) {
			out = append(out, i)
		}
	}
	return out
}
