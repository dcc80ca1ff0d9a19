package console

import (
	"os"
	"testing"
)

// What would act on a terminal may reach one through a pipe; the rest of a name
// keeps its bytes.
func TestANameInAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	con := &Console{Stdout: w}
	for name, want := range map[string]string{
		"plain":           "plain",
		"tab\t.zip":       "tab\ufffd.zip",
		"a\nb":            "a\ufffdb",
		"\x1b[31mred":     "\ufffd[31mred",
		"\u009b31mred":    "\ufffd31mred", // CSI as one character
		"\u009d0;title":   "\ufffd0;title",
		"line\u2028break": "line\ufffdbreak",
		"\u202egpj":       "\u202egpj",
		"\xff":            "\xff",
		"":                "\ufffd",
	} {
		if got := con.Name(name); got != want {
			t.Errorf("%q is written as %q, want %q", name, got, want)
		}
	}
}
