package system

import (
	"crypto/sha256"
	"encoding/hex"
)

// Beside is the name of the hidden file in which the file with the key is written before
// it gets its name: the same in each process.
func Beside(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "." + hex.EncodeToString(sum[:8]) + PartSuffix
}

// PartSuffix ends the names of such files.
const PartSuffix = ".aloft-part"
