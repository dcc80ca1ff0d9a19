package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/client/embedded/engine"
	"aloft/ui/uitest"
)

const passageText = `# Scope

The **first phase** covers the [web client](https://example.com/web), 厨房和客厅, and
nothing else. Alpha comes before beta.

- one of *two* things
- another: beta

| When | What |
| --- | --- |
| May | Alpha and beta |

Alpha and beta. Alpha again.
`

// selects opens the document and selects the match of some words, the nth one.
func selects(d *uitest.Driver, k *desk, words string, nth int, then ...string) {
	k.Write(k.plan, passageText)
	open(d, "2024", "")
	d.Keys("f")
	d.Type(words)
	next(d, "enter")
	for range nth - 1 {
		next(d, "n")
	}
	next(d, "v")
	next(d, then...)
}

// commented is the commented text, or "".
func (k *desk) commented(t *testing.T) string {
	t.Helper()
	doc := k.Doc(k.plan).Now()
	all := engine.Comments(doc).All
	if len(all) != 1 {
		return ""
	}
	for _, s := range []string{"phase", "beta", "beta. Alpha", "web client, 厨房", "two", "Alpha and beta", "Alpha", "else."} {
		m, err := engine.Find(doc, s)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range m.All {
			if r := all[0].Range; x.Range == r || x.Range.Begin == r.Begin-1 && x.Range.End == r.End+1 {
				return fmt.Sprint(s, " ", i+1)
			}
		}
	}
	return fmt.Sprint(all[0].Range)
}

// What is selected is commented on, and nothing else: across a link, wide characters and the ends of a row.
func TestACommentOnSelectedText(t *testing.T) {
	for _, c := range []struct {
		find string
		nth  int
		keys string
		want string
	}{
		{"phase", 1, "", "phase 1"},
		{"Alpha", 4, "", "Alpha 4"},
		{"beta", 2, "", "beta 2"},
		{"beta", 4, "e e", "beta. Alpha 1"},
		{"web", 1, "w w w w w w w w w w l", "web client, 厨房 1"},
		{"two", 1, "", "two 1"},
		{"Alpha", 2, "w w e", "Alpha and beta 1"},
		{"Alpha", 2, "j k w w space e", "beta 3"},
	} {
		atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
			selects(d, k, c.find, c.nth, strings.Fields(c.keys)...)
			next(d, "c", "?", "enter") // no plan: it changes no text
			d.HasNot("Comment in", "+ ?")
			if got := k.commented(t); got != c.want {
				t.Errorf("%+v: %q\n%s", c, got, d.Screen())
			}
		})
	}
}

// Selected text is replaced where it stands, and only there.
func TestSelectedTextIsReplaced(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		selects(d, k, "beta", 3, "r")
		d.Has("Replace in", "selected", "beta")
		d.HasNot("find  ")
		d.Type("gamma")
		next(d, "enter")
		d.Has("- Alpha and beta", "+ Alpha and gamma")
		next(d, "enter")
		k.want(t, "comes before beta", "another: beta", "| May | Alpha and gamma |", "Alpha and beta.")
		d.Has("2024 plan is saved: version 2; u undoes it")
		d.HasNot("text is selected")
	})
}

// Text of several paragraphs is formatted and commented on as one range; it is not replaced.
func TestSeveralParagraphsAreSelected(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		selects(d, k, "two", 1, "j", "r")
		d.Has("select text within one paragraph or cell")
		next(d, "esc", "f", "ctrl+u")
		d.Type("When")
		next(d, "enter")
		next(d, "v", "j", "j", "c")
		d.Has("select within one cell")
		next(d, "esc", "f", "ctrl+u")
		d.Type("two")
		next(d, "enter")
		next(d, "v", "j")
		next(d, "c")
		d.Has("Comment in", "two things … another")
		d.Type("?")
		next(d, "enter")
		next(d, "enter")
		d.Has("version 2")
		if got := k.commented(t); !strings.HasPrefix(got, "{") {
			t.Errorf("commented on %q", got)
		}
		next(d, "f", "ctrl+u")
		d.Type("two")
		next(d, "enter")
		next(d, "v", "j", "F", "right", "ctrl+s")
		d.Has("~ bold on")
		next(d, "enter")
		k.want(t, "- one of **_two_ things**", "- **another: b**eta")
	})
}

