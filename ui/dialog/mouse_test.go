package dialog

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model/hooks"
)

// on finds a text on a box as it lies on the screen.
func on(t *testing.T, b Box, text string) (x, y int) {
	t.Helper()
	x, y = b.At(80, 23)
	for i, l := range b.Lines {
		plain := ansi.Strip(l)
		if at := strings.Index(plain, text); at >= 0 {
			return x + ansi.StringWidth(plain[:at]), y + i
		}
	}
	t.Fatalf("no %q on\n%s", text, strings.Join(b.Lines, "\n"))
	return 0, 0
}

func clicked(t *testing.T, s *Stack, text string) []tea.Msg {
	t.Helper()
	all := boxes(s, 80, 23)
	x, y := on(t, all[len(all)-1], text)
	return msgs(s.Mouse(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}))
}

func msgs(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	switch m := cmd().(type) {
	case nil:
		return nil
	case tea.BatchMsg:
		var out []tea.Msg
		for _, c := range m {
			out = append(out, msgs(c)...)
		}
		return out
	default:
		return []tea.Msg{m}
	}
}

func TestClicksChooseButtons(t *testing.T) {
	env := testEnv(t)
	for _, c := range []struct {
		d    Dialog
		text string
		want any
	}{
		{NewDelete(env, from, deletePlan("bin"), PlanOptions{}), "Delete ]", ChoseGo},
		{NewDelete(env, from, deletePlan("bin"), PlanOptions{}), "Cancel", ChoseNothing},
		{NewQuit(env, someJobs(), someJobs, noWork, true), "quit now and keep them paused", ChosePauseQuit},
	} {
		var s Stack
		s.Push(c.d)
		got := clicked(t, &s, c.text)
		if len(got) != 1 || s.Len() != 0 {
			t.Fatalf("%q: %v, %d open", c.text, got, s.Len())
		}
		choice := ChoseStop
		switch m := got[0].(type) {
		case PlanAnswered:
			choice = m.Choice
		case QuitAnswered:
			choice = m.Choice
		}
		if choice != c.want {
			t.Errorf("%q gives %q", c.text, choice)
		}
	}
}

func TestAClickOnAFinalDeleteNeedsTheWord(t *testing.T) {
	var s Stack
	s.Push(NewDelete(testEnv(t), from, deletePlan("no"), PlanOptions{}))
	if got := clicked(t, &s, "[>Delete"); len(got) != 0 || s.Len() != 1 {
		t.Errorf("%v, %d open", got, s.Len())
	}
}

func TestClicksOutsideAndOtherButtonsDoNothing(t *testing.T) {
	var s Stack
	s.Push(NewDelete(testEnv(t), from, deletePlan("bin"), PlanOptions{}))
	x, y := on(t, boxes(&s, 80, 23)[0], "Delete ]")
	for _, m := range []tea.MouseMsg{
		tea.MouseClickMsg{X: 0, Y: 0, Button: tea.MouseLeft},
		tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight},
		tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft},
		tea.MouseMotionMsg{X: x, Y: y},
	} {
		if cmd := s.Mouse(m); cmd != nil || s.Len() != 1 {
			t.Errorf("%T did something", m)
		}
	}
}

func TestTheWheelScrollsAndRowsAreChosen(t *testing.T) {
	env := testEnv(t)
	var s Stack
	d := NewPlan(env, from, movePlan(0), PlanOptions{}).(*plan)
	s.Push(d)
	feed(d, "p")
	boxes(&s, 80, 23)
	x, y := on(t, boxes(&s, 80, 23)[0], "photo-001")
	wheel := tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelDown}
	s.Mouse(wheel)
	if d.top != wheelRows {
		t.Errorf("the body is at %d", d.top)
	}
	wheel.Button = tea.MouseWheelUp
	s.Mouse(wheel)
	if d.top != 0 {
		t.Errorf("the body is at %d", d.top)
	}

	s = Stack{}
	s.Push(NewMenu(env, MenuOptions[int]{Title: "Order", Items: []MenuItem[int]{{Key: "n", Label: "name", Value: 1}, {Key: "s", Label: "size", Value: 2}}}))
	if got := clicked(t, &s, "size"); len(got) != 1 || got[0].(MenuAnswered[int]).Value != 2 {
		t.Errorf("%v", got)
	}
}

