package run

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// operations send the mutation for the first step of a batch, or for all that were
// found, and return the id of what was made, "" when nothing was.
var operations = map[model.Op]func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (made string, err error){
	model.OpMakeFolder: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		return src.(client.FolderMaker).MakeFolder(ctx, found.To, s.Name, class)
	},
	model.OpCreate: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		entry, err := src.(client.Maker).Create(ctx, found.To, s.Name, *s.Of.New, class)
		return entry.ID, err
	},
	model.OpCopy: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		title := ""
		if len(found.Refs) == 1 {
			title = s.Rename
		}
		entry, err := src.(client.Copier).Copy(ctx, found.Refs, found.To, title, class)
		return entry.ID, err
	},
	model.OpShare:      setPolicy,
	model.OpAttributes: setPolicy,
	model.OpRename: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		return "", src.(client.Renamer).Rename(ctx, found.Refs[0], s.Rename, class)
	},
	model.OpMove: func(ctx context.Context, src client.Source, _ *journal.Step, found *verify.Found, class client.Class) (string, error) {
		return "", src.(client.Mover).Move(ctx, found.Refs, found.To, class)
	},
	model.OpDelete: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		mode := client.DeleteMode(s.Of.Mode)
		if s.Of.Mode == model.ModeAside {
			mode = "" // the source's own
		}
		if t, ok := src.(client.Trash); ok && mode == client.DeleteToBin && len(found.Refs) == 1 {
			return t.Discard(ctx, found.Refs[0])
		}
		return "", src.(client.Deleter).Delete(ctx, found.Refs, mode, class)
	},
	model.OpRecover: func(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
		if t, ok := src.(client.Trash); ok && len(found.Refs) == 1 {
			to, _ := s.Back()
			return "", t.Return(ctx, found.Refs[0].ID, to)
		}
		return "", src.(client.BinWriter).Recover(ctx, recordsOf(found.Refs), class)
	},
	model.OpPurge: func(ctx context.Context, src client.Source, _ *journal.Step, found *verify.Found, class client.Class) (string, error) {
		return "", src.(client.BinWriter).Purge(ctx, recordsOf(found.Refs), class)
	},
}

func setPolicy(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (string, error) {
	return "", src.(client.PolicySetter).SetPolicy(ctx, found.Refs[0], s.Of.Policy, class)
}

// idsOf are the ids of the entries that a call deletes: the recycle bin tells them.
func idsOf(op model.Op, refs []model.Ref) []string {
	if !op.Row().Deletes {
		return nil
	}
	return recordsOf(refs)
}

func recordsOf(refs []model.Ref) []string {
	out := make([]string, len(refs))
	for i := range refs {
		out[i] = refs[i].ID
	}
	return out
}
