package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// write plans a request, asks when it destroys, runs it and says what became of
// each item.
func (a *app) write(r client.Request, w writing) error {
	jobs := a.jobStore()
	r.Class = client.Bulk
	r.Progress = func(p client.PlanProgress) { a.progress("planning: %s", model.Clean(p.Listing.String())) }
	plan, err := jobs.Plan(a.ctx(), r)
	a.progressEnd()
	if err != nil {
		return a.unplanned(r, w, err)
	}
	if len(plan.Refused) > 0 {
		if len(r.Items) == 1 {
			return a.unplanned(r, w, plan.Refused[0].Err)
		}
		return a.part(plan, w)
	}
	return a.carryOut(plan, w)
}

// part names the items that cannot be done, then does the others.
func (a *app) part(plan *model.Plan, w writing) error {
	for _, no := range plan.Refused {
		if w.asJSON() {
			if err := a.encode(a.refused(plan.Op, no.Place, no.Err)); err != nil {
				return err
			}
		}
		line := a.say(no.Err)
		if at := model.Clean(no.Place.String()); !strings.Contains(line, at) {
			line = a.cat.Say(text.CliItem, at, line)
		}
		a.warnLine(line)
	}
	if len(plan.Items) == 0 {
		e := client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, "none of %d {item|items} can be done; nothing was changed", len(plan.Refused))
		code := exitCode(plan.Refused[0].Err)
		for _, no := range plan.Refused {
			if exitCode(no.Err) != code {
				code = exitFailed
			}
		}
		return &exitError{code, e}
	}
	err := a.carryOut(plan, w)
	if code := exitCode(err); code == exitDone {
		return &exitError{code: exitSome}
	}
	return err
}

// carryOut does what was planned, or shows it.
func (a *app) carryOut(plan *model.Plan, w writing) error {
	jobs := a.jobStore()
	if w.dryRun {
		return a.dryRun(plan, w)
	}
	if u := plan.Undecided(); len(u) > 0 {
		return a.undecided(plan, u, w)
	}
	if plan.Op.Row().Deletes && !w.yes && modeOf(plan) != client.DeleteRecord {
		if ok, err := a.confirm(plan); err != nil || !ok {
			return err
		}
	}
	a.warnOfStanding(plan)
	id, err := jobs.Start(a.ctx(), plan)
	if err != nil {
		return err
	}
	s, err := a.follow(id)
	if err != nil {
		return err
	}
	return a.results(s, w)
}

// unplanned tells scripts which item kept a plan from being made. Nothing was
// changed then.
func (a *app) unplanned(r client.Request, w writing, err error) error {
	var e *client.Error
	if !w.asJSON() || !errors.As(err, &e) {
		return err
	}
	for _, p := range r.Items {
		if len(r.Items) > 1 && !p.Equal(e.Place) {
			continue
		}
		if err := a.encode(a.refused(r.Op, p, err)); err != nil {
			return err
		}
	}
	return err
}

// refused is an item that no plan could be made for.
func (a *app) refused(op model.Op, p model.Place, err error) jsonResult {
	j := jsonResult{Place: p.String(), Action: string(op), Result: string(model.ItemFailed), Error: a.say(err), Kind: string(client.KindOf(err))}
	switch client.KindOf(err) {
	case client.KindNotFound:
		j.Result = string(model.ItemMissing)
	case client.KindConflict:
		j.Result = string(model.ItemConflict)
	}
	return j
}

func transfers(jobs client.Jobs, id string) bool {
	for _, s := range jobs.Jobs() {
		if s.ID == id {
			return s.Op.Transfers()
		}
	}
	return false
}

// modeOf is the mode of a deletion: one plan has one.
func modeOf(plan *model.Plan) client.DeleteMode {
	for _, it := range plan.Items {
		if it.Mode != "" {
			return client.DeleteMode(it.Mode)
		}
	}
	return ""
}

// follow waits for a job and shows how far it is. The first interrupt pauses it
// after the batch under way.
func (a *app) follow(id string) (model.JobSnapshot, error) {
	jobs := a.jobStore()
	defer a.stop.gently(func() {
		a.progressEnd()
		stopping := text.Text("stopping after this batch; once more leaves at once")
		if transfers(jobs, id) {
			stopping = "pausing, what is under way is remembered; once more leaves at once"
		}
		a.warnLine(a.cat.Say(stopping))
		if err := jobs.Pause(id); err != nil {
			a.warn(err)
		}
	})()
	type end struct {
		s   model.JobSnapshot
		err error
	}
	done := make(chan end, 1)
	go func() {
		s, err := jobs.Wait(context.Background(), id)
		done <- end{s, err}
	}()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	var b blocked
	for {
		select {
		case e := <-done:
			a.progressEnd()
			return e.s, e.err
		case <-tick.C:
			for _, s := range jobs.Jobs() {
				if s.ID == id {
					a.sayBlocked(&b, s)
					a.progressOf(s)
				}
			}
		}
	}
}

// blocked is what a job waits for, and since when.
type blocked struct {
	why   string
	since time.Time
	said  bool
}

// sayBlocked says, once it has taken a while, what the job waits for.
func (a *app) sayBlocked(b *blocked, s model.JobSnapshot) {
	why := s.Error
	if why == "" && s.Unknown > 0 {
		why = a.cat.Say("no clear answer came; looking whether the change was made")
	}
	switch now := time.Now(); {
	case why == "" || s.State.Ended():
		*b = blocked{}
	case b.why != why:
		*b = blocked{why: why, since: now}
	case !b.said && now.Sub(b.since) >= time.Duration(float64(2*time.Second)*a.scale):
		b.said = true
		a.progressClear()
		a.warnLine(model.Clean(why))
	}
}
