package disk

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

var _ client.Watcher = (*Source)(nil)

// settling is how long after the first change of a burst it is reported.
const settling = 100 * time.Millisecond

// Watch is client.Watcher. Only the first change of a folder is waited for, so that one
// in which files grow all the time costs nothing until it is watched again.
func (s *reader) Watch(ctx context.Context, p model.Place) <-chan struct{} {
	if check("watch", p) != nil {
		return nil
	}
	path, done, _ := s.door.fixed(p)
	defer done()
	if path == "" || !watchable(path) {
		return nil
	}
	w, err := system.NewWatch()
	if err != nil {
		return nil
	}
	if whole, _ := w.Of([]string{path}); !whole {
		w.Close()
		return nil
	}
	changed := make(chan struct{})
	go func() {
		defer w.Close()
		select {
		case <-ctx.Done():
			return
		case <-w.C:
		}
		select {
		case <-ctx.Done():
		case <-time.After(settling):
			close(changed)
		}
	}()
	return changed
}
