package write

import (
	"slices"

	"aloft/client"
	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// Results prints the outcome of each item, and returns the exit code of the whole.
func (run *Runner) Results(s model.JobSnapshot, w Flags) error {
	items, err := run.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	var bad []model.ItemReport
	for _, it := range items {
		if w.AsJSON() {
			if err := run.con.Encode(ToResult(it, s.ID)); err != nil {
				return err
			}
		}
		switch it.State {
		case model.ItemDone, model.ItemSkipped, model.ItemPlanned:
		default:
			bad = append(bad, it)
		}
	}
	if !w.AsJSON() && !run.con.Quiet {
		if err := run.sayMade(items, w.Names); err != nil {
			return err
		}
	}
	if err := run.con.Flush(); err != nil {
		return err
	}
	if note := s.Audit.Note; !note.IsZero() {
		run.con.WarnLine(note.In(run.con.Catalogue))
	}
	for _, it := range items {
		if it.State == model.ItemSkipped && (it.LeftOut() || !w.AsJSON() && !run.con.Quiet && (it.Item.Why != model.WhyExists || it.Item.Op != model.OpMakeFolder)) { // a folder that is there is as good
			run.con.WarnLine(run.con.Say("skipped %s: %s", it.Item.Label(), it.Why()))
		}
	}
	for _, it := range bad {
		if !it.Back || !s.Audit.SetBack { // the note says it of all of them
			run.con.WarnLine(run.itemLine(it))
		}
	}
	if !w.AsJSON() {
		run.sayNotes(items)
	}
	switch s.State {
	case model.JobDone:
		if len(bad) == 0 {
			err := run.sayDone(s, items, w)
			if err == nil && slices.ContainsFunc(items, func(it model.ItemReport) bool { return it.LeftOut() }) {
				return console.Exit(console.ExitSome, nil)
			}
			return err
		}
	case model.JobNeedsLogin:
		e := client.Errorf(client.KindAuth, string(s.Op), s.From, "the session has expired; %d of %d {item is|items are} done", s.Done, s.Items)
		_, login := s.Error.Hint()
		if login.IsZero() {
			login = model.Say(text.Typed(text.LoginHint), run.AccountOf(s))
		}
		e.Hint, e.HintArgs = "%s, then aloft jobs resume %s", []any{login, s.ID}
		return e
	case model.JobPaused, model.JobInterrupted, model.JobWaiting, model.JobRunning:
		return run.stands(s)
	case model.JobCancelled:
		return console.Exit(console.ExitInterrupted, client.Errorf(client.KindLocal, string(s.Op), s.From, "cancelled; %d of %d {item stays|items stay} done", s.Done, s.Items))
	}
	if s.Items > 1 && !w.AsJSON() {
		run.con.WarnLine(run.con.Say("%d of %d done, %d failed", s.Done, s.Items, s.Failed))
	}
	return console.Exit(badCode(items, bad), nil)
}

// stands is the error of a job that can be resumed: after an interrupt, or a fault.
func (run *Runner) stands(s model.JobSnapshot) error {
	e := client.Errorf(client.KindLocal, string(s.Op), s.From, "stopped; %d of %d {item is|items are} done", s.Done, s.Items)
	e.Hint, e.HintArgs = text.CliHintResume, []any{s.ID}
	if run.session.Stop.Happened() {
		return console.Exit(console.ExitInterrupted, e)
	}
	if !s.Error.IsZero() {
		e.What, e.Args = "the job is paused; %d of %d {item is|items are} done: %s", []any{s.Done, s.Items, s.Error}
	}
	return console.Exit(console.ExitFailed, e)
}

// AccountOf is the account whose service a job uses, "" when it only uses this
// machine's disk.
func (run *Runner) AccountOf(s model.JobSnapshot) string {
	disk := func(p model.Place) bool { return p.Scheme == model.SchemeDisk }
	if s.Account == "" && (!disk(s.From) || !s.To.IsZero() && !disk(s.To)) {
		return run.session.Config.Account
	}
	return s.Account
}

// badCode: the only item sets the code; of several it is "some failed".
func badCode(items, bad []model.ItemReport) int {
	if len(items) > 1 || len(bad) == 0 {
		return console.ExitSome
	}
	switch bad[0].State {
	case model.ItemMissing:
		return console.ExitNotFound
	case model.ItemConflict:
		return console.ExitConflict
	}
	return console.KindCode(client.Kind(bad[0].Kind))
}

// resultOf is what a result says of its item.
func resultOf(it *model.Item, result string) Result {
	r := Result{Place: it.Named().String(), Action: string(it.Op), Result: result, Share: string(it.Policy)}
	if it.Op == model.OpAttributes {
		r.Share, r.Set = "", string(it.Policy)
	}
	if it.Record != "" {
		r.Name, r.Record = it.Name, it.Record
	}
	return r
}

// ToResult is the report of an item in JSON; job is its id, "" to leave it out.
func ToResult(it model.ItemReport, job string) Result {
	r := resultOf(it.Item, string(it.State))
	r.Error, r.Kind, r.Job, r.Notes = it.Error.String(), it.Kind, job, model.English(noted(it))
	if it.Item.LeftOut() {
		r.Error = it.Why().String()
	}
	if to, ok := it.Landed(); ok {
		r.To = to.String()
	}
	return r
}

// itemLine says what went wrong with one item.
func (run *Runner) itemLine(it model.ItemReport) string {
	why := it.Why().In(run.con.Catalogue)
	switch {
	case why != "":
	case it.State == model.ItemIntent, it.State == model.ItemUnknown:
		why = run.con.Say("the outcome is not known yet")
	default:
		why = run.con.Word(string(it.State))
	}
	return run.con.Say(text.CliItem, it.Item.Label(), why)
}

// sayDone prints only what a person could not see otherwise.
func (run *Runner) sayDone(s model.JobSnapshot, items []model.ItemReport, w Flags) error {
	if w.AsJSON() || run.con.Quiet || s.Done == 0 {
		return nil
	}
	gone := destroyed(items)
	switch {
	case s.Op.Row().Destroys():
		return run.con.Line(explain.Gone(run.con.Catalogue, gone))
	case s.Op.InBin():
		return run.con.Line(run.con.Say("%d {entry is|entries are} recovered", s.Done))
	case len(gone) > 0: // beside the places of what was made
		run.con.Beside(explain.Gone(run.con.Catalogue, gone))
	}
	return nil
}

// destroyed are the deleted items of a job, which may do other things, too.
func destroyed(items []model.ItemReport) (all []*model.Item) {
	for i := range items {
		if it := &items[i]; it.State == model.ItemDone && it.Item.Op.Row().Destroys() {
			all = append(all, it.Item)
		}
	}
	return all
}

// sayMade prints the places that the program itself has chosen: of documents that
// were made and files that were imported or exported.
func (run *Runner) sayMade(items []model.ItemReport, folders bool) error {
	for _, it := range items {
		if it.State != model.ItemDone {
			continue
		}
		if op := it.Item.Op.Row(); !op.Doubles && !(op.Makes && folders) {
			continue
		}
		at, ok := it.Landed()
		if !ok {
			at = it.Item.Place()
		}
		if err := run.con.Line(run.con.Name(session.Written(at))); err != nil {
			return err
		}
	}
	return nil
}

// noted are the notes about an item, with who has made it.
func noted(it model.ItemReport) []model.Sentence {
	if by := it.By(); !by.IsZero() {
		return append(slices.Clone(it.Notes), by)
	}
	return it.Notes
}

// sayNotes prints what conversions could not keep and other notes.
func (run *Runner) sayNotes(items []model.ItemReport) {
	for _, it := range items {
		for _, n := range noted(it) {
			run.con.WarnLine(run.con.Say("%s: note: %s", it.Item.Label(), n))
		}
	}
}

// undecided names the items whose names are taken; nothing was changed.
func (run *Runner) undecided(plan *model.Plan, at []int, w Flags) error {
	taken := func(i int) *client.Error {
		to, _ := plan.Items[i].After()
		return client.Errorf(client.KindConflict, string(plan.Op), to, text.CliTaken, to.String())
	}
	for _, i := range at {
		e := taken(i)
		if w.AsJSON() {
			r := run.refused(plan.Items[i].Op, plan.Items[i].Place(), e)
			r.To = e.Place.String()
			if err := run.con.Encode(r); err != nil {
				return err
			}
		} else if len(at) > 1 {
			run.con.WarnLine(run.con.Explain(e))
		}
	}
	e := taken(at[0])
	if len(at) > 1 {
		e.What, e.Args = "%d {name is|names are} taken; nothing was changed", []any{len(at)}
	}
	switch op := plan.Op.Row(); {
	case op.Ends == model.EndInTarget, op.Renames:
		e.Hint = "use --on-conflict=skip or --on-conflict=number, or rename one of them"
	case op.Titled:
		e.Hint = "give another title, or use --on-conflict=number"
	case op.Folder:
		e.Hint = "give another name, or use -p to accept an existing folder"
	}
	return e
}
