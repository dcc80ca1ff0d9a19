package ui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// unmarked is what the cursor stands on where no row is marked: a text, a sentence of an empty list, a label.
var unmarked = map[string]string{
	"the token": "The list is empty", "a conversation": "00:00:00", "the webhook, none": "The list is empty", "the jobs, none": "No jobs", "the bin": "The recycle bin is empty",
	"recent": "Nothing found", "the spaces": "There are no spaces", "conversations, none": "No conversations",
	"the text": "In scope", "a delivery": "(no output)", "a delivery that ran": "(no output)", "a link": "http",
	"a document that loads": "reading…", "lines for senders": "", "a file": "package main", "a long file": "a line of the log",
	"a table": "name", "an archive": "photos/", "a picture": "This file cannot be shown",
}

// The terminal's cursor is on the item that the keys are on, as screen readers follow it.
func TestTheCursorIsOnTheItem(t *testing.T) {
	for _, f := range everywhere {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.at(t, 100, 30, nil, func(d *uitest.Driver, _ *furnished) {
				v := d.App.View()
				if v.Cursor == nil {
					t.Fatalf("there is none:\n%s", d.Screen())
				}
				row := ansi.Strip(strings.Split(v.Content, "\n")[v.Cursor.Y])
				at := ansi.Cut(row, max(0, v.Cursor.X-1), v.Cursor.X+2)
				switch want, text := unmarked[f.name]; {
				case f.context == keys.InPassage, f.context == keys.InInput && !strings.Contains(at, ">"): // a text field, or the end of what is selected
				case text && !strings.HasPrefix(strings.TrimLeft(ansi.Cut(row, max(0, v.Cursor.X), 100), " "), want), !text && !strings.ContainsAny(at, ">o("):
					t.Errorf("it is at %q of %q:\n%s", at, row, d.Screen())
				}
			})
		})
	}
}
