package edits

import (
	"testing"

	"aloft/model"
)

// Each edit of package model can be planned, and its visible effect is checked.
func TestEveryEditHasItsKind(t *testing.T) {
	for _, s := range model.EditSpecs() {
		k := kinds[s.Kind]
		if k.plan == nil || len(k.tools) == 0 || k.reads == 0 {
			t.Errorf("%s: %+v", s.Kind, k)
		}
	}
	if len(kinds) != len(model.EditSpecs()) {
		t.Errorf("%d kinds, %d edits", len(kinds), len(model.EditSpecs()))
	}
}
