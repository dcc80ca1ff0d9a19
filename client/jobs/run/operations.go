package run

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/step"
	"aloft/model"
)

// operation is what the executor does for an operation of model.Operation whose
// items go in batches.
type operation struct {
	// call sends the mutation for the first step of a batch, or for all that were
	// found, and gives the id of what was made, "" when nothing was.
	call func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (made string, err error)
}

var operations = map[model.Op]operation{
	model.OpMakeFolder: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		return src.(client.FolderMaker).MakeFolder(ctx, found.to, s.Name, class)
	}},
	model.OpCreate: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		entry, err := src.(client.Creator).Create(ctx, found.to, s.Name, *s.New, class)
		return entry.ID, err
	}},
	model.OpCopy: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		entry, err := src.(client.Copier).Copy(ctx, found.refs[0], found.to, s.Rename, class)
		return entry.ID, err
	}},
	model.OpShare: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Sharer).SetPolicy(ctx, found.refs[0], s.Policy, class)
	}},
	model.OpRename: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Renamer).Rename(ctx, found.refs[0], s.Rename, class)
	}},
	model.OpMove: {call: func(ctx context.Context, src client.Source, _ *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Mover).Move(ctx, found.refs, found.to, class)
	}},
	model.OpDelete: {call: func(ctx context.Context, src client.Source, s *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Deleter).Delete(ctx, found.refs, client.DeleteMode(s.Mode), class)
	}},
	model.OpRecover: {call: func(ctx context.Context, src client.Source, _ *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Binner).Recover(ctx, recordsOf(found.refs), class)
	}},
	model.OpPurge: {call: func(ctx context.Context, src client.Source, _ *step.Step, found *lookups, class client.Class) (string, error) {
		return "", src.(client.Binner).Purge(ctx, recordsOf(found.refs), class)
	}},
}
