package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// fault turns an error of the operating system into a message.
func fault(op string, p model.Place, err error) *client.Error {
	e := client.Errorf(client.KindLocal, op, p, "%s: %s", Path(p), cause(err))
	e.Err = err
	var out *leadsOut
	set := func(k client.Kind, what, hint text.Text) {
		e.Kind, e.What, e.Args, e.Hint = k, what, []any{Path(p)}, hint
	}
	switch {
	case errors.As(err, &out):
		set(client.KindLocal, "%s was not opened: a link leads out of %s", "")
		e.Args = append(e.Args, out.top)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		set(client.KindLocal, "%s: stopped", "")
	case errors.Is(err, fs.ErrNotExist):
		set(client.KindNotFound, "%s was not found", text.LookInHint)
		e.HintArgs = []any{Path(p.Parent())}
	case errors.Is(err, fs.ErrExist), system.Is(err, system.NotEmpty):
		set(client.KindConflict, "%s exists already", "")
		e.Changed = client.ChangedNothing
	case system.Is(err, system.ReadOnly):
		set(client.KindLocal, "%s is on a read-only file system", "")
	case errors.Is(err, fs.ErrPermission):
		set(client.KindLocal, "no permission to do that with %s", "check the owner and the permissions with 'ls -ld'")
	case system.Is(err, system.NoRoom):
		set(client.KindLocal, "no room for %s: the disk or your quota is full", "make room, then try again")
	case system.Is(err, system.OtherDisk):
		set(client.KindUnsupported, "%s is on another file system and can only be copied", "copy it there with cp -a, then delete it here")
		e.Changed = client.ChangedNothing
	case system.Is(err, system.NotFolder):
		e.Kind, e.What, e.Args = client.KindInvalid, text.DiskNotFolder, []any{Path(p)}
	case system.Is(err, system.TooLong):
		set(client.KindInvalid, "the path %s is too long", "")
	case system.Is(err, system.Loop):
		set(client.KindInvalid, "%s: the links form a loop", "")
	case system.Is(err, system.Busy):
		set(client.KindLocal, "%s is in use by the system", "")
	case system.Is(err, system.BadName):
		e.Kind = client.KindInvalid
	}
	return e
}

// cause is the system's message, without the path beside it.
func cause(err error) string {
	if le, ok := errors.AsType[*os.LinkError](err); ok {
		return le.Err.Error()
	}
	return system.Reason(err)
}
