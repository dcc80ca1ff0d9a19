package disk

import (
	"path/filepath"

	"aloft/client/system/noclobber"
)

// rename gives the file its name, unless that is taken. The folder is open, so its path
// cannot change.
func (p *partial) rename(name string) error {
	dir := Path(p.dir)
	return noclobber.Rename(filepath.Join(dir, p.name), filepath.Join(dir, name))
}
