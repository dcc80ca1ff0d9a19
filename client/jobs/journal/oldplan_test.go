package journal

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"aloft/model"
)

// A plan stored by an earlier version, with ids pinned to names, is read as it was
// meant, and written again unchanged.
func TestAPlanOfAnEarlierVersion(t *testing.T) {
	b, err := os.ReadFile("testdata/plan-pinned.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := DecodePlan(b, own)
	if err != nil || len(p.Items) != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	in := model.Place{Account: "work", Scheme: model.SchemeDocs}.Join("Plans").JoinPin("twin", "300$a")
	if it := p.Items[0]; !it.Parent.Equal(in) || it.Name != "a/b: c" || it.Pin != "300$b" || !it.Target.Equal(in.Root().JoinPin("twin", "300$c")) || !it.Parent.Valid() {
		t.Errorf("%+v", it)
	}
	if it := p.Items[1]; it.Name != "\xff.txt" || !it.Loose || it.Parent.Pin() != "" {
		t.Errorf("%+v", it)
	}
	again, err := EncodePlan(p, own)
	if err != nil {
		t.Fatal(err)
	}
	var was, is any
	if json.Unmarshal(b, &was) != nil || json.Unmarshal(again, &is) != nil {
		t.Fatal("no JSON")
	}
	x, _ := json.Marshal(was)
	y, _ := json.Marshal(is)
	if string(x) != string(y) {
		t.Errorf("\n%s was written as\n%s", x, y)
	}
}

// A name stored by an earlier version that no place can hold is not read as another
// place, and is never written.
func TestAPlanWithAPlaceThatNoPlaceHolds(t *testing.T) {
	for _, parent := range []string{"drive:/Odd/x\x00keep.txt", `docs:/Odd/\#`} {
		b, err := json.Marshal(map[string]any{"id": "1", "items": []any{map[string]any{"op": "delete", "parent": parent, "name": "x"}}})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := DecodePlan(b, own); err == nil || !strings.Contains(err.Error(), "NUL") && !strings.Contains(err.Error(), "an id must follow") {
			t.Errorf("%q was read as %+v, %v", parent, p, err)
		}
	}
	odd := model.Place{Account: "t", Scheme: model.SchemeDrive}.Join("Odd").Join("")
	if b, err := EncodePlan(&model.Plan{ID: "1", Items: []model.Item{{Parent: odd}}}, own); err == nil {
		t.Errorf("written as %s", b)
	}
}
