package model

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	const x = string(Shown)
	for _, c := range []struct{ name, in, want string }{
		{"plain", "report (final) v2.txt", "report (final) v2.txt"},
		{"empty", "", ""},
		{"escape sequences", "a\x1b[2Jb\x1b]52;c;eA==\x07", "a" + x + "[2Jb" + x + "]52;c;eA==" + x},
		{"C0", "a\x00b\tc\nd\re", "a" + x + "b" + x + "c" + x + "d" + x + "e"},
		{"DEL", "a\x7fb", "a" + x + "b"},
		{"C1 as UTF-8", "a\u009b31mb\u0085", "a" + x + "31mb" + x},
		{"C1 as bytes", "a\x9b31m", "a" + x + "31m"},
		{"bidi", "exe.\u202etxt.\u2066a\u2069\u200e\u200f\u061c", "exe." + x + "txt." + x + "a" + x + x + x + x},
		{"separators", "a\u2028b\u2029c", "a" + x + "b" + x + "c"},
		{"zero width", "a\u200bb\ufeffc\u2060d\u00ade", "a" + x + "b" + x + "c" + x + "d" + x + "e"},
		{"tags", "a\U000e0041\U000e007f", "a" + x + x},
		{"fillers", "\u3164\uffa0\u115f\u1160", x + x + x + x},
		{"blank Braille", "\u2800a", x + "a"},
		{"broken UTF-8", "a\xffb\xc3", "a" + x + "b" + x},
		{"surrogates", "\xed\xa0\x80", x + x + x},
		{"no characters", "\uffff\U0001fffe\ufdd0", x + x + x},
		{"Chinese", "季度报告（最终）.docx", "季度报告（最终）.docx"},
		{"kana with sound mark", "か\u3099", "か\u3099"},
		{"accent", "re\u0301sume\u0301", "re\u0301sume\u0301"},
		{"emoji family", "👨‍👩‍👧‍👦.jpg", "👨‍👩‍👧‍👦.jpg"},
		{"emoji with selector", "❤️‍🔥 ✈️ 1️⃣ 🏳️‍🌈", "❤️‍🔥 ✈️ 1️⃣ 🏳️‍🌈"},
		{"flag", "🇩🇪🇨🇳", "🇩🇪🇨🇳"},
		{"skin", "👍🏽", "👍🏽"},
		{"Persian non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"Hindi joiner", "क्\u200dष", "क्\u200dष"},
		{"joiner between Latin letters", "a\u200db\u200cc", "a" + x + "b" + x + "c"},
		{"joiner at the end", "👨\u200d", "👨" + x},
		{"selector on a letter", "a\ufe0fb", "a" + x + "b"},
		{"ideographic variation", "葛\U000e0100", "葛\U000e0100"},
		{"variation without ideograph", "a\U000e0100", "a" + x},
		{"mark without letter", "\u0301a", x + "a"},
		{"replacement character itself", "a\ufffd", "a\ufffd"},
		{"private use", "\uf8ff", "\uf8ff"},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	tower := "a" + strings.Repeat("\u0301", 50)
	if n := strings.Count(Clean(tower), "\u0301"); n != marksInARow {
		t.Errorf("a tower of %d marks came through", n)
	}
}

// FuzzClean checks that no control character, direction mark or broken byte comes
// through, and that cleaning twice changes nothing.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\x1b[31m", "👨‍👩‍👧", "a\u200d", "\u0301", "\xff\xfe", "क्\u200d\u200dष", "1\ufe0f\u20e3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Clean(s)
		if !utf8.ValidString(c) {
			t.Fatalf("%q became %q", s, c)
		}
		for _, r := range c {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\u200b' || r == '\ufeff' {
				t.Fatalf("%q became %q with %U", s, c, r)
			}
		}
		if again := Clean(c); again != c {
			t.Fatalf("%q became %q, then %q", s, c, again)
		}
		if n, m := utf8.RuneCountInString(s), utf8.RuneCountInString(c); n != m {
			t.Fatalf("%q has %d characters, %q has %d", s, n, c, m)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	for _, s := range []string{"IMG_20250102_holiday.jpeg", "照片 夏天 2025.jpg", "résumé.pdf"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				Clean(s)
			}
		})
	}
}

// What belongs to a name stays, what hides or turns it is an underscore.
func TestCleanFile(t *testing.T) {
	england := "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"
	for name, want := range map[string]string{
		"plain.txt":                    "plain.txt",
		"א\u200e1":                     "א\u200e1",
		"a\u200fb":                     "a\u200fb",
		"a\u061cb":                     "a\u061cb",
		"so\u00adft":                   "so\u00adft",
		england + ".txt":               england + ".txt",
		england[:len(england)-4] + "x": "\U0001F3F4_____x",
		"a\U000E0067\U000E007F":        "a__",
		"\U0001F3F4\U000E007F":         "\U0001F3F4_",
		"می\u200cخ":                    "می\u200cخ",
		"a\u200cb":                     "a_b",
		"\U0001F468\u200d\U0001F469":   "\U0001F468\u200d\U0001F469",
		"\u0300lead":                   "\u0300lead",
		"\u202egnp.exe":                "_gnp.exe",
		"zero\u200bwidth":              "zero_width",
		"\ufeffbom":                    "_bom",
		"new\nline\x1b[m":              "new_line_[m",
		"\u2028ls":                     "_ls",
	} {
		if got := CleanFile(name); got != want {
			t.Errorf("%+q: %+q, want %+q", name, got, want)
		}
	}
}
