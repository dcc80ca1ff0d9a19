package preview

import (
	"strings"

	"aloft/model/markdown"
)

// partSize is the length in bytes from which a section is split at the next paragraph, so that it is rendered in
// parts.
const partSize = 8 << 10

// partsOf splits Markdown between paragraphs, but not within code, tables or list items, so that each part renders on
// its own. It returns at least one.
func partsOf(md string) []string {
	var out []string
	var fence markdown.Fence
	begin, blank := 0, false
	for at := 0; len(md)-begin > 2*partSize && at < len(md); {
		end := at + strings.IndexByte(md[at:], '\n') + 1
		if end == at {
			end = len(md)
		}
		line := strings.TrimRight(md[at:end], " \t\r\n")
		if blank && at-begin >= partSize && line != "" && line[0] != ' ' && line[0] != '\t' {
			out = append(out, strings.TrimRight(md[begin:at], "\n"))
			begin = at
		}
		blank = !fence.Code(strings.TrimSpace(line)) && line == ""
		at = end
	}
	return append(out, md[begin:])
}
