package disk

import (
	"io/fs"
	"testing"
)

// A mode is written as ls -l writes it.
func TestModeWords(t *testing.T) {
	for words, m := range map[string]fs.FileMode{
		"-rw-r--r--": 0o644, "drwxr-x--x": fs.ModeDir | 0o751, "lrwxrwxrwx": fs.ModeSymlink | 0o777, "prw-------": fs.ModeNamedPipe | 0o600,
		"srwxr-xr-x": fs.ModeSocket | 0o755, "crw-rw-rw-": fs.ModeDevice | fs.ModeCharDevice | 0o666, "brw-rw----": fs.ModeDevice | 0o660,
		"-rwsr-Sr-T": fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky | 0o744, "drwxrwxrwt": fs.ModeDir | fs.ModeSticky | 0o777, "-r-xr-sr-x": fs.ModeSetgid | 0o555,
	} {
		if got := modeWords(m); got != words {
			t.Errorf("%v: %s, not %s", m, got, words)
		}
	}
}
