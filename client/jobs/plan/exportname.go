package plan

import (
	"cmp"
	"strings"

	"aloft/model"
)

// ExportedAs is the name of an export's file on the disk: the planned one, but with
// the suffix of the file that the service has made, where that is another one.
// Bytes that a service has stored as they are come back under their own suffix.
func ExportedAs(it *model.Item, served string) string {
	name := cmp.Or(it.NewName, it.Name)
	ext := model.Extension(served)
	if it.Format != model.FormatNative || !plain(ext) || strings.EqualFold(ext, model.Extension(name)) {
		return name
	}
	if Native(name) {
		name = strings.TrimSuffix(name, model.Extension(name))
	}
	return model.FileName(name, strings.ToLower(ext))
}

// maxSuffix is the length of the longest suffix.
const maxSuffix = 6

// plain: an ordinary suffix. The name comes from the service, and may have anything
// behind a dot.
func plain(ext string) bool {
	return len(ext) > 1 && len(ext) <= maxSuffix && !strings.ContainsFunc(ext[1:], func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}

// Native reports whether a name has a suffix that a plan adds by kind.
func Native(name string) bool {
	switch strings.ToLower(model.Extension(name)) {
	case ".docx", ".xlsx", ".pptx":
		return true
	}
	return false
}
