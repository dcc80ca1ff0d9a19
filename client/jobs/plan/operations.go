package plan

import (
	"context"

	"aloft/client"
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

// BatchOf is the largest number of entries for one call of an operation of the source.
func BatchOf(src client.Source, op model.Op) int {
	most := 1
	switch op {
	case model.OpMove:
		if s, ok := src.(client.Mover); ok {
			most = s.MoveBatch()
		}
	case model.OpCopy:
		if s, ok := src.(client.Copier); ok {
			most = s.Copies(src.Root()).Batch
		}
	case model.OpDelete, model.OpRecover, model.OpPurge,
		model.OpExport, model.OpUpload, model.OpDownload, model.OpTransfer, model.OpRelocate: // a transfer may delete, too
		if s, ok := src.(client.Deleter); ok {
			most = s.DeleteBatch()
		}
	}
	return max(1, most)
}
