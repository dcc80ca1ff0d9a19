//go:build !unix && !windows

package disk

import "io/fs"

// idOf knows no id here; only the path identifies a file.
func idOf(string, fs.FileInfo) string { return "" }
