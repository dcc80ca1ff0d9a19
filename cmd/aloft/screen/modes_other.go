//go:build unix && !linux

package screen

import "os"

// modes: stty writes them differently here, so the usual ones are restored.
func modes(*os.File) string { return "sane" }
