package ui

import tea "charm.land/bubbletea/v2"

// wait makes a message of the next value of a channel. None comes of a nil channel, of a closed one, or after the session.
func wait[T any](a *App, c <-chan T, msg func(T) tea.Msg) tea.Cmd {
	ctx := a.Env.Ctx
	if c == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case v, ok := <-c:
			if ok {
				return msg(v)
			}
		case <-ctx.Done():
		}
		return nil
	}
}

// watchReloads waits for the next change of the configuration, watchSent for the next sent action.
func (a *App) watchReloads() tea.Cmd {
	return wait(a, a.d.Reloads, func(r Reload) tea.Msg { return r })
}
func (a *App) watchSent() tea.Cmd { return wait(a, a.d.Sent, func(s Sent) tea.Msg { return s }) }

// waitedMsg says what calls wait for; the line is clean, "" = nothing.
type waitedMsg struct{ line string }

// watchWaits waits for the next change of it.
func (a *App) watchWaits() tea.Cmd {
	b, c := a.d.Waits, a.Env.Text
	if b == nil {
		return nil
	}
	return wait(a, b.Changed(), func(struct{}) tea.Msg { return waitedMsg{b.Line(c)} })
}

// endingMsg says that a login expires in the next days.
type endingMsg struct{ said string }

// watchEnding waits for the next login that expires soon.
func (a *App) watchEnding() tea.Cmd {
	return wait(a, a.d.Ending, func(s string) tea.Msg { return endingMsg{s} })
}
