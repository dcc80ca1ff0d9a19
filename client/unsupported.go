package client

import (
	"aloft/model"
	"aloft/model/text"
)

func textUnsupported(a model.Op) text.Text {
	switch a {
	case model.OpMakeFolder:
		return "%s: has no way to make a folder"
	case model.OpRename:
		return "%s: has no way to rename"
	case model.OpMove:
		return text.NoMove
	}
	switch a {
	case model.OpCreate:
		return "%s: has no way to make a document"
	case model.OpCopy:
		return "%s: has no way to copy"
	case model.OpShare:
		return text.NoShare
	case model.OpImport:
		return "%s: takes no files from a disk"
	case model.OpExport:
		return "%s: gives no files to a disk"
	}
	return "%s: has no way to delete"
}
