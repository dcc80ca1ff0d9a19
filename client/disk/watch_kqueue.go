//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package disk

import "os"

// mostWatched is how many entries a watched folder has at most: here a watch opens each
// of them.
const mostWatched = 256

func watchable(path string) bool {
	dir, err := os.Open(path)
	if err != nil {
		return false
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(mostWatched + 1)
	return len(names) <= mostWatched
}
