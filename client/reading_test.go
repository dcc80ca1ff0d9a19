package client_test

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// An error of a read does not say that nothing was changed; that of a failed write
// does, before the service's own message.
func TestAReadDoesNotSayWhatWasChanged(t *testing.T) {
	const said = ". Nothing was changed."
	for _, what := range []text.Text{"the service no longer has this entry", text.DocsRefused, "there is no token for the document service", "%q has been replaced", "%s refused the connection"} {
		e := client.Errorf(client.KindServer, "list", model.Place{}, what, "host")
		e.Server = "own words"
		for write, want := range map[bool]int{false: 0, true: 1} {
			e.Changed = client.Unchanged(write)
			if s := e.Say(nil); strings.Count(s, said) != want || strings.Contains(s, "."+said) || strings.Index(s, said) > strings.Index(s, "own words") {
				t.Errorf("write %t: %q", write, s)
			}
		}
	}
}
