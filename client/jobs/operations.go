package jobs

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// operation is what the executor does for an operation of model.Operation whose
// items go in batches.
type operation struct {
	// call sends the mutation for the first step of a batch, or for all that were
	// found, and gives the id of what was made, "" when nothing was.
	call func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (made string, err error)
	// batch is the largest number of entries for one call; nil = 1.
	batch func(src client.Source) int
}

var operations = map[model.Op]operation{
	model.OpMakeFolder: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		return src.(client.FolderMaker).MakeFolder(ctx, found.to, s.name, class)
	}},
	model.OpCreate: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		entry, err := src.(client.Creator).Create(ctx, found.to, s.name, *s.made, class)
		return entry.ID, err
	}},
	model.OpCopy: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		entry, err := src.(client.Copier).Copy(ctx, found.refs[0], found.to, s.rename, class)
		return entry.ID, err
	}},
	model.OpShare: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Sharer).SetPolicy(ctx, found.refs[0], s.policy, class)
	}},
	model.OpRename: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Renamer).Rename(ctx, found.refs[0], s.rename, class)
	}},
	model.OpMove: {call: func(ctx context.Context, src client.Source, _ *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Mover).Move(ctx, found.refs, found.to, class)
	}, batch: moveBatch},
	model.OpDelete: {call: func(ctx context.Context, src client.Source, s *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Deleter).Delete(ctx, found.refs, client.DeleteMode(s.mode), class)
	}, batch: deleteBatch},
	model.OpRecover: {call: func(ctx context.Context, src client.Source, _ *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Binner).Recover(ctx, recordsOf(found.refs), class)
	}, batch: deleteBatch},
	model.OpPurge: {call: func(ctx context.Context, src client.Source, _ *step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Binner).Purge(ctx, recordsOf(found.refs), class)
	}, batch: deleteBatch},
}

func moveBatch(src client.Source) int {
	if s, ok := src.(client.Mover); ok {
		return max(1, s.MoveBatch())
	}
	return 1
}

func deleteBatch(src client.Source) int {
	if s, ok := src.(client.Deleter); ok {
		return max(1, s.DeleteBatch())
	}
	return 1
}

// batchOf is the largest batch of an operation of the source.
func batchOf(src client.Source, op model.Op) int {
	if f := operations[op].batch; f != nil {
		return f(src)
	}
	return 1
}
