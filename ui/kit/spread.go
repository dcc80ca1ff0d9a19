package kit

import (
	"strings"

	"aloft/model"
)

// Spread cleans a line and replaces tabs by spaces up to the next multiple of stop.
func Spread(r model.Ruler, line string, stop int) string {
	if !strings.Contains(line, "\t") {
		return model.Clean(line)
	}
	var b strings.Builder
	at := 0
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			n := stop - at%stop
			b.WriteString(strings.Repeat(" ", n))
			at += n
		}
		part = model.Clean(part)
		b.WriteString(part)
		at += r.Width(part)
	}
	return b.String()
}
