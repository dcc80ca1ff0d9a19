package plan

import (
	"context"

	"aloft/model"
)

// operations add the items of the request to the plan.
var operations = map[model.Op]func(*planner, context.Context) error{
	model.OpMakeFolder: (*planner).makeFolders,
	model.OpRename:     (*planner).renames,
	model.OpMove:       (*planner).moves,
	model.OpDelete:     (*planner).deletions,
	model.OpRecover:    (*planner).bin,
	model.OpPurge:      (*planner).bin,
	model.OpCreate:     (*planner).creations,
	model.OpCopy:       (*planner).copies,
	model.OpShare:      (*planner).shares,
	model.OpAttributes: (*planner).shares,
	model.OpImport:     (*planner).transfers,
	model.OpExport:     (*planner).transfers,
	model.OpUpload:     (*planner).transfers,
	model.OpDownload:   (*planner).transfers,
	model.OpTransfer:   (*planner).transfers,
	model.OpRelocate:   (*planner).transfers,
}
