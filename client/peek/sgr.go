package peek

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// maxColoured is how many bytes all lines may have with their colours.
const maxColoured = 4 << 20

// coloured are the lines of what a command has printed: clean text with SGR
// sequences, and nothing else. nil = it would become too much.
func coloured(s string) []string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	plain := func(s string) string { return model.Clean(strings.ReplaceAll(s, "\t", "    ")) }
	state, all := "", 0
	for i, line := range lines {
		lines[i], state = text.SGRLine(strings.TrimSuffix(line, "\r"), state, plain)
		if all += len(lines[i]); all > maxColoured {
			return nil
		}
	}
	return lines
}
