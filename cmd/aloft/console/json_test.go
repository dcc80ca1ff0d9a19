package console

import "testing"

// Foreign text does nothing to the terminal that JSON is shown on; a pipe gets it
// as it is.
func TestJSONOnTerminal(t *testing.T) {
	for shown, want := range map[bool]string{false: "\"<\u009b2J\u202e>\"\n", true: `"<\u009b2J\u202e>"` + "\n"} {
		if got, err := Document("<\u009b2J\u202e>", shown); string(got) != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// The order and the texts are a contract: an address keeps its "&".
func TestObjectKeepsItsOrder(t *testing.T) {
	var o Object
	o.Add("name", "b<&>")
	o.AddText("none", "")
	o.AddText("address", "https://e.example/?a=1&b=2")
	o.Add("count", 3)
	got, err := Document(&o, false)
	if want := `{"name":"b<&>","address":"https://e.example/?a=1&b=2","count":3}` + "\n"; string(got) != want || err != nil {
		t.Errorf("it became %s, %v, want %s", got, err, want)
	}
}
