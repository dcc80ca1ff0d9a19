package preview

import (
	"strings"

	"aloft/model/markdown"
)

// partSize is the length in bytes from which on a section is split at the next
// paragraph: what is rendered at a time.
const partSize = 8 << 10

// partsOf splits Markdown between paragraphs, not within code, tables or the items
// of a list, so that each part can be rendered without the others. There is at
// least one.
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
