package dialog

import (
	"strings"
	"testing"

	"aloft/model"
)

// The rows of a picker are in columns, keys before the text or after it. A row that needs more room leaves the columns;
// nothing is cut while there is room for all of it.
func TestColumnsOfAPicker(t *testing.T) {
	env := testEnv(t)
	keys := []string{"j", "g=", "PgDn, Ctrl-F, Ctrl-D", "退格"}
	texts := []string{"down", "show this pane's folder in the other pane", "文件夹里的所有文件", ""}
	for _, first := range []bool{true, false} {
		p := NewPicker(env, "Keys", "> ", "", "")
		var rows []PickerRow
		for _, k := range keys {
			for _, s := range texts {
				if first {
					rows = append(rows, PickerRow{First: k, Text: s})
				} else {
					rows = append(rows, PickerRow{Text: s, Last: k, LastKey: true})
				}
			}
		}
		p.SetRows(rows)
		for w := 8; w < 90; w++ {
			for i, r := range rows {
				l, at := p.draw(i, w)
				if got := env.Ruler.Width(l.text); got > w {
					t.Fatalf("%d wide on %d: %q", got, w, l.text)
				}
				key, text := r.First+r.Last, r.Text
				whole := strings.Contains(l.text, key) && strings.Contains(l.text, text)
				if fits := model.Width(key)+columnGap+model.Width(text) <= w && (first || model.Width(key) <= w/2); whole != fits {
					t.Errorf("on %d, whole %v: %q", w, whole, l.text)
				}
				if got := l.text[at[0]:at[1]]; whole && got != key {
					t.Errorf("on %d, the key is %q in %q", w, got, l.text)
				}
			}
		}
		for i, want := range map[int]string{0: "                 j  down", 12: "              退格  down"} {
			if l, _ := p.draw(i, 70); first && l.text != want {
				t.Errorf("%q, want %q", l.text, want)
			}
		}
		if l, _ := p.draw(0, 70); !first && l.text != "down"+strings.Repeat(" ", 38)+"j" {
			t.Errorf("%q", l.text)
		}
	}
}
