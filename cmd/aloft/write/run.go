// Package write is a change as a command makes it: its flags, the plan, the
// question, the job, the results.
package write

import (
	"context"
	"errors"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// New takes the engine that runs the jobs.
func New(con *console.Console, s *session.Session, jobs client.Jobs) *Runner {
	return &Runner{con: con, session: s, jobs: jobs}
}

// Run plans a request, asks before it deletes, runs it and reports the outcome of
// each item.
func (run *Runner) Run(r client.Request, w Flags) error {
	plan, err := run.Plan(r, w)
	if err != nil {
		return err
	}
	return run.Do(plan, r, w)
}

// Plan plans a request. Without a plan, scripts are told which item prevented it.
func (run *Runner) Plan(r client.Request, w Flags) (*model.Plan, error) {
	plan, err := run.plan(r, w)
	if err != nil {
		return nil, run.unplanned(r, w, err)
	}
	return plan, nil
}

// Do does what was planned for a request.
func (run *Runner) Do(plan *model.Plan, r client.Request, w Flags) error {
	if len(plan.Refused) > 0 {
		if len(r.Items) == 1 {
			return run.unplanned(r, w, plan.Refused[0].Err)
		}
		return run.part(plan, w)
	}
	return run.carryOut(plan, w)
}

func (run *Runner) plan(r client.Request, w Flags) (*model.Plan, error) {
	r.NoAudit = w.NoAudit
	r.Progress = func(p client.PlanProgress) { run.con.Progress("planning: %s", model.Clean(p.Listing.String())) }
	plan, err := run.jobs.Plan(run.session.Context(), r)
	run.con.ProgressEnd()
	return plan, err
}

// InBin is Run for entries of the recycle bin, some of which were asked for and are not
// there, or are several.
func (run *Runner) InBin(r client.Request, refused []model.Refusal, w Flags) error {
	plan := &model.Plan{Op: r.Op}
	if len(r.Bin) > 0 {
		var err error
		if plan, err = run.plan(r, w); err != nil {
			return err
		}
	}
	plan.Refused = append(refused, plan.Refused...)
	if len(plan.Refused) == 0 {
		return run.carryOut(plan, w)
	}
	if no := plan.Refused[0]; len(plan.Refused) == 1 && len(plan.Items) == 0 {
		if w.AsJSON() {
			if err := run.con.Encode(run.refused(r.Op, no.Place, no.Err)); err != nil {
				return err
			}
		}
		return no.Err
	}
	return run.part(plan, w)
}

// part names the items that cannot be done, then does the others.
func (run *Runner) part(plan *model.Plan, w Flags) error {
	for _, no := range plan.Refused {
		if w.AsJSON() {
			r := run.refused(plan.Op, no.Place, no.Err)
			if !no.To.IsZero() {
				r.To = no.To.String()
			}
			if err := run.con.Encode(r); err != nil {
				return err
			}
		}
		line := run.con.Explain(no.Err)
		if at := model.Clean(no.Place.String()); !no.To.IsZero() {
			line = run.con.Say("%s → %s: %s", at, model.Clean(no.To.String()), line)
		} else if !no.Place.IsZero() && !client.Sentence(no.Err).Names(no.Place.String()) && no.Items == 0 {
			line = run.con.Say(text.CliItem, at, line)
		}
		run.con.WarnLine(line)
	}
	if len(plan.Items) == 0 {
		e := client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, "none of %d {item|items} can be done; nothing was changed", plan.RefusedItems())
		code := console.ExitCode(plan.Refused[0].Err)
		for _, no := range plan.Refused {
			if console.ExitCode(no.Err) != code {
				code = console.ExitFailed
			}
		}
		return console.Exit(code, e)
	}
	err := run.carryOut(plan, w)
	if code := console.ExitCode(err); code == console.ExitDone {
		return console.Exit(console.ExitSome, nil)
	}
	return err
}

// carryOut does what was planned, or shows it.
func (run *Runner) carryOut(plan *model.Plan, w Flags) error {
	jobs := run.jobs
	if w.DryRun {
		return errors.Join(run.save(plan, w), run.dryRun(plan, w))
	}
	if u := plan.Undecided(); len(u) > 0 {
		return run.undecided(plan, u, w)
	}
	read := explain.Of(run.con.Catalogue, plan)
	if len(read.Deleted) > 0 || w.Ask && !w.Yes {
		if err := run.confirm(plan, w); err != nil {
			return err
		}
	}
	run.warnOfStanding(plan)
	run.warnOfLost(read)
	plan.Paused = w.Paused
	id, err := jobs.Start(run.session.Context(), plan)
	if err != nil {
		return err
	}
	run.started = true
	if w.Paused {
		return run.left(id, w)
	}
	s, err := run.Follow(id)
	if err != nil {
		return err
	}
	return run.Results(s, w)
}

