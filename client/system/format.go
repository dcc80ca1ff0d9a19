package system

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// formatName is a file in the folder of a store: a number, the format that it is in. A store
// without one is in format 1. A program that brings a store into a later format writes this file
// first, so that no older program changes what it does not know.
const formatName = "format"

// Newer reports whether the store in the folder is in a later format than the one that is known
// here: a newer program has written it.
func Newer(dir string, known int) bool {
	b, err := os.ReadFile(filepath.Join(dir, formatName))
	if err != nil { // a folder that cannot be read is found out by what reads the rest
		return false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return err != nil || n > known
}
