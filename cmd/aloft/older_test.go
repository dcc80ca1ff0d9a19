//go:build unix

package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// What ended long ago is removed, by the times in these files.
var (
	agedFiles = regexp.MustCompile(`/ended$|/webhook/(log|talk)/[^/]+$`)
	agedDay   = regexp.MustCompile(`\b\d{4}-\d\d-\d\dT`)
)

// older COMMIT: the home becomes what the program of that commit has left, as if it had ended yesterday. An
// archive was made by the commands of an earlier program, the last of which was killed; it is never changed.
func older(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: older COMMIT")
	}
	home := ts.Getenv("HOME")
	ts.Check(os.RemoveAll(home))
	f, err := os.Open(filepath.Join(ts.Getenv("OLDER"), args[0]+".tgz"))
	ts.Check(err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	ts.Check(err)
	day := []byte(time.Now().AddDate(0, 0, -1).UTC().Format("2006-01-02T"))
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		ts.Check(err)
		name := filepath.Join(home, h.Name)
		if h.Typeflag == tar.TypeDir {
			ts.Check(os.MkdirAll(name, 0o700))
			continue
		}
		b, err := io.ReadAll(r)
		ts.Check(err)
		if agedFiles.MatchString(name) {
			b = agedDay.ReplaceAll(b, day)
		}
		ts.Check(os.WriteFile(name, b, 0o600))
	}
}
