//go:build !unix

package disk

import "io/fs"

// idOf knows no id here; only the path identifies a file.
func idOf(fs.FileInfo) string { return "" }