// left says which job was made and waits.
func (run *Runner) left(id string, w Flags) error {
	_ = run.session.HourlyAbout(id) // the next command need not say it again
	items, err := run.jobs.Report(id)
	if err != nil {
		return err
	}
	if w.AsJSON() {
		for _, it := range items {
			if err := run.con.Encode(ToResult(it, id)); err != nil {
				return err
			}
		}
		return nil
	}
	return run.con.Line(run.con.Say("job %s is paused; aloft jobs resume %[1]s starts it", id))
}

// unplanned reports to scripts which item prevented a plan. Nothing was changed
// then.
func (run *Runner) unplanned(r client.Request, w Flags, err error) error {
	var e *client.Error
	if !w.AsJSON() || !errors.As(err, &e) {
		return err
	}
	for _, p := range r.Items {
		if len(r.Items) > 1 && !p.Equal(e.Place) {
			continue
		}
		if err := run.con.Encode(run.refused(r.Op, p, err)); err != nil {
			return err
		}
	}
	return err
}

// refused is an item that no plan could be made for.
func (run *Runner) refused(op model.Op, p model.Place, err error) Result {
	j := Result{Place: p.String(), Action: string(op), Result: string(model.ItemFailed), Error: run.con.Explain(err), Kind: string(client.KindOf(err))}
	switch client.KindOf(err) {
	case client.KindNotFound:
		j.Result = string(model.ItemMissing)
	case client.KindConflict:
		j.Result = string(model.ItemConflict)
	}
	return j
}

// Follow waits for a job and shows its progress. The first interrupt pauses it
// after the batch under way.
func (run *Runner) Follow(id string) (model.JobSnapshot, error) {
	jobs := run.jobs
	defer run.session.Stop.Gently(id, func() {
		run.con.ProgressEnd()
		stopping := text.Text("stopping after this batch; press again to leave at once")
		if slices.ContainsFunc(jobs.Recent(), func(s model.JobSnapshot) bool { return s.ID == id && s.Op.Transfers() }) {
			stopping = "pausing and saving the progress; press again to leave at once"
		}
		run.con.WarnLine(run.con.Say(stopping))
		if run.session.Stop.HungUp() {
			run.session.GoOn(id)
		}
		if err := jobs.Pause(id); err != nil {
			run.con.Warn(err)
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
	tick := time.NewTicker(console.ProgressEvery)
	defer tick.Stop()
	var b Blocked
	for {
		select {
		case e := <-done:
			run.con.ProgressEnd()
			return e.s, e.err
		case <-tick.C:
			for _, s := range jobs.Recent() {
				if s.ID == id {
					run.SayBlocked(&b, s)
					run.progressOf(s)
				}
			}
		}
	}
}

// Blocked is what a job waits for, and since when.
type Blocked struct {
	why   model.Sentence
	since time.Time
	said  bool
}

// SayBlocked prints, once it has taken a while, what the job waits for.
func (run *Runner) SayBlocked(b *Blocked, s model.JobSnapshot) {
	why := s.Error
	if why.IsZero() && s.Unknown > 0 {
		why = model.Say(text.JobsLooks)
	}
	if s.Refreshing {
		why = model.Say("done; waiting for the folders to show the changes")
	}
	switch now := time.Now(); {
	case why.IsZero() || s.State.Ended() && !s.Refreshing:
		*b = Blocked{}
	case b.why != why:
		*b = Blocked{why: why, since: now}
	case !b.said && now.Sub(b.since) >= time.Duration(float64(2*time.Second)*run.session.Scale):
		b.said = true
		run.con.ProgressClear()
		run.con.WarnLine(why.In(run.con.Catalogue))
	}
}

// Each runs one job for the places of each source, in the order of their first
// place. A failure of one does not stop the others.
func (run *Runner) Each(items []model.Place, w Flags, request func([]model.Place) client.Request) error {
	var groups [][]model.Place
next:
	for _, p := range items {
		for i, g := range groups {
			if g[0].SameSource(p) {
				groups[i] = append(g, p)
				continue next
			}
		}
		groups = append(groups, []model.Place{p})
	}
	if len(groups) > 1 && w.Save != "" {
		return console.UsageError("a plan covers one source, not %d; save one plan for each source", "", len(groups))
	}
	var errs []error
	for _, g := range groups {
		if err := run.Run(request(g), w); err != nil {
			if len(groups) == 1 || run.session.Stop.Happened() {
				return err
			}
			run.con.Warn(err)
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return console.Exit(console.ExitSome, nil)
}
