package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

type jsonJob struct {
	ID       string `json:"id"`
	Action   string `json:"action"`
	Account  string `json:"account,omitempty"`
	State    string `json:"state"`
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
	Items    int    `json:"items"`
	Done     int    `json:"done"`
	Failed   int    `json:"failed"`
	Skipped  int    `json:"skipped"`
	Unknown  int    `json:"unknown"`
	Requests int    `json:"requests"`
	Bytes    int64  `json:"bytes,omitempty"`
	BytesAll int64  `json:"bytes_all,omitempty"`
	Notes    int    `json:"notes,omitempty"`
	Error    string `json:"error,omitempty"`
	MadeAt   string `json:"made_at,omitempty"`
	EndedAt  string `json:"ended_at,omitempty"`
}

func (a *app) toJob(s model.JobSnapshot) jsonJob {
	return jsonJob{
		ID: s.ID, Action: string(s.Op), Account: a.accountOf(s), State: string(s.State), From: s.From.String(), To: s.To.String(),
		Items: s.Items, Done: s.Done, Failed: s.Failed, Skipped: s.Skipped, Unknown: s.Unknown, Requests: s.Requests,
		Bytes: s.Bytes, BytesAll: s.BytesAll, Notes: s.Notes, Error: s.Error, MadeAt: stamp(s.MadeAt), EndedAt: stamp(s.EndedAt),
	}
}

func (a *app) jobsCommand() *cobra.Command {
	say := a.cat.Say
	var f format
	list := func(*cobra.Command, []string) error { return a.jobsList(f) }
	ls := &cobra.Command{Use: "ls", Short: say("list the jobs, the newest first"), Args: wantArgs(0, 0), RunE: a.needs(list)}
	show := &cobra.Command{
		Use: "show ID", Short: say("show a job with all its items"),
		Args: wantArgs(1, 1), ValidArgsFunction: a.completeJobs(func(model.JobSnapshot) bool { return true }),
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.jobsShow(args[0], f) }),
	}
	var w writing
	resume := &cobra.Command{
		Use: "resume [ID]", Short: say("let a job that stands go on"), Long: say("Without ID it is the job that stands, if there is only one."),
		Args: wantArgs(0, 1), ValidArgsFunction: a.completeJobs(stands),
		RunE: a.needs(func(_ *cobra.Command, args []string) error {
			w.format = f
			if len(args) == 0 {
				id, err := a.standing()
				if err != nil {
					return err
				}
				args = []string{id}
			}
			return a.jobsResume(args[0], w)
		}),
	}
	pause := &cobra.Command{
		Use: "pause ID", Short: say("pause a job after the batch under way"), Args: wantArgs(1, 1), ValidArgsFunction: a.completeJobs(going),
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.onJob(args[0], a.jobStore().Pause) }),
	}
	cancel := &cobra.Command{
		Use: "cancel ID", Short: say("end a job; what is done stays done"), Args: wantArgs(1, 1),
		ValidArgsFunction: a.completeJobs(func(s model.JobSnapshot) bool { return stands(s) || going(s) }),
		RunE:              a.needs(func(_ *cobra.Command, args []string) error { return a.onJob(args[0], a.jobStore().Cancel) }),
	}
	c := a.group("jobs", "show and steer jobs", ls, show, resume, pause, cancel)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageErrorFor(c, text.CliNoSuchSub, c.CommandPath(), args[0])
		}
		return a.needs(list)(c, args)
	}
	for _, s := range []*cobra.Command{c, ls, show, resume} {
		a.formatFlags(s, &f, false)
	}
	return c
}

