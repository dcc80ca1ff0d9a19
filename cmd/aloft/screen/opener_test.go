package screen

import (
	"strings"
	"testing"

	"aloft/client/config"
)

// The nearest rule counts: the extension, then the type, then its first half, then all.
func TestWhichRule(t *testing.T) {
	o := &opener{}
	c := config.Default()
	if o.configured(c); o.Any() {
		t.Error("there is a rule")
	}
	for of, words := range map[string]string{"pdf": "zathura {} &", ".tex": "tex", "image/*": "feh", "image/png": "pngs", "md": ""} {
		list := strings.Fields(words)
		c.Open[of] = &list
	}
	for _, one := range []struct{ name, mime, want string }{
		{"a.pdf", "", "zathura {} &"}, {"A.PDF", "", "zathura {} &"}, {"b.tex", "", "tex"}, {"b.png", "", "pngs"}, {"b.gif", "", "feh"},
		{"b", "image/webp; x=y", "feh"}, {"a.pdf", "image/png", "zathura {} &"}, {"c.txt", "", ""}, {"pdf", "", ""}, {"d.md", "", ""}, {"", "", ""},
	} {
		if got, ok := o.Rule(one.name, one.mime); strings.Join(got, " ") != one.want || ok != (one.want != "") {
			t.Errorf("%s %s: %q, want %q", one.name, one.mime, got, one.want)
		}
	}
	all := []string{"see"}
	c.Open["*"] = &all
	if got, _ := o.Rule("c.txt", ""); len(got) != 1 || got[0] != "see" {
		t.Errorf("everything else: %q", got)
	}
}
