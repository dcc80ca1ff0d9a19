package write

import (
	"time"

	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// dryRun shows a plan. It exits as the run would, as far as that is known.
func (run *Runner) dryRun(plan *model.Plan, w Flags) error {
	plan.Estimate.Lookups += plan.Asked // which the run looks up, too
	plan.Estimate.Requests += plan.Asked
	plan.Estimate.Time += time.Duration(plan.Asked) * plan.Gap
	read := explain.Of(run.con.Catalogue, plan)
	for i := range plan.Items {
		it := read.Item(i)
		if it.Mode == model.ModeAside {
			continue
		}
		err := error(nil)
		if w.AsJSON() {
			err = run.con.Encode(plannedResult(it))
		} else {
			err = run.con.Line(run.planned(it))
		}
		if err != nil {
			return err
		}
	}
	run.warnOfLost(read)
	lines := []string{read.Goes(len(read.Deleted)), read.Originals(), "", read.Cost()}
	if room := read.Room(); room != "" && !w.AsJSON() {
		run.con.WarnLine(room)
	}
	if way := read.Route(); way != "" {
		lines[2] = run.con.Say("transfer: %s", way)
	}
	if as := read.Format(); as != "" {
		lines = append(lines, run.con.Say("format: %s", as))
	}
	for _, s := range lines {
		if s == "" || w.AsJSON() {
			continue
		}
		if err := run.con.Line(s); err != nil {
			return err
		}
	}
	much, err := run.braked(read, w)
	if err != nil {
		return err
	}
	if much != "" {
		run.con.WarnLine(run.con.Say(text.ErrHint, much, hintMaxDelete))
	}
	if u := plan.Undecided(); len(u) > 0 {
		return console.Exit(console.ExitConflict, nil)
	}
	return nil
}

// plannedResult is an item of a plan in JSON.
func plannedResult(it explain.Item) Result {
	r := resultOf(it.Item, string(it.State))
	r.Route, r.Calls, r.Error = it.Route(), it.Calls, it.Why.String()
	if it.Op.Transfers() {
		r.Bytes = max(it.Print.Size, 0)
	}
	if !it.To.IsZero() {
		r.To = it.To.String()
	}
	return r
}

// planned is a line about an item of a plan.
func (run *Runner) planned(it explain.Item) string {
	line, args := text.Text("%s %s"), []any{string(it.Op), it.Label()}
	switch {
	case it.State == model.ItemSkipped:
		line, args = "%s %s: skipped, %s", append(args, it.Why)
	case it.State == model.ItemConflict:
		line, args = "%s %s: conflict, %s", append(args, it.Why)
	case !it.To.IsZero():
		line, args = "%s %s → %s", append(args, model.Clean(it.To.String()))
	}
	return run.con.Say(line, args...)
}

// warnOfLost says what the target does not get as it is.
func (run *Runner) warnOfLost(read explain.Reading) {
	for _, s := range read.Lost() {
		run.con.WarnLine(s)
	}
}
