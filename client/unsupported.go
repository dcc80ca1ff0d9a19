package client

import (
	"aloft/model"
	"aloft/model/text"
)

func textUnsupported(a model.Op) text.Text {
	switch a {
	case model.OpMakeFolder:
		return text.NoMakeFolder
	case model.OpRename:
		return text.NoRename
	case model.OpMove:
		return text.NoMove
	}
	switch a {
	case model.OpCreate:
		return text.NoCreate
	case model.OpCopy:
		return text.NoCopying
	case model.OpShare:
		return text.NoShare
	case model.OpImport:
		return text.NoImport
	case model.OpExport:
		return text.NoExport
	}
	return text.NoDelete
}
