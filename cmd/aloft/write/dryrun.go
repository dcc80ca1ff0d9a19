package write

import (
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// dryRun shows a plan. It exits as the run would, as far as that is known.
func (run *Runner) dryRun(plan *model.Plan, w Flags) error {
	for i := range plan.Items {
		it := &plan.Items[i]
		r := resultOf(it, ResultPlanned)
		r.Route, r.Calls = it.Route(), it.Calls
		if it.Op.Transfers() {
			r.Bytes = max(it.Print.Size, 0)
		}
		if p, ok := it.After(); ok && !p.Equal(it.Place()) {
			r.To = p.String()
		}
		line := text.CliDryItem
		switch {
		case it.Decision == model.DecideSkip:
			r.Result, r.Error, line = resultSkipped, it.Skipped(run.con.Catalogue), "%s %s: skipped, %s"
		case it.Decision == model.DecideAsk:
			r.Result, r.Error, line = string(model.ItemConflict), model.Item{Why: model.WhyTaken}.Skipped(run.con.Catalogue), "%s %s: conflict, %s"
		case r.To == "":
			line = text.CliDryOne
		}
		var err error
		if w.AsJSON() {
			err = run.con.Encode(r)
		} else if line == text.CliDryOne {
			err = run.con.Line(run.con.Say(line, r.Action, Label(it)))
		} else if line == text.CliDryItem {
			err = run.con.Line(run.con.Say(line, r.Action, Label(it), model.Clean(r.To)))
		} else {
			err = run.con.Line(run.con.Say(line, r.Action, Label(it), r.Error))
		}
		if err != nil {
			return err
		}
	}
	run.warnOfNames(plan)
	if !w.AsJSON() {
		if going := doomed(plan); len(going) > 0 {
			if err := run.con.Line(run.con.Say(deletionOf(modeOf(going[0])).goes, len(going))); err != nil {
				return err
			}
		}
		if note := plan.Originals(); note != "" {
			if err := run.con.Line(run.con.Say(note)); err != nil {
				return err
			}
		}
		if way := plan.Route(run.con.Catalogue, console.Size); way != "" {
			if err := run.con.Line(run.con.Say("route: %s", way)); err != nil {
				return err
			}
		}
		e := plan.Estimate
		listings := run.con.Say("%d {listing|listings}", e.Lookups)
		if e.Audit > 0 {
			listings += run.con.Say(", %d for the audit", e.Audit)
		}
		if err := run.con.Line(run.con.Say("%s (%s, %s), about %s", run.con.Say("%d {request|requests}", e.Requests),
			run.con.Say("%d {change|changes}", e.Calls), listings, console.Seconds(e.Time))); err != nil {
			return err
		}
	}
	if len(doomed(plan)) > 0 {
		much, err := run.braked(plan, w)
		if err != nil {
			return err
		}
		if much != "" {
			run.con.WarnLine(run.con.Say(text.ErrHint, much, hintMaxDelete))
		}
	}
	if u := plan.Undecided(); len(u) > 0 {
		return console.Exit(console.ExitConflict, nil)
	}
	return nil
}

// warnOfNames says which names the disk does not get as they are.
func (run *Runner) warnOfNames(plan *model.Plan) {
	for _, it := range plan.Items {
		if name := it.Becomes(); name != "" {
			run.con.WarnLine(run.con.Say("%s is saved as %s: not every system takes its name", model.Clean(it.Was), model.Clean(name)))
		}
	}
}
