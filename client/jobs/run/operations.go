package run

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// call sends the mutation for the first step of a batch, or for all that were found, and returns the id
// of what was made, "" when nothing was.
func call(ctx context.Context, src client.Source, s *journal.Step, found *verify.Found, class client.Class) (made string, err error) {
	if err := client.Able(src, s.Op); err != nil {
		return "", err
	}
	var entry model.Entry
	switch refs, one := found.Refs, len(found.Refs) == 1; s.Op {
	case model.OpMakeFolder:
		return src.(client.FolderMaker).MakeFolder(ctx, found.To, s.Name, class)
	case model.OpCreate:
		entry, err = src.(client.Maker).Create(ctx, found.To, s.Name, *s.Of.New, class)
	case model.OpCopy:
		title := ""
		if one {
			title = s.Rename
		}
		entry, err = src.(client.Copier).Copy(ctx, refs, found.To, title, class)
	case model.OpShare, model.OpAttributes:
		err = src.(client.PolicySetter).SetPolicy(ctx, refs[0], s.Of.Policy, class)
	case model.OpRename:
		err = src.(client.Renamer).Rename(ctx, refs[0], s.Rename, class)
	case model.OpMove:
		err = src.(client.Mover).Move(ctx, refs, found.To, class)
	case model.OpDelete:
		mode := client.DeleteMode(s.Of.Mode)
		if s.Of.Mode == model.ModeAside {
			mode = "" // the source's own
		}
		if t, ok := src.(client.Trash); ok && mode == client.DeleteToBin && one {
			return t.Discard(ctx, refs[0])
		}
		err = src.(client.Deleter).Delete(ctx, refs, mode, class)
	case model.OpRecover:
		if t, ok := src.(client.Trash); ok && one {
			to, _ := s.Back()
			return "", t.Return(ctx, refs[0].ID, to)
		}
		err = src.(client.BinWriter).Recover(ctx, recordsOf(refs), class)
	case model.OpPurge:
		err = src.(client.BinWriter).Purge(ctx, recordsOf(refs), class)
	default:
		panic("no call does " + string(s.Op))
	}
	return entry.ID, err
}

// idsOf are the ids of the entries that a call deletes: the recycle bin tells them.
func idsOf(op model.Op, refs []model.Ref) []string {
	if !op.Row().Deletes {
		return nil
	}
	return recordsOf(refs)
}

func recordsOf(refs []model.Ref) []string {
	return model.Each(refs, func(r model.Ref) string { return r.ID })
}
