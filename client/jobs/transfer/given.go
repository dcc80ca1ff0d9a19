package transfer

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"aloft/client"
)

// given is the file of an item, ready to be sent.
type given struct {
	client.Body
	name     string
	size     int64
	modified time.Time
	changed  func() bool // whether the original has changed since
}

// open opens the file that is sent: of the disk, or from the spool.
func (h *Transfer) open(ctx context.Context) (*given, error) {
	if h.spooled() {
		return h.openSpooled(ctx)
	}
	disk, from := h.job.From.(client.FileReader), h.it.Place()
	body, e, err := disk.Open(ctx, from)
	if err != nil {
		return nil, err
	}
	return &given{Body: body, name: h.it.Name, size: e.Size, modified: e.Modified, changed: func() bool {
		again, now, err := disk.Open(ctx, from)
		if err != nil {
			return ctx.Err() == nil
		}
		_ = again.Close()
		return now.Size != e.Size || !now.Modified.Equal(e.Modified) || now.ID != e.ID
	}}, nil
}

// openSpooled opens the file in the spool, and fetches it again where it was lost.
func (h *Transfer) openSpooled(ctx context.Context) (*given, error) {
	key := h.key()
	if h.it.Converted() {
		key = h.madeKey()
	}
	file, err := h.job.Spool.Disk.Receive(ctx, h.job.Spool.Folder, key)
	if err != nil {
		return nil, err
	}
	if file.Size() != h.GotSize {
		_ = file.Close()
		return nil, errSpoolLost
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		_ = file.Close()
		return nil, err
	}
	name := cmp.Or(h.GotName, h.it.Name)
	modified := h.modified()
	if modified.IsZero() {
		modified = time.Now() // when the service made the file
	}
	return &given{Body: file, name: name, size: h.GotSize, modified: modified, changed: func() bool { return false }}, nil
}

// errSpoolLost: the file in the spool is not the one that was fetched.
var errSpoolLost = errors.New("the file in the spool is lost")
