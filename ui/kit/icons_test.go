package kit

import (
	"slices"
	"testing"

	"golang.org/x/text/width"

	"aloft/model"
	"aloft/themes"
)

func TestClasses(t *testing.T) {
	for name, want := range map[string]Class{
		"a.JPG": Picture, "b.tar.gz": Archive, "Makefile": Other, ".bashrc": Other, "x.go": Code, "song.flac": Media, "plan.docx": Doc, "1.xlsx": Sheet, "t.pptx": Slide, "": Other,
		"n.MD": Text, "city.url": Link, "setup.exe": Program, "ideas.xmind": Drawing,
	} {
		if got := ClassOf(&model.Entry{Name: name, Kind: model.KindFile}); got != want {
			t.Errorf("%s is %d, not %d", name, got, want)
		}
	}
	for want, e := range map[Class]model.Entry{
		Folder: {Name: "a.zip", Kind: model.KindFolder}, Form: {Name: "a.zip", Kind: model.KindForm}, Drawing: {Kind: model.KindMind}, Doc: {Name: "Water bill", Kind: model.KindFile, MIME: "application/pdf"},
		Link: {Name: "a", Kind: model.KindLink}, Broken: {Name: "a", Kind: model.KindLink, Broken: true},
		Program: {Name: "a.sh", Kind: model.KindFile, Runs: true}, Picture: {Name: "a.png", Kind: model.KindFile, Runs: true}, // where all files can be run
	} {
		if got := ClassOf(&e); got != want {
			t.Errorf("%+v is %d, not %d", e, got, want)
		}
	}
}

// Every class has both icons, no two have one, and each takes the same room everywhere: no table of widths has another for
// a sign that is neither wide nor of an ambiguous width, nor ever was an emoji.
func TestIconsTakeTwoCells(t *testing.T) {
	var seen []string
	for c := range classes {
		for _, wc := range []bool{false, true} {
			r := model.Ruler{Wc: wc}
			for _, i := range []Icons{UnicodeIcons, NerdIcons} {
				if s := i.Of(Class(c), r); r.Width(s) != iconWidth {
					t.Errorf("class %d, icons %d: %q is %d wide", c, i, s, r.Width(s))
				}
			}
		}
		if sign := []rune(classes[c].unicode); len(sign) != 1 || width.LookupRune(sign[0]).Kind() != width.Neutral || slices.Contains([]rune("☑☎☔☕♈♿⚓⚡⚽⛄⛎⛔⛪⌚⌛"), sign[0]) {
			t.Errorf("class %d: terminals disagree about %s", c, classes[c].unicode)
		}
		seen = append(seen, classes[c].unicode, classes[c].nerd)
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n != 2*int(Classes) {
		t.Errorf("%d icons for %d classes", n, Classes)
	}
	if s := NoIcons.Of(Folder, model.Ruler{}); s != "" {
		t.Errorf("%q", s)
	}
}

// Each class has a role of its own in every theme.
func TestClassesHaveColours(t *testing.T) {
	th, err := themes.Load("nord")
	if err != nil {
		t.Fatal(err)
	}
	st, seen := th.Styles(4), map[string]Class{}
	for c := range Classes {
		s := c.Style(st).Render("x")
		if other, ok := seen[s]; ok && other != Other { // a text is as anything else
			t.Errorf("%d and %d are both %q", c, other, s)
		}
		seen[s] = c
	}
}
