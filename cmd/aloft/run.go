package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// jsonResult is what a writing command says of one item.
type jsonResult struct {
	Place  string `json:"place"`
	Action string `json:"action"`
	Result string `json:"result"`
	Error  string `json:"error,omitempty"`
	Kind   string `json:"kind,omitempty"`
	To     string `json:"to,omitempty"`
	Job    string `json:"job,omitempty"`
}

// Words of a result that are no item state.
const (
	resultPlanned = "planned"
	resultSkipped = "skipped"
)

// write plans a request, asks when it destroys, runs it and says what became of
// each item.
func (a *app) write(r client.Request, w writing) error {
	jobs := a.jobStore()
	r.Class = client.Bulk
	r.Progress = func(p client.PlanProgress) { a.progress(text.CliPlanning, model.Clean(p.Listing.String())) }
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
		e := client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, text.CliNothingOf, len(plan.Refused))
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
	if plan.Op == model.OpDelete && !w.yes {
		if ok, err := a.confirm(plan); err != nil || !ok {
			return err
		}
	}
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

// follow waits for a job and shows how far it is. The first interrupt pauses it
// after the batch under way.
func (a *app) follow(id string) (model.JobSnapshot, error) {
	jobs := a.jobStore()
	defer a.stop.gently(func() {
		a.progressEnd()
		a.warnLine(a.cat.Say(text.CliStopping))
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
	for {
		select {
		case e := <-done:
			a.progressEnd()
			return e.s, e.err
		case <-tick.C:
			for _, s := range jobs.Jobs() {
				if s.ID == id {
					a.progressOf(s)
				}
			}
		}
	}
}

// results says what became of each item, and the exit code of the whole.
func (a *app) results(s model.JobSnapshot, w writing) error {
	items, err := a.jobStore().Report(s.ID)
	if err != nil {
		return err
	}
	var bad []model.ItemReport
	for _, it := range items {
		if w.asJSON() {
			if err := a.encode(toResult(it, s.ID)); err != nil {
				return err
			}
		}
		switch it.State {
		case model.ItemDone, model.ItemSkipped, model.ItemPlanned:
		default:
			bad = append(bad, it)
		}
	}
	if err := a.out.Flush(); err != nil {
		return a.outputFailed(err)
	}
	for _, it := range bad {
		a.warnLine(a.itemLine(it))
	}
	switch s.State {
	case model.JobDone:
		if len(bad) == 0 {
			return a.sayDone(s, items, w)
		}
	case model.JobNeedsLogin:
		e := client.Errorf(client.KindAuth, string(s.Op), s.From, text.CliNeedsLogin, s.Done, s.Items)
		e.Hint, e.HintArgs = text.CliHintNeedsLogin, []any{a.accountOf(s), s.ID}
		return e
	case model.JobPaused, model.JobInterrupted, model.JobWaiting, model.JobRunning:
		return a.stands(s)
	case model.JobCancelled:
		return &exitError{exitInterrupted, client.Errorf(client.KindLocal, string(s.Op), s.From, text.CliCancelled, s.Done, s.Items)}
	}
	return &exitError{code: badCode(items, bad)}
}

// stands is the end of a job that can go on: an interrupt, or a fault.
func (a *app) stands(s model.JobSnapshot) error {
	e := client.Errorf(client.KindLocal, string(s.Op), s.From, text.CliPaused, s.Done, s.Items)
	e.Hint, e.HintArgs = text.CliHintResume, []any{s.ID}
	if a.stop.happened() {
		return &exitError{exitInterrupted, e}
	}
	if s.Error != "" {
		e.What, e.Args = text.CliStands, []any{s.Done, s.Items, s.Error}
	}
	return &exitError{exitFailed, e}
}

func (a *app) accountOf(s model.JobSnapshot) string {
	if s.Account != "" {
		return s.Account
	}
	return a.cfg.Account
}

// badCode: one item alone says why by the code, of several "some failed".
func badCode(items, bad []model.ItemReport) int {
	if len(items) > 1 || len(bad) == 0 {
		return exitSome
	}
	switch bad[0].State {
	case model.ItemMissing:
		return exitNotFound
	case model.ItemConflict:
		return exitConflict
	}
	return kindCode(client.Kind(bad[0].Kind))
}

func toResult(it model.ItemReport, job string) jsonResult {
	r := jsonResult{
		Place: it.Item.Place().String(), Action: string(it.Item.Op), Result: string(it.State),
		Error: it.Error, Kind: it.Kind, Job: job,
	}
	if to, ok := it.Item.After(); ok && it.State == model.ItemDone && it.Item.Op != model.OpMakeFolder {
		r.To = to.String()
	}
	return r
}

// itemLine says what went wrong with one item.
func (a *app) itemLine(it model.ItemReport) string {
	why := it.Error
	if why == "" {
		why = string(it.State)
	}
	return a.cat.Say(text.CliItem, model.Clean(it.Item.Place().String()), model.Clean(why))
}

// sayDone is quiet but for what a person could not see otherwise.
func (a *app) sayDone(s model.JobSnapshot, items []model.ItemReport, w writing) error {
	for _, it := range items {
		if it.State == model.ItemSkipped && !w.asJSON() {
			a.warnLine(a.cat.Say(text.CliSkipped, model.Clean(it.Item.Place().String()), a.why(it.Item)))
		}
	}
	if w.asJSON() || s.Op != model.OpDelete || s.Done == 0 {
		return nil
	}
	if len(items) > 0 && items[0].Item.Mode == string(client.DeleteToBin) {
		return a.line(a.cat.Count(s.Done, text.CliDeletedBin1, text.CliDeletedBin))
	}
	return a.line(a.cat.Count(s.Done, text.CliDeleted1, text.CliDeleted))
}

// why an item was left where it is.
func (a *app) why(it model.Item) string {
	switch it.Why {
	case model.WhyTaken:
		return a.cat.Say(text.CliWhyTaken)
	case model.WhyThere:
		return a.cat.Say(text.CliWhyThere)
	case model.WhyInside:
		return a.cat.Say(text.CliWhyInside)
	case model.WhyExists:
		return a.cat.Say(text.CliWhyExists)
	case model.WhySameName:
		return a.cat.Say(text.CliWhySameName)
	}
	return model.Clean(it.Why)
}

// undecided names the items whose names are taken; nothing was changed.
func (a *app) undecided(plan *model.Plan, at []int, w writing) error {
	for _, i := range at {
		it := plan.Items[i]
		to := it.Place()
		if p, ok := it.After(); ok {
			to = p
		}
		if w.asJSON() {
			r := jsonResult{
				Place: it.Place().String(), Action: string(it.Op), Result: string(model.ItemConflict),
				Error: a.cat.Say(text.CliTaken, to.String()), Kind: string(client.KindConflict), To: to.String(),
			}
			if err := a.encode(r); err != nil {
				return err
			}
			continue
		}
		if len(at) > 1 {
			a.warnLine(a.cat.Say(text.CliTaken, model.Clean(to.String())))
		}
	}
	it := plan.Items[at[0]]
	to := it.Place()
	if p, ok := it.After(); ok {
		to = p
	}
	e := client.Errorf(client.KindConflict, string(plan.Op), to, text.CliTaken, to.String())
	if len(at) > 1 {
		e.What, e.Args = text.CliTakenMany, []any{len(at)}
	}
	switch plan.Op {
	case model.OpMove:
		e.Hint = text.CliHintTaken
	case model.OpMakeFolder:
		e.Hint = text.CliHintTakenMkdir
	}
	return e
}

// dryRun shows a plan. It exits like the run would as far as that is known.
func (a *app) dryRun(plan *model.Plan, w writing) error {
	for _, it := range plan.Items {
		r := jsonResult{Place: it.Place().String(), Action: string(it.Op), Result: resultPlanned}
		if p, ok := it.After(); ok && it.Op != model.OpMakeFolder {
			r.To = p.String()
		}
		line := text.CliDryItem
		switch {
		case it.Decision == model.DecideSkip:
			r.Result, r.Error, line = resultSkipped, a.why(it), text.CliDrySkip
		case it.Decision == model.DecideAsk:
			r.Result, r.Error, line = string(model.ItemConflict), a.why(model.Item{Why: model.WhyTaken}), text.CliDryConflict
		case r.To == "":
			line = text.CliDryOne
		}
		var err error
		if w.asJSON() {
			err = a.encode(r)
		} else if line == text.CliDryOne {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place)))
		} else if line == text.CliDryItem {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place), model.Clean(r.To)))
		} else {
			err = a.line(a.cat.Say(line, r.Action, model.Clean(r.Place), r.Error))
		}
		if err != nil {
			return err
		}
	}
	if !w.asJSON() {
		e := plan.Estimate
		if err := a.line(a.cat.Say(text.CliDryCost, e.Requests, e.Calls, e.Lookups, seconds(e.Time))); err != nil {
			return err
		}
	}
	if u := plan.Undecided(); len(u) > 0 {
		return &exitError{code: exitConflict}
	}
	return nil
}

