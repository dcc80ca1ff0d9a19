package run

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// A bulk job ends with its audit: its folders are listed once more, a turn for each, and
// compared with the journal (plan.Audit). It changes nothing; what is not where it should
// be becomes a part of the last record. A process that takes the job over makes it anew.

// auditing is the audit of a job under way.
type auditing struct {
	*plan.Audit
	walk   *verify.Walker
	looks  int // how often all of its folders were listed
	tries  int // failed listings in a row
	outage journal.Outage
	unread []model.Sentence // why folders could not be listed
}

// auditTries bounds how often a folder is listed that changes meanwhile.
const auditTries = 6

// auditPause is the longest time between two looks at what is not where it should be.
const auditPause = time.Minute

// audit lists the next folder for the audit; done: there is none, or it has ended.
func (w *worker) audit(j *job) (found *journal.Audited, done bool, err error) {
	if j.audit == nil {
		if !j.Plan.Audited() || j.settling || j.Cancel && j.Audit.State == "" {
			return nil, true, nil
		}
		j.audit = &auditing{Audit: plan.NewAudit(j.Progress, journal.Steady(j.src))}
		if j.looked.proving != nil && j.looked.proving.Src == j.src {
			j.audit.walk = j.looked.proving
		}
		if err := w.auditAt(j); err != nil {
			return nil, false, err
		}
	}
	a := j.audit
	if j.Cancel {
		_, of := a.Folders()
		return &journal.Audited{Note: model.Say("result not checked: the job was cancelled"), Unread: of}, true, nil
	}
	if left, _ := a.Folders(); len(left) > 0 {
		return nil, false, w.auditFolder(j, a, left[0])
	}
	a.Judge(w.late(j))
	a.looks++
	if left, _ := a.Folders(); len(left) > 0 {
		a.walk = w.telling(j, client.Options{Class: client.Bulk, Fresh: true})
		w.change(j, func() { j.wait.until = time.Now().Add(w.scaled(min(time.Second<<a.looks, auditPause))) })
		return nil, false, nil
	}
	found = a.Found()
	if found.Unread = len(a.unread); found.Unread > 0 && !found.SetBack {
		found.Note = a.unread[0]
		if n := found.Unread - 1; n > 0 {
			found.Note = model.Say("%s; %d {other folder|other folders} could not be read either", found.Note, n)
		}
	}
	return found, true, nil
}

// auditAt journals how far the audit is.
func (w *worker) auditAt(j *job) error {
	left, of := j.audit.Folders()
	err := w.log(j, journal.Record{T: journal.RecAudit, N: of - len(left), Of: of})
	w.o.Hook("audit")
	return err
}

// auditFolder lists one folder. A listing that the job has made since it has changed the
// folder is as good at first.
func (w *worker) auditFolder(j *job, a *auditing, at model.Place) error {
	if l, ok := j.looked.lists[journal.PlaceKey(at)]; ok && a.looks == 0 {
		a.Saw(at, &l)
		return w.auditAt(j)
	}
	if a.walk == nil {
		a.walk = w.telling(j, client.Options{Class: client.Bulk, Fresh: a.looks > 0})
	}
	ctx, stop := context.WithCancel(w.reads)
	defer stop()
	w.mu.Lock()
	j.stop = stop
	w.mu.Unlock()
	defer w.change(j, func() { j.stop = nil })
	defer w.bulkTurn(j)()
	l, err := a.list(ctx, at)
	w.spent(j, a.walk)
	switch again := err != nil && journal.Retryable(err) && !a.outage.Over(journal.OfPerson); {
	case err == nil:
	case ctx.Err() != nil:
		return nil // a request has come, or the program is closing
	case client.Is(err, client.KindStale) && a.tries < auditTries:
		again = true
		fallthrough
	case again:
		a.walk = nil
		pause := max(min(time.Second<<a.tries, journal.LongestPause), min(journal.AsksFor(err), journal.OfPerson))
		a.tries++
		a.outage.Pauses += pause
		w.change(j, func() { j.Err, j.wait.until = journal.Again(err), time.Now().Add(w.scaled(pause)) })
		return nil
	}
	if a.tries > 0 {
		a.tries, a.outage = 0, journal.Outage{}
		w.change(j, func() { j.Err = model.Sentence{} })
	}
	if err != nil {
		a.walk = nil
		a.leaveOut(at, err)
	} else {
		a.Saw(at, l)
	}
	if l != nil && !l.Complete {
		a.unreadable(model.Say("result not checked: the service does not list all of %s", at.String()))
	}
	return w.auditAt(j)
}

// list lists a folder, or the recycle bin. A folder that is gone holds nothing.
func (a *auditing) list(ctx context.Context, at model.Place) (*model.Listing, error) {
	if at.Base() == journal.BinMark {
		in, err := a.walk.Bin(ctx, client.Bulk)
		l := &model.Listing{Place: at, Complete: true, ListedAt: time.Now()}
		for record, b := range in {
			b.Entry.ID = record
			l.Entries = append(l.Entries, b.Entry)
		}
		return l, err
	}
	l, err := a.walk.All(ctx, at)
	if client.Is(err, client.KindNotFound) {
		return &model.Listing{Place: at, Complete: true, ListedAt: time.Now()}, nil
	}
	return &l, err
}

// leaveOut notes that a folder cannot be listed. Without a session none can.
func (a *auditing) leaveOut(at model.Place, err error) {
	left := []model.Place{at}
	if client.Is(err, client.KindAuth) {
		left, _ = a.Folders()
	}
	for _, at := range left {
		a.Saw(at, nil)
		a.unreadable(model.Say("result not checked: %s could not be listed (%s)", at.String(), client.Trouble(err)))
	}
}

// unreadable keeps a reason, each once.
func (a *auditing) unreadable(why model.Sentence) {
	if !slices.Contains(a.unread, why) {
		a.unread = append(a.unread, why)
	}
}
