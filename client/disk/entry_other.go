//go:build !unix

package disk

import (
	"io/fs"
	"os"

	"aloft/model"
)

// entryIn looks up a name of an open folder.
func entryIn(_ *os.File, d fs.DirEntry) model.Entry {
	info, err := d.Info()
	if err != nil { // gone since, or no permission: what the folder says
		return model.Entry{Name: d.Name(), Kind: kind(d.Type()), Size: model.Unknown, Children: model.Unknown}
	}
	return entry(d.Name(), info)
}
