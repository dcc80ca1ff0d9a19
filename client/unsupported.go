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
	return text.NoDelete
}
