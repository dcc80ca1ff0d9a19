package model

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func fitSamples() []string {
	return []string{
		"", "a", "report.txt", "a-very-long-name-of-a-report-0001.docx", "archive.2025-11-21.tar.gz", ".bashrc", "no extension here",
		"季度报告最终版本第三稿.docx", "照片", "한국어 이름.txt", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦 family.jpg", "🇩🇪🇨🇳🇯🇵 flags.png", "❤️‍🔥1️⃣👍🏽.gif",
		"re\u0301sume\u0301 e\u0301e\u0301e\u0301.pdf", "क्षत्रिय.txt", "a\u0301\u0302\u0303\u0304b", "x.averyveryverylongextensionindeed", "..", "a.", "Mr. Smith and others", "ไฟล์ภาษาไทย.doc", "مستند.txt",
	}
}

// At every width, by both ways of measuring, a fitted text is exactly as wide as
// asked, a truncated one at most, and neither breaks a character.
func TestFitAtEveryWidth(t *testing.T) {
	for _, r := range []Ruler{{}, {Wc: true}, {Ellipsis: "~"}, {Wc: true, Ellipsis: "..."}} {
		for _, s := range fitSamples() {
			full := r.Width(s)
			for w := 0; w <= full+3; w++ {
				for name, got := range map[string]string{"Fit": r.Fit(s, w), "FitRight": r.FitRight(s, w)} {
					if r.Width(got) != w || !utf8.ValidString(got) {
						t.Fatalf("%+v %s(%q, %d) = %q of width %d", r, name, s, w, got, r.Width(got))
					}
				}
				for name, got := range map[string]string{"Truncate": r.Truncate(s, w), "TruncateEnd": r.TruncateEnd(s, w), "TruncateStart": r.TruncateStart(s, w)} {
					if r.Width(got) > w || w >= full && got != s {
						t.Fatalf("%+v %s(%q, %d) = %q of width %d", r, name, s, w, got, r.Width(got))
					}
				}
			}
		}
	}
}

// Widths must be the renderer's, or panes would shift.
func TestWidthIsTheRenderers(t *testing.T) {
	for _, s := range fitSamples() {
		if Width(s) != ansi.StringWidth(s) || (Ruler{Wc: true}).Width(s) != ansi.StringWidthWc(s) {
			t.Errorf("%q: %d and %d, the renderer has %d and %d", s, Width(s), Ruler{Wc: true}.Width(s), ansi.StringWidth(s), ansi.StringWidthWc(s))
		}
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		s    string
		w    int
		want string
	}{
		{"report.txt", 10, "report.txt"},
		{"a-very-long-report-0001.docx", 20, "a-very-lon…0001.docx"},
		{"a-very-long-report-0002.docx", 12, "a-ve…02.docx"},
		{"archive.2025-11-21.tar.gz", 18, "archive…-21.tar.gz"},
		{"no extension here", 10, "no ext…ere"},
		{"x.averyveryverylongextension", 12, "x.averyv…ion"}, // no room for such an extension
		{"季度报告最终版本.docx", 12, "季度…本.docx"},
		{"👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.jpg", 9, "👨‍👩‍👧👨‍👩‍👧….jpg"},
		{"name.txt", 1, "…"},
		{"name.txt", 2, "n…"},
		{"中文", 1, "…"},
		{"中文", 0, ""},
	} {
		got := Ruler{}.Truncate(c.s, c.w)
		if Width(got) > c.w {
			t.Errorf("%q at %d: %q is too wide", c.s, c.w, got)
		}
		if got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.s, c.w, got, c.want)
		}
	}
	if got := (Ruler{}).TruncateStart("drive: › Photos › 2025 › Summer", 14); got != "…2025 › Summer" {
		t.Errorf("%q", got)
	}
	if got := TruncateEnd("the service did not answer", 10); got != "the servi…" {
		t.Errorf("%q", got)
	}
}

func TestExtension(t *testing.T) {
	for name, want := range map[string]string{"a.txt": ".txt", "a.tar.gz": ".tar.gz", ".tar.gz": ".gz", ".bashrc": "", "a": "", "a.": "", "v1. draft": "", "中.文": ".文"} {
		if got := Extension(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestFitProperty(t *testing.T) {
	samples := fitSamples()
	rapid.Check(t, func(t *rapid.T) {
		s := Clean(rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(samples), 0, 3).Draw(t, "parts"), "")
		})).Draw(t, "s"))
		w := rapid.IntRange(0, 40).Draw(t, "w")
		for _, r := range []Ruler{{}, {Wc: true}, {Ellipsis: "~"}} {
			if got := r.Fit(s, w); r.Width(got) != w {
				t.Fatalf("%+v: %q at %d: %q of width %d", r, s, w, got, r.Width(got))
			}
		}
	})
}

func BenchmarkFit(b *testing.B) {
	for _, s := range []string{"IMG_20250102_holiday.jpeg", "IMG_20250102_holiday_of_the_whole_family.jpeg", "季度报告最终版本第三稿修改之后.docx"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				Fit(s, 30)
			}
		})
	}
}
