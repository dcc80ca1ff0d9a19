package disk

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"

	"aloft/client"
	"aloft/model"
)

// Path is the path of a place for the operating system. The first step is the drive:
// disk:/C:/Users is C:\Users. That of the root is the root of the current drive; its
// listing is the drives.
func Path(p model.Place) string {
	names := p.Names()
	if len(names) == 1 && isDrive(names[0]) {
		return names[0] + `\`
	}
	if len(names) > 0 && isDrive(names[0]) {
		return strings.Join(names, `\`)
	}
	return `\` + strings.Join(names, `\`)
}

// Steps are the steps of a path of this machine.
func Steps(path string) []model.Step {
	path = strings.TrimPrefix(filepath.ToSlash(path), "//?/")
	return model.Steps(strings.FieldsFunc(path, func(r rune) bool { return r == '/' })...)
}

func isDrive(name string) bool {
	return len(name) == 2 && name[1] == ':' && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z'
}

// drives lists the drives, which are the entries of the root.
func drives(p model.Place) ([]model.Entry, bool) {
	if len(p.Path) > 0 {
		return nil, false
	}
	have, err := windows.GetLogicalDrives()
	if err != nil {
		return nil, false
	}
	var out []model.Entry
	for i := range 26 {
		if have&(1<<i) != 0 {
			out = append(out, model.Entry{Name: string(rune('A'+i)) + ":", Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown})
		}
	}
	return out, true
}

// fits refuses what begins with no drive, and names that fitsName refuses.
func fits(op string, p model.Place) error {
	for i, s := range p.Path {
		switch {
		case i > 0:
			if err := fitsName(op, p, s.Name); err != nil {
				return err
			}
		case !isDrive(s.Name):
			return client.Errorf(client.KindInvalid, op, p, "%s: on Windows, a place on the disk begins with a drive letter, such as disk:/C:/Users; a network share needs a drive letter, too", Path(p))
		}
	}
	return nil
}

// fitsName refuses names that would be another one's here, a device's, or none: the system
// drops a dot or a space at the end, and takes a colon for a part of a file.
func fitsName(op string, p model.Place, name string) error {
	bad := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`<>:"\|?*`, r) })
	if !bad && strings.TrimRight(name, ". ") == name && device(name) == "" {
		return nil
	}
	return client.Errorf(client.KindInvalid, op, p, "Windows does not allow the name %q: no < > : \" \\ | ? *, no dot or space at the end, no device such as CON or NUL.", name)
}
