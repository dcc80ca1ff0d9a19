package write

import (
	"testing"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

// The journal's words are not for people.
func TestAnItemThatIsNotSettledSaysSo(t *testing.T) {
	run := &Runner{con: &console.Console{}}
	for state, want := range map[model.ItemState]string{
		model.ItemIntent:  "drive:/a: the outcome is not known yet",
		model.ItemUnknown: "drive:/a: the outcome is not known yet",
		model.ItemFailed:  "drive:/a: failed",
	} {
		it := model.ItemReport{Item: &model.Item{Parent: model.Place{Scheme: model.SchemeDrive}, Name: "a"}, State: state}
		if got := run.itemLine(it); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}
