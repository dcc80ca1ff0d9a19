package preview

import (
	"strings"

	"aloft/model/markdown"
)

// minColumn is the least readable width of a table column, in cells. Below it, words are broken several times.
// The widths of the columns of a table that fits are glamour's.
const minColumn = 8

// recorded writes the tables of Markdown as records, a paragraph per row and a line per cell: all tables, or those
// with too many columns for the width.
func recorded(md string, width int, all bool) string {
	if !strings.Contains(md, "|") {
		return md
	}
	var out []string
	var fence markdown.Fence
	lines := strings.Split(md, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if fence.Code(strings.TrimSpace(line)) || i+1 >= len(lines) || !strings.Contains(line, "|") || !tableRule(lines[i+1]) {
			out = append(out, line)
			continue
		}
		head := cells(line)
		if !all && len(head)*minColumn <= width {
			out = append(out, line)
			continue
		}
		for i += 2; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
			for j, cell := range cells(lines[i]) {
				switch {
				case cell == "":
				case j < len(head) && head[j] != "":
					out = append(out, "**"+head[j]+"**: "+cell)
				default:
					out = append(out, cell)
				}
			}
			out = append(out, "")
		}
		i--
	}
	return strings.Join(out, "\n")
}

// cells returns the cells of a table row.
func cells(line string) (out []string) {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	from := 0
	for i := range len(line) {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			out = append(out, strings.TrimSpace(line[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(line[from:]))
}
