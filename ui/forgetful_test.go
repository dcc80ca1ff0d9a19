package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// forgetful is a keeper on a full disk.
type forgetful struct{ *uitest.Memory }

func (forgetful) AddHistory(string, string) error { return errors.New("no space left on device") }

// What could not be kept is reported, but does not replace an error on the screen:
// then only the log has it.
func TestWhatIsForgottenHidesNoError(t *testing.T) {
	on(t, 100, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		d.Client.Keeper = forgetful{&uitest.Memory{Known: true}}
	},
		func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			enter := func(place string) {
				act(d, keys.GoPlace)
				d.Keys("ctrl+u")
				d.Type(place)
				d.Keys("enter")
				d.Pass(time.Second)
			}
			const forgotten = "could not be saved: no space left on device"
			enter("drive:/Work")
			d.Has(forgotten)
			enter("space:/x")
			d.Has("there is no space:")
			d.HasNot(forgotten)
			d.Pass(time.Minute)
			d.Has("there is no space:")
			d.Pass(time.Minute)
			act(d, keys.Log)
			d.Has(forgotten)
		})
}

// A message too long for its line can be read to its end, on a small screen too.
func TestTheLogShowsAllOfALongMessage(t *testing.T) {
	on(t, 50, 16, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Fail = client.Errorf(client.KindServer, "list", tree.Root(), text.Text(strings.Repeat("words of the service ", 20)+"to an end"))
		d.Keys("ctrl+r")
		d.HasNot("to an end")
		d.Keys("z", "l")
		d.Has("an end", "Y copy")
	})
}