// The Markdown of the selection is copied, not what is drawn of it. Then nothing is selected any more.
func TestSelectedTextIsCopiedAsMarkdown(t *testing.T) {
	for _, c := range []struct {
		find, keys, want string
	}{
		{"phase", "", "**phase**"},
		{"web", "l l l l l l l l", "[web client](https://example.com/web)"},
		{"When", "j j", "When\nMay\n"},
		{"Alpha and", "w e", "Alpha and beta"},
		{"one of", "$ j $", "- one of _two_ things\n- another: beta\n"},
		{"one of", "w w j", "- one of _two_ things\n- another: bet\n"},
	} {
		atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
			selects(d, k, c.find, 1, strings.Fields(c.keys)...)
			d.Has("text is selected")
			next(d, "y")
			if len(d.Copy) != 1 || d.Copy[0] != c.want {
				t.Errorf("%s %s copies %q", c.find, c.keys, d.Copy)
			}
			d.Has("copied as Markdown")
			d.HasNot("text is selected")
		})
	}
}

// Esc goes one step back: from the selection to the matches, and then on; v ends it too.
func TestEscEndsASelection(t *testing.T) {
	atDesk(t, 80, 24, besideMemory, func(d *uitest.Driver, k *desk) {
		selects(d, k, "beta", 1)
		d.Has("text is selected", "y copy")
		next(d, "esc")
		d.HasNot("text is selected")
		d.Has("match 1/4")
		next(d, "v", "v")
		d.HasNot("text is selected")
		next(d, "v", "tab") // into the other pane
		d.HasNot("text is selected")
	})
}

// A search extends the selection; the keys that are taken by the selection do what they do in it.
func TestASearchExtendsTheSelection(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		selects(d, k, "before", 1, "/", "ctrl+u")
		d.Type("beta")
		next(d, "enter")
		next(d, "y")
		next(d, "v", "n", "y")
		if want := []string{"before b", "beta.\n\n- one of _two_ things\n- another: b\n"}; fmt.Sprintf("%q", d.Copy) != fmt.Sprintf("%q", want) {
			t.Errorf("%q", d.Copy)
		}
	})
}

// The mouse selects text as well; a click moves the end of the selection.
func TestTheMouseSelectsText(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		k.Write(k.plan, passageText)
		open(d, "2024", "")
		x, y := pointAt(t, d, "Alpha comes")
		to, below := pointAt(t, d, "things")
		d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		d.HasNot("text is selected")
		d.Send(tea.MouseMotionMsg{X: x + 1, Y: y, Button: tea.MouseLeft})
		d.Send(tea.MouseMotionMsg{X: to + 5, Y: below, Button: tea.MouseLeft})
		d.Send(tea.MouseReleaseMsg{X: to + 5, Y: below, Button: tea.MouseLeft})
		next(d, "y")
		d.Send(tea.MouseMotionMsg{X: x, Y: y}) // without a button
		next(d, "esc")
		clickOn(t, d, "Alpha comes", tea.MouseLeft)
		next(d, "v")
		clickOn(t, d, "things", tea.MouseLeft)
		d.Has("text is selected")
		if want := []string{"Alpha comes before beta.\n\n- one of _two_ things\n"}; fmt.Sprintf("%q", d.Copy) != fmt.Sprintf("%q", want) {
			t.Errorf("%q", d.Copy)
		}
	})
}

func TestPassageScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}} {
		name := func(what string) string { return fmt.Sprintf("passage-%dx%d-%s", size.w, size.h, what) }
		t.Run(name(""), func(t *testing.T) {
			atDesk(t, size.w, size.h, besideMemory, func(d *uitest.Driver, k *desk) {
				selects(d, k, "first", 1, "j", "e")
				d.Want(name("selected"))
				next(d, "c")
				d.Want(name("comment"))
				next(d, "esc", "?")
				d.Want(name("help"))
			})
		})
	}
}

// A selection begins at a heading's words, not at its number, which the document does not have.
func TestASelectionBeginsAtTheWordsOfAHeading(t *testing.T) {
	atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "v", "e", "c", "?", "enter")
		if got := k.commented(t); got != "{73 75}" { // of In
			t.Error(got, "\n", d.Screen())
		}
	})
}
