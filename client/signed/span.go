package signed

import (
	"strconv"
	"strings"

	"aloft/model"
)

// ContentRange parses "bytes 5-9/10" and "bytes */10"; a total of * is unknown (RFC
// 9110, section 14.4).
func ContentRange(v string) (first, total int64, ok bool) {
	total = model.Unknown
	rest, found := strings.CutPrefix(strings.TrimSpace(v), "bytes ")
	span, of, slash := strings.Cut(rest, "/")
	if !found || !slash {
		return 0, total, false
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(of), 10, 64); err == nil && n >= 0 {
		total = n
	}
	from, _, dash := strings.Cut(span, "-")
	first, err := strconv.ParseInt(strings.TrimSpace(from), 10, 64)
	return first, total, dash && err == nil && first >= 0
}
