package disk

import (
	"io/fs"
	"strings"
)

// modeWords writes a mode as ls -l does.
func modeWords(m fs.FileMode) string {
	b := []byte(m.Perm().String())
	switch b[0] = strings.ToLower(m.Type().String())[0]; {
	case m&fs.ModeCharDevice != 0:
		b[0] = 'c'
	case m&fs.ModeDevice != 0:
		b[0] = 'b'
	}
	for i, special := range []fs.FileMode{fs.ModeSetuid, fs.ModeSetgid, fs.ModeSticky} {
		if at := 3 * (i + 1); m&special != 0 {
			letters := "SST"
			if b[at] == 'x' {
				letters = "sst"
			}
			b[at] = letters[i]
		}
	}
	return string(b)
}
