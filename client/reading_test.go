package client_test

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// After a read nobody is told that nothing was changed; after a write that failed
// they are.
func TestAReadDoesNotSayWhatWasChanged(t *testing.T) {
	for _, what := range []text.Text{text.DriveGone, text.DocsRefused, text.DocsNoToken, text.DiskOther} {
		for _, op := range []string{"list", "stat", "search", "outline", "read", "info"} {
			if s := client.Errorf(client.KindServer, op, model.Place{}, what).Say(nil); strings.Contains(s, "was changed") {
				t.Errorf("%s: %q", op, s)
			}
		}
		if s := client.Errorf(client.KindServer, "move", model.Place{}, what).Say(nil); !strings.Contains(strings.ToLower(s), "nothing was changed") {
			t.Errorf("move: %q", s)
		}
	}
}
