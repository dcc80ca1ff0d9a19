package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	jobpanel "aloft/ui/jobs"
	"aloft/ui/status"
	"aloft/ui/term"
)

// infoOf returns the content of the info column.
func (a *App) infoOf() status.About {
	p := a.Pane()
	e := p.Current()
	in := status.About{Place: p.Place(), Entry: a.Current()}
	in.Free, in.All = a.reading.Free(p.Place())
	if e != nil && e.Enterable() {
		in.Place = p.PlaceOf(e)
		a.reading.Inside(&in)
	}
	return in
}

// header returns the content of the header line.
func (a *App) header() status.Header {
	p := a.Pane().Place()
	live, paused := a.work.Counts()
	rate := ""
	if j := a.work.Shown(); j != nil {
		rate = jobpanel.Rate(a.Env.Text, j.Rate)
	}
	return status.Header{
		Account: client.AccountOf(a.Client.Sources, p), SignedOut: a.SignedOut[p.Account], Live: live, Paused: paused, Rate: rate,
		Failed: a.work.Failed(), Quitting: a.quit.WhenDone(), Hook: a.hooks.Cell(), Choosing: a.Choosing,
	}
}

// windowTitle names the place, and the progress of running work.
func (a *App) windowTitle() string {
	at := a.Pane().Place()
	if a.Switches.Reader {
		at = a.Reader.Place()
	}
	t := a.Env.Text.Say(text.AppName) + " " + a.PlaceText(at)
	if j := a.work.Shown(); j != nil && j.Items > 0 {
		if rate := jobpanel.Rate(a.Env.Text, j.Rate); rate != "" {
			t = a.Env.Text.Say("%s, left %s  %s", rate, jobpanel.Duration(a.Env.Text, j.Left), t)
		}
		t = a.Env.Text.Say("%d%% %s", percent(j), t)
	}
	return term.Title(t)
}

func percent(j *model.JobSnapshot) int {
	return jobpanel.Portion(j) / 10
}

// progressBar is that of the terminal, for the job that is shown (OSC 9;4).
func progressBar(j *model.JobSnapshot) *tea.ProgressBar {
	if j == nil || j.Items == 0 {
		return nil
	}
	state := tea.ProgressBarDefault
	switch {
	case j.State == model.JobPaused || j.State == model.JobNeedsLogin:
		state = tea.ProgressBarWarning
	case j.Failed > 0:
		state = tea.ProgressBarError
	}
	return tea.NewProgressBar(state, percent(j))
}

// programStatus tells the terminal what the program does, or what it needs a person for (OSC 7501).
func programStatus(c *text.Catalogue, j *model.JobSnapshot, asking int) *tea.ProgramStatus {
	s := &tea.ProgramStatus{App: string(text.AppName)}
	switch {
	case asking > 0:
		s.State, s.Kind, s.Message = tea.ProgramStateBlocked, tea.ProgramStatusKindPermission, c.Say("%d webhook {command waits|commands wait} for permission", asking)
	case j == nil || j.Items == 0:
		return nil
	case j.State == model.JobNeedsLogin:
		s.State, s.Kind = tea.ProgramStateBlocked, tea.ProgramStatusKindAuth
	default:
		s.State, s.Progress, s.HasProgress = tea.ProgramStateWorking, percent(j), true
	}
	return s
}
