package palette

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// The table of keys stays one in each language: all rows are equally wide, the second column
// begins in the same cell, and on 80 columns nothing is cut.
func TestTheTableStaysOne(t *testing.T) {
	zh, err := text.Speaking("zh-Hans")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []keys.Context{keys.InPane, keys.InHook, keys.InPlan, keys.InBin, keys.InDelivery} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {50, 16}} {
			e := helpEnv(keys.Default())
			e.Text = zh
			d := Help(e, c)
			rows := map[string]bool{}
			for range 12 {
				all := strings.Split(strings.TrimSuffix(shown(d, size[0], size[1]), "\n"), "\n")
				width := model.Width(all[0])
				for _, l := range all {
					if model.Width(l) != width {
						t.Fatalf("%s at %v: %d cells, want %d: %q", c, size, model.Width(l), width, l)
					}
					if size[0] > 50 && strings.Contains(strings.Trim(l, "+-| "), "..") {
						t.Errorf("%s at %v is cut: %q", c, size, l)
					}
					rows[l] = true
				}
				d.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
			}
			if len(rows) < 10 {
				t.Errorf("%s at %v: %d rows", c, size, len(rows))
			}
			starts := map[int][]string{} // by the cell that titles begin in
			for l := range rows {
				for _, doc := range keys.Default().Docs(c) {
					title := zh.Say(doc.Title)
					i := strings.Index(l, "  "+title+"  ")
					if i < 0 {
						continue
					}
					if strings.Trim(l[:i], "|> ") != "" { // else it is a heading
						n := max(1, min((size[0]-4)/helpCell, 3)) // columns
						at := model.Width(l[:i]) % ((size[0] - 4) / n)
						starts[at] = append(starts[at], l)
					}
					break
				}
			}
			column := 0
			for at, all := range starts {
				if column == 0 || len(all) > len(starts[column]) {
					column = at
				}
			}
			for at, all := range starts {
				for _, l := range all { // only keys that are wider than their column push a title
					if at < column || at > column && strings.HasPrefix(strings.Trim(l, "|>"), "    ") {
						t.Errorf("%s at %v: the column is at %d, not at %d: %q", c, size, at, column, l)
					}
				}
			}
			if column == 0 {
				t.Errorf("%s at %v: no titles are shown", c, size)
			}
		}
	}
}
