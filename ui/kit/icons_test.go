package kit

import (
	"testing"

	"aloft/model"
)

func TestClasses(t *testing.T) {
	for name, want := range map[string]Class{
		"a.JPG": Picture, "b.tar.gz": Archive, "Makefile": Other, ".bashrc": Other, "x.go": Code, "song.flac": Media, "plan.docx": Doc, "1.xlsx": Sheet, "t.pptx": Slide, "": Other,
	} {
		if got := ClassOf(&model.Entry{Name: name, Kind: model.KindFile}); got != want {
			t.Errorf("%s is %d, not %d", name, got, want)
		}
	}
	if got := ClassOf(&model.Entry{Name: "a.zip", Kind: model.KindFolder}); got != Folder {
		t.Errorf("a folder is %d", got)
	}
}

// Every class has both icons, and each takes the same room everywhere.
func TestIconsTakeTwoCells(t *testing.T) {
	for c := range classes {
		for _, wc := range []bool{false, true} {
			r := model.Ruler{Wc: wc}
			for _, i := range []Icons{UnicodeIcons, NerdIcons} {
				if s := i.Of(Class(c), r); r.Width(s) != iconWidth {
					t.Errorf("class %d, icons %d: %q is %d wide", c, i, s, r.Width(s))
				}
			}
		}
	}
	if s := NoIcons.Of(Folder, model.Ruler{}); s != "" {
		t.Errorf("%q", s)
	}
}
