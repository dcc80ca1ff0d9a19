package clienttest

import (
	"os"
	"runtime"
	"testing"
)

// OwnBin runs the tests of a package that deletes on the disk, with a recycle bin of its own: never
// that of the person. Child processes have it, too.
func OwnBin(m *testing.M) int {
	dir, err := os.MkdirTemp("", "aloft-bin")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := "XDG_DATA_HOME"
	if runtime.GOOS == "darwin" {
		name = "HOME"
	}
	if err := os.Setenv(name, dir); err != nil {
		panic(err)
	}
	return m.Run()
}
