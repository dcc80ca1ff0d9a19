package config

import (
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"aloft/client/system"
)

// Spare returns the folders for what processes must share when the program's own
// folders cannot be written, the best one first: they belong to this user alone;
// after a boot they may be gone. With make they are created when they are tried.
// TMPDIR is not used: processes with different ones would not share a folder.
func Spare(env func(string) string, make bool) iter.Seq[string] {
	uid := strconv.Itoa(os.Geteuid())
	run := env("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(run) {
		run = "/run/user/" + uid
	}
	return func(yield func(string) bool) {
		for _, dir := range []string{filepath.Join(run, "aloft"), "/tmp/aloft-" + uid, "/dev/shm/aloft-" + uid} {
			if make && system.Theirs(dir) == "" {
				_ = os.Mkdir(dir, 0o700)
			}
			if private(dir) && !yield(dir) {
				return
			}
		}
	}
}

// private: a folder, not a link to one, that nobody else can read or change.
func private(dir string) bool {
	fi, err := os.Lstat(dir)
	return err == nil && fi.IsDir() && system.Private(fi) && system.Ours(fi)
}
