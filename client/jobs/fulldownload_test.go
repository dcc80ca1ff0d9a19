package jobs

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// smallDisk has room for so many bytes of downloads.
type smallDisk struct {
	*disk.Source
	room *atomic.Int64
}

func (d smallDisk) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (d smallDisk) Receive(ctx context.Context, folder model.Place, key string) (client.Partial, error) {
	p, err := d.Source.Receive(ctx, folder, key)
	if err == nil {
		p = &fullPartial{p, d.room}
	}
	return p, err
}

type fullPartial struct {
	client.Partial
	room *atomic.Int64
}

// Write writes what has room, as a disk does.
func (p *fullPartial) Write(b []byte) (int, error) {
	some := max(0, min(int64(len(b)), p.room.Load()-p.Size()))
	n, err := p.Partial.Write(b[:some])
	if err == nil && n < len(b) {
		err = journal.Error("/out", &fs.PathError{Op: "write", Path: "/out/f", Err: syscall.ENOSPC})
	}
	return n, err
}

// A disk that fills in the middle stops the job, which says so and keeps what has come;
// with room again it goes on at that byte.
func TestADiskThatFillsInTheMiddleOfADownload(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("f", []byte(large))
	room := &atomic.Int64{}
	room.Store(150_000)
	c.disk = smallDisk{disk.New(), room}
	_, s, rs := c.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: c.out()})
	if s.State == model.JobDone || s.State == model.JobFailed || rs[0].State == model.ItemFailed || !strings.Contains(s.Error.String(), "no space left") {
		t.Fatalf("%+v, %+v", s, rs)
	}
	if c.hidden() != 150_000 || len(c.onDiskFiles("out")) != 1 {
		t.Errorf("%d bytes are kept in %d files", c.hidden(), len(c.onDiskFiles("out")))
	}
	room.Store(1 << 30)
	from := make(chan string, 100)
	c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if v := r.Header.Get("Range"); v != "" {
			from <- v
		}
		return false
	}
	if err := c.Resume(s.ID); err != nil {
		t.Fatal(err)
	}
	if s := c.ended(s.ID); s.State != model.JobDone {
		t.Errorf("%+v", s)
	}
	if first := <-from; !strings.HasPrefix(first, fmt.Sprintf("bytes=%d-", 150_000)) {
		t.Errorf("it goes on with %s", first)
	}
	c.want("out", map[string]string{"f": large})
}
