package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// fault turns an error of the operating system into a message.
func fault(op string, p model.Place, err error) *client.Error {
	e := client.Errorf(client.KindLocal, op, p, "%s: %s", Path(p), cause(err))
	e.Err = err
	set := func(k client.Kind, what, hint text.Text) {
		e.Kind, e.What, e.Args, e.Hint = k, what, []any{Path(p)}, hint
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		set(client.KindLocal, "%s: stopped.", "")
	case errors.Is(err, fs.ErrNotExist):
		set(client.KindNotFound, "%s is not there", text.LookInHint)
		e.HintArgs = []any{Path(p.Parent())}
	case errors.Is(err, fs.ErrExist), errors.Is(err, syscall.ENOTEMPTY):
		set(client.KindConflict, "%s exists already.", "")
		e.Changed = client.ChangedNothing
	case errors.Is(err, syscall.EROFS):
		set(client.KindLocal, "%s is on a read-only file system.", "")
	case errors.Is(err, fs.ErrPermission):
		set(client.KindLocal, "no permission to do that with %s.", "check the owner and the permissions with 'ls -ld'")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		set(client.KindLocal, "no room for %s: the disk or your share of it is full.", "make room, then try again")
	case errors.Is(err, syscall.EXDEV):
		set(client.KindUnsupported, "%s is on another file system: it must be copied.", "copy it there with cp -a, then delete it here")
		e.Changed = client.ChangedNothing
	case errors.Is(err, syscall.ENOTDIR):
		e.Kind, e.What, e.Args = client.KindInvalid, text.DiskNotFolder, []any{Path(p)}
	case errors.Is(err, syscall.ENAMETOOLONG):
		set(client.KindInvalid, "the path %s is too long.", "")
	case errors.Is(err, syscall.ELOOP):
		set(client.KindInvalid, "%s: the links lead in a circle.", "")
	case errors.Is(err, syscall.EBUSY):
		set(client.KindLocal, "%s is in use by the system.", "")
	case errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.EILSEQ):
		e.Kind = client.KindInvalid
	}
	return e
}

// cause is the system's message, without the path beside it.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err.Error()
	}
	return err.Error()
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }
