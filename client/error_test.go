package client

import (
	"strings"
	"testing"
)

// The parts of an error are separate sentences, whether or not they end in a full
// stop.
func TestSentencesOfAnErrorAreApart(t *testing.T) {
	for _, e := range []*Error{
		{What: "the service says that the edit was made, but the document does not show it", Changed: ChangedMaybe,
			Hint: "check what has changed, then try again on the newest version"},
		{What: "the name is taken in that folder", Changed: ChangedSome},
		{What: "the service says that the edit was made, but the document does not show it", Server: "no!", Changed: ChangedSome},
	} {
		s := e.Error()
		for _, next := range []string{" It is not known", " A part"} {
			if before, _, found := strings.Cut(s, next); found && !strings.ContainsAny(before[len(before)-1:], ".!") || strings.Contains(s, "..") {
				t.Errorf("%q", s)
			}
		}
	}
}
