//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
)

// rename gives the file its name, unless that is taken.
func (p *partial) rename(name string) error {
	// A hard link to a name that exists fails everywhere; where there are no hard
	// links the name is reserved first.
	err := p.root.Link(p.name, name)
	switch {
	case err == nil:
		err = p.root.Remove(p.name)
	case errors.Is(err, fs.ErrExist):
	default:
		var f *os.File
		if f, err = p.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
			_ = f.Close()
			if err = p.root.Rename(p.name, name); err != nil {
				_ = p.root.Remove(name) // it was reserved for this, and is empty
			}
		}
	}
	if err != nil {
		return err
	}
	if d, err := p.root.Open("."); err == nil { // the name is durable too
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}
