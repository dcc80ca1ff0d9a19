package disk

import (
	"os"
	"strconv"

	"aloft/model"
)

// watched: the folder itself, whatever its path leads to by now.
func (r rooted) watched(p model.Place) (string, func()) {
	f, err := r.open(p, os.O_RDONLY)
	if err != nil {
		return "", func() {}
	}
	return "/proc/self/fd/" + strconv.Itoa(int(f.Fd())), func() { _ = f.Close() }
}