func TestAListTakesTheRowThatHasTheCursor(t *testing.T) {
	var s Stack
	s.Push(NewBookmarks(testEnv(t), from, someMarks(), false))
	name := someMarks()[2].Name
	if got := clicked(t, &s, "季度"); len(got) != 0 {
		t.Fatalf("the first click gives %v", got)
	}
	got := clicked(t, &s, "季度")
	if len(got) != 1 || got[0].(BookmarkChosen).Bookmark.Name != name {
		t.Errorf("%v", got)
	}
}

// A dialog's list scrolls by lines with a margin, the wheel scrolls it, and a clicked row stays under the pointer.
func TestADialogScrollsAsAPaneDoes(t *testing.T) {
	var s Stack
	var lines []LogLine
	for i := range 60 {
		lines = append(lines, LogLine{Text: fmt.Sprintf("message %02d ", i)})
	}
	lines[20].Text += strings.Repeat("is long ", 20)
	d := NewLog(testEnv(t), lines).(*view)
	s.Push(d)
	at := func(text string) int { _, y := on(t, boxes(&s, 80, 23)[0], text); return y }
	first := func() string {
		for _, l := range boxes(&s, 80, 23)[0].Lines {
			if _, s, ok := strings.Cut(l, "message "); ok {
				return s[:2]
			}
		}
		return ""
	}
	feed(d, "home")
	for first() == "00" {
		feed(d, "down")
	}
	if d.win.At != d.win.Height-3 || first() != "01" {
		t.Errorf("the first step that scrolls leads to row %d of %d, under %s", d.win.At, d.win.Height, first())
	}
	feed(d, "pgdown")
	if want := fmt.Sprintf("%02d", 1+d.win.Height); first() != want {
		t.Errorf("a page leads to %s, not %s", first(), want)
	}
	x, y := on(t, boxes(&s, 80, 23)[0], first())
	s.Mouse(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp})
	if want := fmt.Sprintf("%02d", d.win.Height-2); first() != want {
		t.Errorf("the wheel leads to %s, not %s", first(), want)
	}
	d.goTo(20)
	for _, text := range []string{"message 21", "message 18", "message 20", "message 21"} {
		y := at(text)
		if got := clicked(t, &s, text); len(got) != 0 {
			t.Fatalf("a click gives %v", got)
		}
		if now := at(text); now != y {
			t.Errorf("after the click %q is in line %d, not %d", text, now, y)
		}
	}
}

// Another row's text is shown from its beginning, however the cursor gets there.
func TestTheWheelScrollsTheTextUnderAList(t *testing.T) {
	var s Stack
	all := hooks.HookLines(nil, hooks.HookLineOptions{Program: "aloft"})
	d := NewHookLines(testEnv(t), all).(*hookList)
	s.Push(d)
	s.SetSize(80, 23)
	lower := func() string { b := boxes(&s, 80, 23)[0]; return ansi.Strip(b.Lines[len(b.Lines)-1]) }
	scrolled := func() {
		t.Helper()
		x, y := on(t, boxes(&s, 80, 23)[0], "a commit in git")
		s.Mouse(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelDown})
		if !strings.Contains(lower(), "lines 4-") {
			t.Errorf("the wheel leads to %q", lower())
		}
	}
	clicked(t, &s, "a commit in git")
	scrolled()
	if got := clicked(t, &s, "a step of a CI job"); len(got) != 0 || !strings.Contains(lower(), "lines 1-") {
		t.Errorf("a click gives %v and %q", got, lower())
	}
	scrolled()
	feed(d, "up")
	if d.win.At != 1 || !strings.Contains(lower(), "lines 1-") {
		t.Errorf("row %d, %q", d.win.At, lower())
	}
	clicked(t, &s, "files that change")
	if got := clicked(t, &s, "files that change"); len(got) != 1 || got[0].(HookLineChosen).Line.Name != all[3].Name {
		t.Errorf("%v", got)
	}
}
