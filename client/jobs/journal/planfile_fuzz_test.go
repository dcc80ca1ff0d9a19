package journal

import (
	"bytes"
	"testing"

	"aloft/model"
)

// Whatever a plan's file holds: it is refused, or it is a plan that can be written
// and read again unchanged.
func FuzzPlanFile(f *testing.F) {
	whole, err := EncodePlan(&model.Plan{ID: "1", Op: model.OpMove, Items: []model.Item{{ID: 1, Name: "a", NewName: "b\xff"}, {ID: 2, Name: "\xfe"}}}, own)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{string(whole), "", "null", "{}", `{"items":null}`, `{"items":[{}]}`, `{"items":[null]}`, `[]`, `{"items":[{"raw_name":"/w==","name":"x"}]}`, `{"id":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := DecodePlan(data, own)
		if err != nil {
			return
		}
		one, err := EncodePlan(p, own)
		if err != nil {
			t.Fatal(err)
		}
		q, err := DecodePlan(one, own)
		if err != nil {
			t.Fatalf("%v: %s", err, one)
		}
		two, err := EncodePlan(q, own)
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%v\n%s\n%s", err, one, two)
		}
	})
}

// own leaves accounts as they are.
func own(account string) string { return account }
