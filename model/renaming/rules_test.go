package renaming

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"aloft/model"
)

var photo = Entry{Name: "IMG_0042.JPG", Parent: "Holiday", Modified: time.Date(2026, 8, 2, 14, 5, 9, 0, time.UTC)}

func TestPatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		"":                     "IMG_0042.JPG",
		"x{ext}":               "x.JPG",
		"x.{ext}":              "x.JPG",
		"x..{ext}":             "x..JPG",
		"{n}{n}{ext}":          "22.JPG",
		"{n:03}":               "002",
		"{n:3}":                "002",
		"{n:03,10,5}":          "015",
		"{n:0,0}":              "1",
		"{date} {name}":        "2026-08-02 IMG_0042",
		"{date:YYMMDD-hhmmss}": "260802-140509",
		"{date:DD.MM.YYYY}":    "02.08.2026",
		"{parent} {{n}} {{{n}": "Holiday {n}} {2",
		"}":                    "}",
	} {
		r, f := Rules{Pattern: pattern}.Compile()
		if f != nil {
			t.Errorf("%q: %s", pattern, f.Say(nil))
			continue
		}
		if got, f := r.Name(photo, 1); got != want || f != nil {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}

func TestPatternsThatAreNone(t *testing.T) {
	for pattern, want := range map[string]string{
		"{":           "no closing",
		"{name":       "no closing",
		"{}":          "unknown",
		"{nam}":       "{nam} is unknown",
		"{name:3}":    "after a colon",
		"{n:}":        "{n:}: write a number as",
		"{n:-1}":      "write a number as",
		"{n:+1}":      "write a number as",
		"{n:19}":      "write a number as",
		"{n:1,2,3,4}": "write a number as",
		"{n:1,1e9}":   "write a number as",
		"{date:yyyy}": "not \"yyyy\"",
	} {
		if _, f := (Rules{Pattern: pattern}).Compile(); f == nil || !strings.Contains(f.Say(nil), want) {
			t.Errorf("%q: %v", pattern, f)
		}
	}
	if _, f := (Rules{Search: "(", Regexp: true}).Compile(); f == nil || f.Say(nil) != "the regular expression is not valid: missing closing ): `(`" {
		t.Errorf("%v", f)
	}
	for _, pattern := range []string{"{date}", "{parent}"} {
		r, _ := Rules{Pattern: pattern}.Compile()
		if got, f := r.Name(Entry{Name: "a.txt"}, 0); f == nil || got != "" || !strings.Contains(f.Say(nil), `"a.txt"`) {
			t.Errorf("%s where it is not known: %q %v", pattern, got, f)
		}
	}
}

func TestRulesOtherThanThePattern(t *testing.T) {
	folder := Entry{Name: "v1.2 of it", Folder: true}
	for _, row := range []struct {
		e    Entry
		r    Rules
		want string
	}{
		{photo, Rules{Search: "IMG_", Replace: "photo "}, "photo 0042.JPG"},
		{photo, Rules{Search: ".", Replace: "$1"}, "IMG_0042$1JPG"},
		{photo, Rules{Search: `^(\w+)_0*(\d+)`, Replace: "$2-$1", Regexp: true}, "42-IMG.JPG"},
		{photo, Rules{Search: `\d`, Replace: "", Regexp: true}, "IMG_.JPG"},
		{photo, Rules{Case: CaseLower}, "img_0042.jpg"},
		{photo, Rules{Search: "IMG_", Replace: "éa", Case: CaseUpper}, "ÉA0042.JPG"},
		{Entry{Name: "it's ÉTÉ 2nd-hand.tar.gz"}, Rules{Case: CaseTitle}, "It's Été 2nd-Hand.tar.gz"},
		{Entry{Name: " a b  .txt"}, Rules{Trim: true}, "a b.txt"},
		{folder, Rules{Pattern: "{name}-{n}{ext}"}, "v1.2 of it-1"},
		{folder, Rules{Pattern: "x.{ext}", Case: CaseTitle}, "X"},
		{Entry{Name: ".bashrc"}, Rules{Pattern: "{n}{ext}"}, "1"},
	} {
		r, f := row.r.Compile()
		if f != nil {
			t.Fatal(f.Say(nil))
		}
		if got, f := r.Name(row.e, 0); got != row.want || f != nil {
			t.Errorf("%q by %+v: %q, want %q", row.e.Name, row.r, got, row.want)
		}
	}
}

// The pattern that a form begins with changes nothing, and no name is taken for
// placeholders.
func TestNamesAreNotRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Entry{Name: rapid.StringMatching(`[a{}n:.$ é\n]{1,12}`).Draw(t, "name"), Folder: rapid.Bool().Draw(t, "folder")}
		for _, r := range []Rules{{}, {Pattern: "{name}.{ext}"}, {Search: "b", Replace: "{n}"}, {Search: "$^", Regexp: true}} {
			x, f := r.Compile()
			if f != nil {
				t.Fatal(f.Say(nil))
			}
			if got, f := x.Name(e, 3); got != e.Name || f != nil {
				t.Fatalf("%+v makes %q of %q", r, got, e.Name)
			}
		}
		quoted := Rules{Pattern: strings.ReplaceAll(e.Name, "{", "{{")}
		if x, f := quoted.Compile(); f != nil {
			t.Fatal(f.Say(nil))
		} else if got, _ := x.Name(photo, 0); got != e.Name {
			t.Fatalf("%q stands for %q", quoted.Pattern, got)
		}
	})
}

// A counter gives each entry a name of its own.
func TestACounterTellsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom([]string{"{n}", "{n:03}", "x{n:2,7,3}{ext}", "{name}{n:18,999999999,999999999}"}).Draw(t, "pattern")
		r, f := Rules{Pattern: pattern}.Compile()
		if f != nil {
			t.Fatal(f.Say(nil))
		}
		a, b := rapid.IntRange(0, 1_000_000).Draw(t, "a"), rapid.IntRange(0, 1_000_000).Draw(t, "b")
		x, _ := r.Name(photo, a)
		y, _ := r.Name(photo, b)
		if (x == y) != (a == b) {
			t.Fatalf("%d and %d: %q and %q", a, b, x, y)
		}
	})
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{Unchanged, "{n:03,10,5}.{ext}", "{{{date:YYYY}", "{", "{n:999999999999999999999}", "{date:}"} {
		f.Add(s, "a.b", "[", "$1")
	}
	f.Fuzz(func(t *testing.T, pattern, name, search, replace string) {
		for _, r := range []Rules{{Pattern: pattern}, {Pattern: pattern, Search: search, Replace: replace, Case: CaseTitle, Trim: true}} {
			x, f := r.Compile()
			if f != nil {
				if f.Say(nil) == "" {
					t.Error("a fault that says nothing")
				}
				continue
			}
			got, f := x.Name(Entry{Name: name, Parent: "p", Modified: photo.Modified}, 1)
			if f != nil {
				t.Errorf("%+v of %q: %s", r, name, f.Say(nil))
			}
			if r.Search == "" && !r.Trim && !strings.ContainsAny(pattern, "{}") && pattern != "" && got != pattern {
				t.Errorf("%q stands for %q", pattern, got)
			}
		}
		if back, ok := Unescape(Escape(name)); back != name || !ok {
			t.Errorf("%q comes back as %q", name, back)
		}
		if s := Escape(name); strings.ContainsAny(s, "\x00\x1b\t\r\n") || model.Clean(name) == name && !strings.Contains(name, `\`) && s != name {
			t.Errorf("%q is written %q", name, s)
		}
	})
}
