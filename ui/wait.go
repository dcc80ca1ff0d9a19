package ui

import tea "charm.land/bubbletea/v2"

// waitedMsg says what calls wait for; the line is clean, "" = nothing.
type waitedMsg struct{ line string }

// watchWaits waits for the next change.
func (a *App) watchWaits() tea.Cmd {
	b, ctx, c := a.d.Waits, a.env.Ctx, a.env.Text
	if b == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case <-b.Changed():
			return waitedMsg{b.Line(c)}
		case <-ctx.Done():
			return nil
		}
	}
}

// endingMsg says that a login expires in the next days.
type endingMsg struct{ said string }

// watchEnding waits for the next login that expires soon.
func watchEnding(a *App) tea.Cmd {
	told, ctx := a.d.Ending, a.env.Ctx
	if told == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case s := <-told:
			return endingMsg{s}
		case <-ctx.Done():
			return nil
		}
	}
}
