//go:build unix && !linux

package screen

import "os"

// modes: how stty writes them differs, the usual ones do.
func modes(*os.File) string { return "sane" }
