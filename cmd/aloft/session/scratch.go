package session

import (
	"os"
	"path/filepath"
	"strings"
)

const exportPrefix = "aloft-export-"

// ExportFolder makes a folder for what goes on to standard output.
func ExportFolder() (string, error) { return os.MkdirTemp("", exportPrefix) }

// IsExport reports whether a file would be in such a folder.
func IsExport(file string) bool {
	dir := filepath.Dir(file)
	return strings.HasPrefix(filepath.Base(dir), exportPrefix) && filepath.Dir(dir) == filepath.Clean(os.TempDir())
}
