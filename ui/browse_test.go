package ui_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

func TestALinkOpensInTheBrowser(t *testing.T) {
	var opened []string
	var fault error
	inLibrary(t, 80, 24, func(d *ui.Deps, _ *library) {
		d.Machine.Browse = func(address string) error { opened = append(opened, address); return fault }
	}, func(d *uitest.Driver, l *library) {
		link := "https://docs.example/mind/" + l.id["Ideas"]
		to(d, "Ideas")
		d.Keys("O")
		d.Pass(time.Second)
		d.Has("Ideas is open in the browser")
		d.HasNot(link)
		fault = errors.New("no such program")
		d.Keys("O")
		d.Pass(time.Second)
		d.Has(link, "no such program") // to be copied
		if !slices.Equal(opened, []string{link, link}) {
			t.Errorf("%q", opened)
		}
	})
}

// F3 on a folder goes into it.
func TestViewingAFolderGoesIntoIt(t *testing.T) {
	onFiles(t, 80, 24, func(d *uitest.Driver, _ *files) {
		to(d, "sub")
		f3(d)
		d.Has("two.txt", "1/2")
		d.HasNot("documents that can be read")
	})
}

// A key for the next name without a search says how one begins, and the keys of what is
// known of an entry say what they are about.
func TestHintsOfAFirstTry(t *testing.T) {
	onFiles(t, 80, 24, func(d *uitest.Driver, _ *files) {
		d.Keys("n")
		d.Has("no search yet; f finds text")
		d.Keys("I")
		d.Pass(time.Second)
		d.Has("Y copy this row")
	})
}

// Enter on what cannot be read says so beside what is known of it.
func TestEnterOnWhatCannotBeRead(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		to(d, "Ideas")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("Y copy this row", "only Word documents can be read here, and this is a mind")
	})
}
