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

// infoOf is what the info column shows.
func (a *App) infoOf() status.About {
	p := a.Pane()
	e := p.Current()
	in := status.About{Place: p.Place(), Entry: a.Current()}
	if e != nil && e.Enterable() {
		in.Place = p.PlaceOf(e)
		in.Inside, in.Listing, in.Err = a.reading.Inside(in.Place)
	}
	return in
}

// header is what the header line shows.
func (a *App) header() status.Header {
	p := a.Pane().Place()
	live, paused := a.work.Counts()
	rate := ""
	if j := a.work.Shown(); j != nil {
		rate = jobpanel.Rate(a.Env.Text, j.Rate)
	}
	return status.Header{
		Account: client.AccountOf(a.Sources, p), SignedOut: a.SignedOut[p.Account], Live: live, Paused: paused, Rate: rate,
		Failed: a.work.Failed(), Quitting: a.quit.WhenDone(), Hook: a.hooks.Cell(),
	}
}

func (a *App) stateOf() status.State {
	if a.hooks.Over() != nil {
		return status.State{Reader: a.hooks.Over().State(), Over: true, DryRun: a.Switches.Dry}
	}
	if a.Switches.Reader {
		return status.State{Reader: a.Reader.State(a.Now()), Over: a.Reader.OnFile(), DryRun: a.Switches.Dry}
	}
	p := a.Pane()
	here, elsewhere := p.Selected()
	s := status.State{
		Order: p.Order(), Filter: p.Filter(), Find: p.Finding(), Here: here, Elsewhere: elsewhere,
		Size: -1, DryRun: a.Switches.Dry, Sync: a.Switches.Sync,
	}
	if here > 0 {
		if sum, whole := p.Rows().SelectedSize(); whole {
			s.Size = sum
		}
	}
	s.Cut, s.Copy = a.Marked(model.MarkCut), a.Marked(model.MarkCopy)
	return s
}

// windowTitle names the place, and the progress where work runs.
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

// detail is the line about the entry under the cursor.
func (a *App) detail(now time.Time, w int) string {
	if a.OnHooks() {
		return a.lines.Plain(webhook.Line(a.Env, a.hooks.LookedAt(), w), w)
	}
	if a.Switches.Reader {
		e := a.Reader.Entry()
		return a.lines.Detail(&e, time.Time{}, now, w)
	}
	if !a.lay.Info.Empty() && !a.Previews() {
		return a.lines.Listed(a.Pane().ListedAt(), now, w) // the column says the rest
	}
	return a.lines.Detail(a.Current(), a.Pane().ListedAt(), now, w)
}