func (a *app) jobsList(f format) error {
	if _, err := a.jobStore().open(); err != nil {
		return err
	}
	all := a.jobStore().Jobs()
	if f.json {
		out := []jsonJob{}
		for _, s := range all {
			out = append(out, a.toJob(s))
		}
		return a.encode(out)
	}
	for _, s := range all {
		if err := a.line(a.jobLine(s)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) jobLine(s model.JobSnapshot) string {
	where := s.From.String()
	if !s.To.IsZero() {
		where += " → " + s.To.String()
	}
	line := fmt.Sprintf("%-24s %-11s %-7s %5d/%-5d %-8s %s", s.ID, s.State, s.Op, s.Done, s.Items, a.accountOf(s), where)
	if s.Failed > 0 {
		line += "  " + a.cat.Say(text.CliJobFailed, s.Failed, s.Rest())
	}
	if s.Error != "" {
		line += "  " + s.Error
	}
	return model.Clean(line)
}

// job finds a job by its id or by a beginning that only one has.
func (a *app) job(id string) (model.JobSnapshot, error) {
	if _, err := a.jobStore().open(); err != nil {
		return model.JobSnapshot{}, err
	}
	var found []model.JobSnapshot
	for _, s := range a.jobStore().Jobs() {
		if s.ID == id {
			return s, nil
		}
		if id != "" && strings.HasPrefix(s.ID, id) {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := client.Errorf(client.KindNotFound, "jobs", model.Place{}, "there is no job %s", id)
	if len(found) > 1 {
		e.What, e.Args = "%s begins %d {job|jobs}", []any{id, len(found)}
	}
	e.Hint = text.CliHintJobs
	return model.JobSnapshot{}, e
}

func (a *app) jobsShow(id string, f format) error {
	s, err := a.job(id)
	if err != nil {
		return err
	}
	items, err := a.jobStore().Report(s.ID)
	if err != nil {
		return err
	}
	if f.json {
		out := struct {
			jsonJob
			Entries []jsonResult `json:"entries"`
		}{a.toJob(s), []jsonResult{}}
		for _, it := range items {
			out.Entries = append(out.Entries, toResult(it, ""))
		}
		return a.encode(out)
	}
	if err := a.line(a.jobLine(s)); err != nil {
		return err
	}
	for _, it := range items {
		line := fmt.Sprintf("  %-9s %s", it.State, model.Clean(it.Item.Place().String()))
		to, ok := it.Item.After()
		if !it.Result.IsZero() {
			to, ok = it.Result, true
		}
		if ok && !to.Equal(it.Item.Place()) {
			line += " → " + model.Clean(to.String())
		}
		if it.Phase != "" {
			line += "  " + a.cat.Say("%s %d %%", string(it.Phase), it.Percent)
		}
		if it.Error != "" {
			line += "  " + model.Clean(it.Error)
		}
		if err := a.line(line); err != nil {
			return err
		}
		for _, n := range it.Notes {
			if err := a.line("            ", model.Clean(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *app) jobsResume(id string, w writing) error {
	s, err := a.job(id)
	if err != nil {
		return err
	}
	if s.State == model.JobCancelled {
		return cancelledJob(s)
	}
	if s.State.Ended() && !s.Damaged {
		return a.results(s, w)
	}
	if err := a.jobStore().Resume(s.ID); err != nil {
		return err
	}
	s, err = a.follow(s.ID)
	if err != nil {
		return err
	}
	return a.results(s, w)
}

// standing is the one job that stands and can go on.
func (a *app) standing() (string, error) {
	if _, err := a.jobStore().open(); err != nil {
		return "", err
	}
	var ids []string
	for _, s := range a.jobStore().Jobs() {
		if stands(s) {
			ids = append(ids, s.ID)
		}
	}
	if len(ids) == 1 {
		return ids[0], nil
	}
	e := client.Errorf(client.KindNotFound, "jobs", model.Place{}, "no job stands")
	if len(ids) > 1 {
		e.Kind, e.What, e.Args = client.KindInvalid, "%d {job stands|jobs stand}, so one must be named: %s", []any{len(ids), strings.Join(ids, ", ")}
		return "", &exitError{exitUsage, e}
	}
	return "", e
}

// stands: the job can be resumed.
func stands(s model.JobSnapshot) bool {
	return s.State == model.JobPaused || s.State == model.JobInterrupted || s.State == model.JobNeedsLogin
}

// going: the job can be paused.
func going(s model.JobSnapshot) bool {
	return s.State == model.JobWaiting || s.State == model.JobRunning
}

// cancelledJob: what was given up does not go on.
func cancelledJob(s model.JobSnapshot) error {
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "the job %s was cancelled and cannot be resumed; %d of %d {item is|items are} done and stay so", s.ID, s.Done, s.Items)
	e.Hint, e.HintArgs = "aloft jobs show %s tells what became of each item", []any{s.ID}
	return &exitError{exitFailed, e}
}

// onJob steers a job and waits until it stands, in whichever process it runs.
func (a *app) onJob(what string, f func(string) error) error {
	s, err := a.job(what)
	if err != nil {
		return err
	}
	if err := f(s.ID); err != nil {
		return err
	}
	id, ended := s.ID, make(chan struct{})
	go func() {
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		var b blocked
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				if s, err := a.job(id); err == nil {
					a.sayBlocked(&b, s)
				}
			}
		}
	}()
	s, err = a.jobStore().Wait(a.ctx(), id)
	close(ended)
	if err != nil {
		return err
	}
	return a.line(a.jobLine(s))
}

// completeJobs offers the jobs that the command can do something with.
func (a *app) completeJobs(fits func(model.JobSnapshot) bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if _, err := a.load(); err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, s := range a.jobStore().Jobs() {
			if fits(s) {
				out = append(out, s.ID+"\t"+string(s.Op)+" "+string(s.State))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}
