package trash

import (
	"os"
	"strconv"
	"strings"
)

// mounts are the tops of all file systems. Those that are mounted when somebody looks at
// them are left alone.
func mounts() []string {
	data, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return []string{"/"}
	}
	return parseMounts(string(data))
}

// parseMounts: the fifth field is the path, and the type is behind a dash.
func parseMounts(s string) []string {
	var all []string
	for line := range strings.Lines(s) {
		before, after, ok := strings.Cut(line, " - ")
		if f := strings.Fields(before); ok && len(f) > 4 && !strings.HasPrefix(after, "autofs ") {
			all = append(all, unescaped(f[4]))
		}
	}
	return all
}

// unescaped: spaces and some more are written as octal numbers.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
