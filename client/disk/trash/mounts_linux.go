package trash

import (
	"os"
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
			all = append(all, unescaped(f[4], '\\', 3, 8)) // spaces and some more are octal numbers
		}
	}
	return all
}
