package disk

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/disk/copying"
	"aloft/model"
)

var _ client.FileReplacer = (*Source)(nil)

// opEdit is the operation of the errors.
const opEdit = "edit"

// CheckReplace refuses what is no regular file, and a file that cannot be written to.
func (s *Source) CheckReplace(_ context.Context, p model.Place) error {
	if err := check(opEdit, p); err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(Path(p))
	if err != nil {
		return fault(opEdit, p, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return fault(opEdit, p, err)
	}
	if err := regular(opEdit, p, info.Mode()); err != nil {
		return err
	}
	if err := mayWrite(real); err != nil {
		e := fault(opEdit, p, err)
		e.What, e.Args = "%s is read-only: %s", []any{real, cause(err)}
		e.Hint, e.HintArgs = "if the file is yours, chmod u+w makes it writable", nil
		return e
	}
	return nil
}

// ReplaceFile gives another content to a file.
func (s *Source) ReplaceFile(ctx context.Context, p model.Place, content io.ReadSeeker, was string) error {
	if err := check(opEdit, p); err != nil {
		return err
	}
	copier := copiers.Get().(*copying.Copier)
	defer copiers.Put(copier)
	switch err := copier.Replace(ctx, Path(p), content, was); {
	case errors.Is(err, copying.ErrChanged):
		e := client.Errorf(client.KindConflict, opEdit, p, "%s was changed meanwhile; nothing was written", Path(p))
		e.Changed, e.Err = client.ChangedNothing, err
		return e
	case err != nil && client.KindOf(err) == "":
		return fault(opEdit, p, err)
	default:
		return err
	}
}
