package kit

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
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

// SpreadColoured is Spread for a line with the colours of its program. It begins with those of the lines before it,
// which after gives for the next one, and ends without any.
func SpreadColoured(r model.Ruler, line, state string, stop int) (out, after string) {
	at := 0
	return text.SGRLine(line, state, func(s string) string {
		pad := at % stop // tabs count from the start of the line
		s = Spread(r, strings.Repeat(" ", pad)+s, stop)[pad:]
		at += r.Width(s)
		return s
	})
}
