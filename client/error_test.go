package client

import (
	"strings"
	"testing"

	"aloft/model/text"
)

// What follows a sentence stands apart from it, whether or not that ends in a full stop.
func TestSentencesOfAnErrorAreApart(t *testing.T) {
	for _, e := range []*Error{
		{What: text.EditsUnseen, Changed: ChangedMaybe, Hint: text.EditsUnseenHint},
		{What: text.DriveTaken, Changed: ChangedSome},
		{What: text.EditsUnseen, Server: "no!", Changed: ChangedSome},
	} {
		s := e.Error()
		for _, next := range []string{" It is not known", " A part"} {
			if before, _, found := strings.Cut(s, next); found && !strings.ContainsAny(before[len(before)-1:], ".!") || strings.Contains(s, "..") {
				t.Errorf("%q", s)
			}
		}
	}
}
