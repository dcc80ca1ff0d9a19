package plan

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// operation is how an operation of model.Operation is planned.
type operation struct {
	// items adds the items of the request to the plan.
	items func(*planner, context.Context) error
	// batch is the largest number of entries for one call; nil = 1.
	batch func(src client.Source) int
}

var operations = map[model.Op]operation{
	model.OpMakeFolder: {items: (*planner).makeFolders},
	model.OpRename:     {items: (*planner).renames},
	model.OpMove:       {items: (*planner).moves, batch: moveBatch},
	model.OpDelete:     {items: (*planner).deletions, batch: deleteBatch},
	model.OpRecover:    {items: (*planner).bin, batch: deleteBatch},
	model.OpPurge:      {items: (*planner).bin, batch: deleteBatch},
	model.OpCreate:     {items: (*planner).creations},
	model.OpCopy:       {items: (*planner).copies, batch: copyBatch},
	model.OpShare:      {items: (*planner).shares},
	model.OpAttributes: {items: (*planner).shares},
	// A transfer may delete, too.
	model.OpImport:   {items: (*planner).transfers},
	model.OpExport:   {items: (*planner).transfers, batch: deleteBatch},
	model.OpUpload:   {items: (*planner).transfers, batch: deleteBatch},
	model.OpDownload: {items: (*planner).transfers, batch: deleteBatch},
	model.OpTransfer: {items: (*planner).transfers, batch: deleteBatch},
	model.OpRelocate: {items: (*planner).transfers, batch: deleteBatch},
}

func moveBatch(src client.Source) int {
	if s, ok := src.(client.Mover); ok {
		return max(1, s.MoveBatch())
	}
	return 1
}

func copyBatch(src client.Source) int {
	if s, ok := src.(client.Copier); ok {
		return max(1, s.Copies(src.Root()).Batch)
	}
	return 1
}

func deleteBatch(src client.Source) int {
	if s, ok := src.(client.Deleter); ok {
		return max(1, s.DeleteBatch())
	}
	return 1
}

// BatchOf is the largest batch of an operation of the source.
func BatchOf(src client.Source, op model.Op) int {
	if f := operations[op].batch; f != nil {
		return f(src)
	}
	return 1
}
