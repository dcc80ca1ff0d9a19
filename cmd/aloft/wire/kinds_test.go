package wire

import (
	"slices"
	"testing"

	"aloft/model"
	"aloft/model/text"
)

// The commands about accounts go through the kinds: one that is missing is neither
// shown nor signed in to, and a word that is missing is an empty line.
func TestEveryServiceHasItsKindAndWords(t *testing.T) {
	var all []model.Scheme
	for _, k := range Kinds() {
		all = append(all, k.Scheme)
		if k.open == nil || slices.Contains([]text.Text{k.Name, k.Check, k.Credential, k.Ask, k.Where, k.Stored, k.What, k.Only}, "") {
			t.Errorf("something is missing: %+v", k)
		}
	}
	if want := model.Services(); !slices.Equal(all, want) {
		t.Errorf("the kinds are %q, the services %q", all, want)
	}
}
