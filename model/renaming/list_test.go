package renaming

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the names are, the list comes back as it was, in any order and with
// lines taken out.
func TestListComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.StringN(1, 12, -1), 1, 120).Draw(t, "names")
		folders := make([]string, len(names))
		for i := range folders {
			folders[i] = rapid.SampledFrom([]string{"drive:/a", "drive:/\x1b\n1\tb"}).Draw(t, "folder")
		}
		var lines []string
		for l := range strings.Lines(Draft(nil, names, folders)) {
			if !strings.HasPrefix(l, "#") {
				lines = append(lines, l)
			}
		}
		lines = rapid.Permutation(lines).Draw(t, "order")
		out := rapid.IntRange(0, len(lines)).Draw(t, "taken out")
		ending := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "ending")
		e := Read(strings.ReplaceAll(strings.Join(lines[out:], ""), "\n", ending), len(names))
		if bad, _ := e.Wrong(); len(bad) > 0 {
			t.Fatalf("%q", bad)
		}
		left := 0
		for i, got := range e.Names {
			if got == names[i] {
				left++
			} else if got != "" {
				t.Fatalf("%q came back as %q", names[i], got)
			}
		}
		if left != len(lines)-out || e.Empty() != (left == 0) {
			t.Fatalf("%d of %d names came back, empty %v", left, len(lines)-out, e.Empty())
		}
	})
}

func TestListSaysFolders(t *testing.T) {
	if s := Draft(nil, []string{"a", "b"}, []string{"x", "x"}); strings.Contains(s, "# x") {
		t.Error(s)
	}
	s := Draft(nil, []string{"a", "b", "c\td"}, []string{"x", "y\x1b", "y\x1b"})
	if !strings.HasSuffix(s, "# x\n1\ta\n# y\uFFFD\n2\tb\n3\tc\\td\n") {
		t.Error(s)
	}
}

// Each fault stands above its line, and goes when the line is right.
func TestListFaults(t *testing.T) {
	list := "# mine\n1\ta\nwhat\n9\tb\n1\tc\n2\t\n3\tx\\\n4\tb\n5\ta\n6\tbad\n"
	old := []string{"1", "2", "3", "4", "5", "6", "b"}
	e := Read(list, len(old))
	ws := make([]Wish, len(old))
	for i := range ws {
		ws[i] = NewWish("f", old[i], e.Names[i])
	}
	legal := func(s string) error {
		if s == "bad" {
			return errors.New("that is bad")
		}
		return nil
	}
	e.Check(ws, nil, legal, error.Error)
	got := e.Again(nil)
	want := "# mine\n1\ta\n" +
		"#! this line does not begin with a number and a tab\nwhat\n" +
		"#! no line 9 (the list has 7)\n9\tb\n" +
		"#! the number 1 is on two lines\n1\tc\n" +
		"#! the name is missing; to keep the old name, remove the line\n2\t\n" +
		"#! write a backslash as \\\\\n3\tx\\\n" +
		"#! b: the name is taken\n4\tb\n" +
		"#! another line also has the name a\n5\ta\n" +
		"#! that is bad\n6\tbad\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	lines, faults := e.Wrong()
	if len(lines) != 8 || len(faults) != 8 || lines[7] != "6\tbad" || e.Empty() {
		t.Errorf("%q", lines)
	}
	again := Read(got, len(old))
	if s := again.Again(nil); strings.Contains(s, "that is bad") || !strings.Contains(s, "#! the number 1 is on two lines\n1\tc\n") {
		t.Errorf("what was said of a line stays for ever:\n%s", s)
	}
}

func TestCheck(t *testing.T) {
	held := func(folder, name string) int {
		return map[string]int{"f/a": 1, "f/b": 1, "f/c": 1, "f/d": 1, "f/twin": 2}[folder+"/"+name]
	}
	legal := func(s string) error {
		if s == "" {
			return errors.New("empty")
		}
		return nil
	}
	for _, row := range []struct {
		ws   string // folder/old>new …
		want []Flag
	}{
		{"f/a>b f/b>a", []Flag{Fine, Fine}}, // they change places
		{"f/a>b f/b>c f/c>a", []Flag{Fine, Fine, Fine}},
		{"f/a>b f/b>b", []Flag{Taken, Same}},
		{"f/a>d g/d>x", []Flag{Taken, Fine}},
		{"f/a>x f/b>x g/b>x", []Flag{Fine, Twice, Fine}},
		{"f/a> f/b>d", []Flag{Illegal, Taken}},
		{"f/twin>x f/a>twin", []Flag{Fine, Taken}}, // one of two stays
	} {
		var ws []Wish
		for _, s := range strings.Fields(row.ws) {
			at, name, _ := strings.Cut(s, ">")
			folder, old, _ := strings.Cut(at, "/")
			ws = append(ws, Wish{folder, old, name})
		}
		if got := Check(ws, held, legal); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.ws, got, row.want)
		}
	}
}

func BenchmarkTenThousandNames(b *testing.B) {
	ws := make([]Wish, 10_000)
	r, _ := Rules{Pattern: "{date} {name}-{n:05}{ext}", Search: `(\d+)`, Replace: "<$1>", Regexp: true, Case: CaseTitle, Trim: true}.Compile()
	for b.Loop() {
		for i := range ws {
			e := photo
			e.Name = fmt.Sprintf("photo %d.jpg", i)
			ws[i] = Wish{"f", e.Name, ""}
			ws[i].New, _ = r.Name(e, i)
		}
		Check(ws, func(string, string) int { return 0 }, func(string) error { return nil })
	}
}
