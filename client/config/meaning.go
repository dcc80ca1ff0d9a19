package config

import (
	"maps"
	"slices"
	"strings"

	"aloft/model/lazy"
	"aloft/model/text"
)

// Lines of the sample: a table, a key with what is said behind it, and the rest of that.
var (
	sampleTable = lazy.Regexp(`^#\[([^\]]+)\]`)
	sampleKey   = lazy.Regexp(`^#([a-z_]+) = .*?(?:\s+# (.*))?$`)
	sampleMore  = lazy.Regexp(`^\s+# (.*)$`)
)

// Meanings are all that is said about settings, for translators.
func Meanings() []text.Text { return slices.Collect(maps.Values(meanings())) }

// meanings are what the sample says about each setting, by its path: the lines above the
// key, which count for the keys below them too, and what stands behind it.
func meanings() map[string]text.Text {
	out := map[string]text.Text{}
	var table []string
	above, key := "", "" // key: the setting of the line before
	for l := range strings.Lines(Sample) {
		l = strings.TrimRight(l, "\n")
		if m := sampleTable().FindStringSubmatch(l); m != nil {
			table, above, key = strings.Split(m[1], "."), "", ""
		} else if m := sampleKey().FindStringSubmatch(l); m != nil {
			s, _, _ := match(append(table[:len(table):len(table)], m[1]))
			key = s.path
			out[key] = text.Text(strings.TrimSpace(above + " " + m[2]))
		} else if m := sampleMore().FindStringSubmatch(l); m != nil {
			out[key] += text.Text(" " + m[1])
		} else if said, ok := strings.CutPrefix(l, "# "); ok {
			if key != "" {
				above, key = "", ""
			}
			above = strings.TrimSpace(above + " " + said)
		} else {
			above, key = "", ""
		}
	}
	return out
}
