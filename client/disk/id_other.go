//go:build !unix

package disk

import "io/fs"

// idOf has nothing to tell here; a path is then all that is known.
func idOf(fs.FileInfo) string { return "" }
