package ui_test

import (
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// An empty list offers nothing that needs a row.
func TestAnEmptyListOffersNothing(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		for key, says := range map[string]string{"C": "No comments. c in the document adds one.", "p": "No images.", "U": "No edits from this machine."} {
			next(d, key)
			d.Has(says)
			d.HasNot("r reply", "r replace", "u undo", "Enter ok")
			next(d, "esc")
		}
	})
}

// While something is typed into a dialog, the last hints do not mention Enter: in a
// field of several lines it begins another line.
func TestHintsBesideAFormTellTheTruth(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "t", "tab")
		d.Has("Enter new line", "Esc back")
		d.HasNot("  Enter done")
	})
}

// An error that is too long for the screen says where all of it can be read.
func TestALongErrorSaysWhereTheRestIs(t *testing.T) {
	atDesk(t, 50, 16, nil, func(d *uitest.Driver, k *desk) {
		to(d, "Budget")
		next(d, "f3")
		d.Has("and this is", " a sheet") // on the two lines
	})
	atDesk(t, 80, 24, nil, func(d *uitest.Driver, k *desk) {
		k.Before = memdoc.Refuse(client.Errorf(client.KindInvalid, "edit", model.Place{}, "%s", strings.Repeat("you may not write in it ", 12)), "edit")
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("Mine."))
		d.Keys("tab", "tab", "enter")
		d.Pass(10 * time.Second)
		d.Has("… (zl: full text)")
	})
}

// A pane with the cursor on a document offers to read it.
func TestAPaneOffersToRead(t *testing.T) {
	atDesk(t, 80, 24, nil, func(d *uitest.Driver, k *desk) {
		to(d, "2024")
		d.Has("F3 view")
	})
}

// The reason why a comparison is refused is shown in full on a small screen.
func TestTheCompareMenuSaysWhyNot(t *testing.T) {
	atDesk(t, 80, 24, besideMemory, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		next(d, "=")
		d.HasNot("…")
		d.Has("Esc, then put the cursor on it")
	})
}

// A comparison that failed offers nothing to save.
func TestAFailedComparisonOffersNothing(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		next(d, "=", "v")
		d.Keys("backspace")
		d.Type("42")
		next(d, "ctrl+s")
		d.Has("Compare 2024 plan")
		d.HasNot("e save", "a all sections", "Enter ok", "Compare ]")
	})
}

// Where the long form of a position does not fit beside one of the places, all have
// the short one.
func TestPlacesAreWrittenInOneWay(t *testing.T) {
	atDesk(t, 50, 16, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i")
		d.Has("start of the section body", "before the heading", "after the title ", "before the title ")
		d.HasNot("position")
	})
}

// A form says how to accept it also on a small screen, and with both keys where
// there is room: a terminal may keep Ctrl-S for itself.
func TestAFormSaysHowItIsDone(t *testing.T) {
	for width, want := range map[int]string{50: "Tab next field  Ctrl-S done ", 80: "Tab next field  Ctrl-S or Alt-Enter done"} {
		atDesk(t, width, 16, nil, func(d *uitest.Driver, k *desk) {
			open(d, "2024", "In scope")
			next(d, "t", "tab")
			d.Has("Enter new line  " + want)
		})
	}
}

// What cannot be edited offers no key that edits.
func TestHintsOfWhatCannotBeEdited(t *testing.T) {
	setup := func(_ *ui.Deps, k *desk) { k.Write(k.Put("", "Sketch", model.KindSmartCanvas), "# Idea\n\nwords\n") }
	atDesk(t, 100, 30, setup, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Has("i insert", "r replace")
		next(d, "f3")
		open(d, "Sketch", "")
		d.Has("Idea")
		d.Has("f find", "e export")
		d.HasNot("i insert", "r replace", "a append", "c comment")
	})
}
