package kit

import (
	"strings"

	"aloft/model"
)

// Wrap breaks clean text at spaces, between signs of a language that has none, and within words that are too long.
func Wrap(r model.Ruler, s string, width int) []string {
	if width < 1 {
		return nil
	}
	var out []string
	now := ""
	for _, word := range strings.Fields(s) {
		blank := " "
		for _, w := range model.Pieces(word) {
			for {
				with := w
				if now != "" {
					with = now + blank + w
				}
				if r.Width(with) <= width {
					now = with
					break
				}
				if now != "" {
					out, now = append(out, now), ""
					continue
				}
				head := model.Ruler{Wc: r.Wc, Ellipsis: " "}.TruncateEnd(w+".", width+1) // which is too wide even if w is by one cell only
				head = strings.TrimSuffix(head, " ")
				if head == "" || len(head) >= len(w) {
					now = w
					break
				}
				out, w = append(out, head), w[len(head):]
			}
			blank = ""
		}
	}
	return append(out, now)
}
