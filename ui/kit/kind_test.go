package kit

import (
	"testing"

	"aloft/model"
	"aloft/model/text"
)

func TestKindNamesDiffer(t *testing.T) {
	c, err := text.Speaking(text.English)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]model.Kind{}
	for k := range kindNames {
		w := KindName(c, k)
		if other, ok := seen[w]; ok {
			t.Errorf("%s and %s are both called %q", k, other, w)
		}
		seen[w] = k
	}
}
