//go:build !unix

package trash

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// The trash of these systems is none of files alone.

func deviceOf(string) (uint64, error)        { return 0, errors.ErrUnsupported }
func owned(fs.FileInfo) bool                 { return false }
func writable(string) error                  { return errors.ErrUnsupported }
func movedAt(string) time.Time               { return time.Time{} }
func openInfo(path string) (*os.File, error) { return os.Open(path) }
