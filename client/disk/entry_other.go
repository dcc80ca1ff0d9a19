//go:build !unix

package disk

import (
	"io/fs"
	"os"

	"aloft/model"
)

// entryIn looks a name of an open folder up.
func entryIn(_ *os.File, d fs.DirEntry) model.Entry {
	info, err := d.Info()
	if err != nil { // gone since, or no right to look: what the folder tells
		return model.Entry{Name: d.Name(), Kind: kind(d.Type()), Size: model.Unknown, Children: model.Unknown}
	}
	return entry(d.Name(), info)
}
