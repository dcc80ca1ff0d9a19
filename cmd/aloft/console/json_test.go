package console

import "testing"

// Foreign text does nothing to the terminal that JSON is shown on; a pipe gets it
// as it is.
func TestJSONOnTerminal(t *testing.T) {
	for shown, want := range map[bool]string{false: "\"<\u009b2J\u202e>\"\n", true: `"<\u009b2J\u202e>"` + "\n"} {
		if got, err := jsonDocument("<\u009b2J\u202e>", shown); string(got) != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}
