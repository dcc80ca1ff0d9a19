package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	jobpanel "aloft/ui/jobs"
	"aloft/ui/status"
	"aloft/ui/term"
	"aloft/ui/webhook"
)

// infoOf returns the content of the info column.
func (a *App) infoOf() status.About {
	p := a.screen.Pane()
	e := p.Current()
	in := status.About{Place: p.Place(), Entry: a.screen.Current()}
	if e != nil && e.Enterable() {
		in.Place = p.PlaceOf(e)
		in.Inside, in.Listing, in.Err = a.reading.Inside(in.Place)
	}
	return in
}

// header returns the content of the header line.
func (a *App) header() status.Header {
	p := a.screen.Pane().Place()
	live, paused := a.work.Counts()
	rate := ""
	if j := a.work.Shown(); j != nil {
		rate = jobpanel.Rate(a.env.Text, j.Rate)
	}
	return status.Header{
		Account: client.AccountOf(a.client.Sources, p), SignedOut: a.screen.SignedOut[p.Account], Live: live, Paused: paused, Rate: rate,
		Failed: a.work.Failed(), Quitting: a.quit.WhenDone(), Hook: a.hooks.Cell(),
	}
}

func (a *App) stateOf() status.State {
	if a.hooks.Over() != nil {
		return status.State{Reader: a.hooks.Over().State(), Over: true, DryRun: a.screen.Switches.Dry}
	}
	if a.screen.Switches.Reader {
		return status.State{Reader: a.screen.Reader.State(a.env.Now()), Over: a.screen.Reader.OnFile(), DryRun: a.screen.Switches.Dry}
	}
	return a.paneState()
}

// paneState is the state of the panes.
func (a *App) paneState() status.State {
	p := a.screen.Pane()
	here, elsewhere := p.Selected()
	s := status.State{
		Order: p.Order(), Filter: p.Filter(), Find: p.Finding(), Here: here, Elsewhere: elsewhere,
		Size: -1, DryRun: a.screen.Switches.Dry, Sync: a.screen.Switches.Sync,
	}
	if here > 0 {
		if sum, whole := p.Rows().SelectedSize(); whole {
			s.Size = sum
		}
	}
	s.Cut, s.Copy = a.screen.Marked(model.MarkCut), a.screen.Marked(model.MarkCopy)
	return s
}

// windowTitle names the place, and the progress of running work.
func (a *App) windowTitle() string {
	at := a.screen.Pane().Place()
	if a.screen.Switches.Reader {
		at = a.screen.Reader.Place()
	}
	t := a.env.Text.Say(text.AppName) + " " + a.screen.PlaceText(at)
	if j := a.work.Shown(); j != nil && j.Items > 0 {
		if rate := jobpanel.Rate(a.env.Text, j.Rate); rate != "" {
			t = a.env.Text.Say("%s, left %s  %s", rate, jobpanel.Duration(a.env.Text, j.Left), t)
		}
		t = a.env.Text.Say("%d%% %s", percent(j), t)
	}
	return term.Title(t)
}

func percent(j *model.JobSnapshot) int {
	return jobpanel.Portion(j) / 10
}

func (a *App) progressBar() *tea.ProgressBar {
	j := a.work.Shown()
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

// detail draws the line of the current entry.
func (a *App) detail(now time.Time, w int) string {
	if a.screen.Has(a.hooks.Panel) {
		return a.lines.Plain(webhook.Line(a.env, a.hooks.LookedAt(), w), w)
	}
	if a.screen.Switches.Reader {
		e := a.screen.Reader.Entry()
		return a.lines.Detail(&e, time.Time{}, now, w)
	}
	if !a.lay.Info.Empty() && !a.screen.Previews() {
		return a.lines.Listed(a.screen.Pane().ListedAt(), now, w) // the column shows the rest
	}
	return a.lines.Detail(a.screen.Current(), a.screen.Pane().ListedAt(), now, w)
}
