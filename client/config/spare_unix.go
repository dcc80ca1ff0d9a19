//go:build unix

package config

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Spare gives the folders for what processes must tell each other and the state
// folder cannot take, the best one first. They are made when
// their turn comes, and are this user's
// alone; after a boot they may be gone. TMPDIR is not asked: processes with
// different ones would not meet.
func Spare(env func(string) string) iter.Seq[string] {
	uid := strconv.Itoa(os.Geteuid())
	run := env("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(run) {
		run = "/run/user/" + uid
	}
	return func(yield func(string) bool) {
		for _, dir := range []string{filepath.Join(run, "aloft"), "/tmp/aloft-" + uid, "/dev/shm/aloft-" + uid} {
			err := os.Mkdir(dir, 0o700)
			if (err == nil || errors.Is(err, fs.ErrExist)) && private(dir) && !yield(dir) {
				return
			}
		}
	}
}

// private: a folder, not a link to one, that nobody else can look into or change.
func private(dir string) bool {
	fi, err := os.Lstat(dir)
	if err != nil || !fi.IsDir() || fi.Mode().Perm()&0o077 != 0 {
		return false
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}
