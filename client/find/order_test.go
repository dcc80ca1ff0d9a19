package find

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"aloft/model"
)

func TestInOrderIsThatOfTheNames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "A", "ä", "b 2", "b 10", "b 010", "7", "07", "", "文", "-", "\x00"}
	var es []model.Entry
	for i := range 500 {
		kind := model.KindFile
		if r.IntN(3) == 0 {
			kind = model.KindFolder
		}
		es = append(es, model.Entry{ID: fmt.Sprint(i), Kind: kind, Name: parts[r.IntN(len(parts))] + parts[r.IntN(len(parts))]})
	}
	want := slices.Clone(es)
	slices.SortStableFunc(want, func(x, y model.Entry) int {
		rank := map[bool]int{true: 0, false: 1}
		return cmp.Or(cmp.Compare(rank[x.Kind.Container()], rank[y.Kind.Container()]), model.CompareNatural(x.Name, y.Name))
	})
	for i, e := range InOrder(es) {
		if e.ID != want[i].ID {
			t.Fatalf("row %d is %s %q, not %s %q", i, e.ID, e.Name, want[i].ID, want[i].Name)
		}
	}
}
