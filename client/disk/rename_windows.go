package disk

import (
	"path/filepath"

	"aloft/client/system"
)

// rename gives the file its name, unless that is taken. The folder is open, so its path
// cannot change.
func (p *partial) rename(name string) error {
	dir := Path(p.dir)
	return system.RenameNew(filepath.Join(dir, p.name), filepath.Join(dir, name))
}
