//go:build !unix

package copying

import (
	"io/fs"
	"os"
	"time"
)

// noFollow: there is no such flag.
const noFollow = 0

func open(path string) (*os.File, error) { return os.Open(path) }

func look(path string) (stat, error) { return looked(os.Lstat(path)) }

func lookAt(f *os.File) (stat, error) { return looked(f.Stat()) }

func looked(info fs.FileInfo, err error) (stat, error) {
	if err != nil {
		return stat{}, err
	}
	return stat{mode: info.Mode(), size: info.Size(), held: info.Size(), links: 1, accessed: info.ModTime(), modified: info.ModTime()}, nil
}

func ours() int { return 0 }

func setTimes(path string, accessed, modified time.Time) error {
	return os.Chtimes(path, accessed, modified)
}

// syncDir: a folder cannot be synced.
func syncDir(string) error { return nil }

// attributes gives a copy the mode and the time of its source.
func (c *Copier) attributes(_, dst *os.File, st, _ stat, _ Options) (lost []Loss) {
	for name, err := range map[string]error{"mode": os.Chmod(dst.Name(), st.mode.Perm()), "times": setTimes(dst.Name(), st.accessed, st.modified)} {
		if err != nil {
			lost = append(lost, Loss{name, err})
		}
	}
	return lost
}