// confirm asks before something is deleted. Without a terminal to ask on,
// nothing is done.
func (a *app) confirm(plan *model.Plan) (bool, error) {
	if !a.inIsTerminal() || !a.errIsTerminal() {
		return false, usageError(text.CliNeedsYes, text.CliHintYes)
	}
	const most = 10
	n := 0
	final := false
	for _, it := range plan.Items {
		if !it.Goes() {
			continue
		}
		if n++; n <= most {
			a.sayTo(a.stderr, "  "+model.Clean(it.Place().String())+slash(model.Entry{Kind: it.Kind}))
		}
		final = final || it.Mode == string(client.DeleteForever)
	}
	if n == 0 {
		return true, nil
	}
	if n > most {
		a.sayTo(a.stderr, "  "+a.cat.Say(text.CliMore, n-most))
	}
	one, ask, yes := text.CliAskBin1, text.CliAskBin, []string{"y", "yes"}
	if final {
		// What cannot be taken back wants more than one key by reflex.
		one, ask, yes = text.CliAskFinal1, text.CliAskFinal, []string{"yes"}
	}
	_, _ = io.WriteString(a.stderr, a.cat.Count(n, one, ask)+" ")
	answer, err := a.readLine()
	if err != nil {
		return false, err
	}
	for _, y := range yes {
		if strings.EqualFold(answer, y) {
			return true, nil
		}
	}
	return false, &exitError{exitFailed, client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, text.CliNotDone)}
}

func (a *app) sayTo(w io.Writer, line string) { _, _ = io.WriteString(w, line+"\n") }

// readLine reads an answer. An interrupt ends the wait.
func (a *app) readLine() (string, error) {
	type got struct {
		s   string
		err error
	}
	c := make(chan got, 1)
	go func() {
		s, err := bufio.NewReader(a.stdin).ReadString('\n')
		c <- got{s, err}
	}()
	select {
	case <-a.ctx().Done():
		return "", context.Canceled
	case g := <-c:
		if g.err != nil && !errors.Is(g.err, io.EOF) {
			return "", &client.Error{Kind: client.KindLocal, Op: "input", What: text.CliInput, Args: []any{g.err.Error()}, Err: g.err}
		}
		return strings.TrimSpace(g.s), nil
	}
}
