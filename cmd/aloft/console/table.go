package console

import (
	"cmp"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Table prints rows with their columns aligned.
func (con *Console) Table(rows [][]string, right ...bool) error {
	return con.Lines(Aligned(rows, right...))
}

// Aligned are rows as lines. Columns marked in right are right-aligned.
func Aligned(rows [][]string, right ...bool) []string {
	var out []string
	var width []int
	for _, r := range rows {
		for i, s := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], model.Width(s))
		}
	}
	for _, r := range rows {
		var b strings.Builder
		for i, s := range r {
			pad := strings.Repeat(" ", width[i]-model.Width(s))
			switch {
			case i < len(right) && right[i]:
				b.WriteString(pad + s)
			case i == len(r)-1:
				b.WriteString(s)
			default:
				b.WriteString(s + pad)
			}
			if i < len(r)-1 {
				b.WriteString("  ")
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

// Show prints JSON, or rows; without any it says none beside the output.
func (con *Console) Show(f Format, v any, none text.Text, rows [][]string, right ...bool) error {
	switch {
	case f.JSON:
		return con.Encode(v)
	case len(rows) == 0 && none != "":
		con.WarnLine(con.Say(none))
		return nil
	}
	return con.Table(rows, right...)
}

// Rows is List with the lines of a table.
func Rows[T, J any](con *Console, f Format, all []T, toJSON func(T) J, row func(T) []string) error {
	var rows [][]string
	err := List(con, f, all, toJSON, func(v T) error { rows = append(rows, row(v)); return nil })
	return cmp.Or(err, con.Table(rows))
}
