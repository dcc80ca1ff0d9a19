// Package noclobber gives a file or folder a name that is free, and never one that is
// taken.
package noclobber

import (
	"crypto/sha256"
	"encoding/hex"
)

// Beside is the name of the hidden file in which the file with the key is written before
// it gets its name: the same in each process.
func Beside(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "." + hex.EncodeToString(sum[:8]) + Suffix
}

// Suffix ends the names of such files.
const Suffix = ".aloft-part"
