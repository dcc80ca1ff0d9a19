package dialog

import (
	"image"
	"strings"

	"aloft/model/text"
	"aloft/themes"
)

// face is a button as it is drawn.
type face struct {
	label  string // clean
	danger bool
}

// buttonRows puts buttons side by side, as many as fit in a row, and returns their cells. focus is the index of the
// focused one.
func buttonRows(env *Env, faces []face, focus, width int) (rows []string, cells []image.Rectangle) {
	st, r := env.Styles, env.Ruler
	labels, all := make([]string, len(faces)), 0
	for i, f := range faces {
		labels[i] = r.TruncateEnd(f.drawn(env, i == focus), width)
		all += r.Width(labels[i])
	}
	gap := 3
	if all+gap*(len(faces)-1) > width {
		gap = 1
	}
	row, used := "", 0
	end := func() {
		rows = append(rows, row+some(st.DialogText, strings.Repeat(" ", max(width-used, 0))))
		row, used = "", 0
	}
	for i, f := range faces {
		w := r.Width(labels[i])
		if used > 0 && used+gap+w > width {
			end()
		}
		if used > 0 {
			row += st.DialogText.Render(strings.Repeat(" ", gap))
			used += gap
		}
		style := st.DialogButton
		switch {
		case f.danger && i == focus:
			style = st.DialogButtonDangerFocus
		case f.danger:
			style = st.DialogButtonDanger
		case i == focus:
			style = st.DialogButtonFocus
		}
		cells = append(cells, image.Rect(used, len(rows), used+w, len(rows)+1))
		row += style.Render(labels[i])
		used += w
	}
	end()
	return rows, cells
}

// drawn is the text of a button. Without a ground of its own it has brackets. The focused one has a mark, since not
// everybody sees colours.
func (f face) drawn(env *Env, focused bool) string {
	label := text.Capital(f.label)
	switch ground := themes.Ground(env.Styles.DialogButton); {
	case ground && focused:
		return env.Styles.Glyphs.Cursor + " " + label + "  "
	case ground:
		return "  " + label + "  "
	case focused:
		return "[>" + label + "<]"
	}
	return "[ " + label + " ]"
}
