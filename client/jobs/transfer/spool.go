package transfer

import (
	"context"
	"errors"
	"io"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
	"aloft/model/text"
)

// Spool is the private folder of this machine through which bytes pass between two services.
type Spool struct {
	Disk   client.FileWriter
	Folder model.Place
	// Room is how many bytes it may still take.
	Room func(ctx context.Context) (int64, error)
}

// errSpoolLost: the file in the spool is not the one that was fetched.
var errSpoolLost = errors.New("the file in the spool is lost")

// spooled reports whether the item passes the spool.
func (h *Transfer) spooled() bool {
	_, from := h.job.From.(client.FileReader)
	_, to := h.job.To.(client.FileWriter)
	return !from && !to
}

// through brings the bytes into the spool, where the giving end is a service, before they
// are sent.
func (h *Transfer) through(ctx context.Context, send func() error) error {
	for n := 0; ; n++ {
		if h.spooled() && !h.Got {
			if on, err := h.spool(ctx); err != nil || !on {
				return err
			}
		}
		if err := send(); !errors.Is(err, errSpoolLost) || n == transferTries {
			return err
		}
		h.Got, h.Did = false, ""
	}
}

// spool fetches the file into the spool; false = the item has ended.
func (h *Transfer) spool(ctx context.Context) (bool, error) {
	need := max(h.it.Print.Size, 0)
	room, err := h.job.Spool.Room(ctx)
	if err != nil {
		return false, err
	}
	if need > room {
		needed, there := text.Sizes(need, room)
		return false, h.fail(journal.OutFailed, client.KindLocal, "%s has to pass this machine, and its spool has no room for it: %s needed, %s free; nothing was sent", h.it.Name, needed, there)
	}
	to := &hidden{disk: h.job.Spool.Disk, folder: h.job.Spool.Folder}
	defer to.close()
	if on, err := h.fetch(ctx, to); err != nil || !on {
		return on, err
	}
	h.Got, h.GotSize = true, h.Size
	if _, documents := h.job.From.(client.Exporter); documents {
		h.GotName = plan.ExportedAs(h.it, h.Name)
	}
	h.Name, h.Task, h.Key, h.said = "", "", "", "" // those of the giving end
	return true, h.did("")
}

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
	if h.it.Format != model.FormatNative {
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
	name := h.GotName
	if name == "" {
		name = h.it.Name
	}
	modified := h.modified()
	if modified.IsZero() {
		modified = time.Now() // when the service made the file
	}
	return &given{Body: file, name: name, size: h.GotSize, modified: modified, changed: func() bool { return false }}, nil
}
