package browse

import (
	"io/fs"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// target is a typed place that something goes to, and its source.
func (cs *Commands) target(arg string) (model.Place, client.Source, error) {
	p, src, err := cs.places.Source(arg)
	return reached(p), src, err
}

// reached is where a place is that something goes to: a link to a folder of this machine, as
// the place or on the way to it, is the folder that it leads to.
func reached(p model.Place) model.Place {
	if p.Scheme != model.SchemeDisk {
		return p
	}
	for at := p; !at.IsRoot(); at = at.Parent() {
		info, err := os.Lstat(disk.Path(at))
		if err != nil {
			continue // what is to be made
		}
		if real, ok := followed(at, info); ok {
			for _, s := range p.Path[len(at.Path):] {
				real = real.With(s)
			}
			if info, err := os.Stat(disk.Path(at)); err == nil && info.IsDir() {
				return real
			}
		}
		break
	}
	return p
}

// followed is where a link of this machine leads.
func followed(at model.Place, info fs.FileInfo) (model.Place, bool) {
	if info.Mode()&fs.ModeSymlink == 0 {
		return at, false
	}
	real, err := filepath.EvalSymlinks(disk.Path(at))
	return model.LocalPlace(disk.Steps(real)), err == nil
}

// follow replaces links of this machine by what they lead to; names has their own names.
func follow(items []model.Place) (names map[string]string, err error) {
	names = map[string]string{}
	for i, p := range items {
		if p.Scheme != model.SchemeDisk {
			continue
		}
		info, err := os.Lstat(disk.Path(p))
		if err != nil {
			continue // the plan says so
		}
		if real, ok := followed(p, info); ok {
			if other, twice := names[real.String()]; twice && other != p.Base() {
				return nil, client.Errorf(client.KindInvalid, "copy", p, "the links %s and %s lead to the same place; copy them one at a time", other, p.Base())
			}
			items[i], names[real.String()] = real, p.Base()
		}
	}
	return names, nil
}
