//go:build !unix

package disk

import (
	"io/fs"
	"os"
	"path/filepath"

	"aloft/model"
)

// entryIn looks up a name of an open folder.
func entryIn(dir *os.File, d fs.DirEntry) model.Entry {
	info, err := d.Info()
	if err != nil { // gone since, or no permission: what the folder says
		return model.Entry{Name: d.Name(), Kind: kind(d.Type()), Size: model.Unknown, Children: model.Unknown}
	}
	return entry(filepath.Join(dir.Name(), d.Name()), d.Name(), info)
}
