package store

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
)

// files are the bodies and prompts too large for the log, and outputs. A file's
// name begins with the id of its delivery.
type files struct {
	folder string // of the store
	o      Options
	get    func(id string) *model.Delivery
	prune  chan struct{} // capacity 1: they have grown

	mu    sync.Mutex
	grown int64 // bytes since the folders were last checked
}

func (f *files) bodyFile(id string) string   { return filepath.Join(f.folder, bodyName, id) }
func (f *files) promptFile(id string) string { return filepath.Join(f.folder, bodyName, id+".prompt") }

// OutputFile is the path of a delivery's output. Its folder exists.
func (f *files) OutputFile(id string) string {
	if !valid(id) {
		return ""
	}
	return filepath.Join(f.folder, outName, id)
}

// openOutput returns nil when nothing was printed, or it was dropped.
func (f *files) openOutput(id string) (*os.File, int64, error) {
	file, err := durable.OpenRead(f.OutputFile(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, readError(err)
	}
	st, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, 0, readError(err)
	}
	return file, st.Size(), nil
}

// keepWithinBounds drops bodies and outputs beyond the limits until over is closed.
func (f *files) keepWithinBounds(over <-chan struct{}) {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	for {
		f.mu.Lock()
		f.grown = 0
		f.mu.Unlock()
		f.sweep(bodyName, f.o.limits.bodies)
		f.sweep(outName, f.o.limits.out)
		select {
		case <-over:
			return
		case <-t.C:
		case <-f.prune:
		}
	}
}

// grow counts bytes written to the folders.
func (f *files) grow(n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.grown += n; f.grown > f.o.limits.grown {
		select {
		case f.prune <- struct{}{}:
		default:
		}
	}
}

// sweep drops files of a folder: the oldest when they are too many or too old, and the largest when they are too large
// together. The newest one stays. Their names begin with ids, which sort by time.
func (f *files) sweep(folder string, most int64) {
	dir := filepath.Join(f.folder, folder)
	es, err := os.ReadDir(dir) // sorted
	if err != nil {
		return
	}
	slices.Reverse(es)
	var all []os.FileInfo
	total, oldest := int64(0), f.o.Now().Add(-f.o.limits.age)
	drop := func(st os.FileInfo) bool {
		id, _, _ := strings.Cut(st.Name(), ".")
		return !f.lives(id, st.ModTime()) && os.Remove(filepath.Join(dir, st.Name())) == nil
	}
	for _, e := range es {
		st, err := e.Info()
		if err != nil || !st.Mode().IsRegular() {
			continue
		}
		if n := len(all); n > 0 && (n >= f.o.limits.files || st.ModTime().Before(oldest)) && drop(st) {
			continue
		}
		all = append(all, st)
		total += st.Size()
	}
	if len(all) == 0 {
		return
	}
	all = all[1:]
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b os.FileInfo) int { return cmp.Compare(b.Size(), a.Size()) })
	for _, st := range all {
		if total <= most {
			return
		}
		if drop(st) {
			total -= st.Size()
		}
	}
}

// lives: the file belongs to a delivery that has not ended, or is just being
// stored.
func (f *files) lives(id string, changed time.Time) bool {
	if d := f.get(id); d != nil {
		return !d.State.Ended()
	}
	return f.o.Now().Sub(changed) < time.Minute
}

// writeBody is durable when it returns.
func writeBody(path string, b []byte) error {
	err := durable.Replace(path, b, true)
	if errors.Is(err, fs.ErrNotExist) { // the folder was removed
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			err = durable.Replace(path, b, true)
		}
	}
	if err != nil {
		return err
	}
	if err = durable.SyncDir(filepath.Dir(path)); err != nil {
		_ = os.Remove(path)
	}
	return err
}

func readError(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: op, What: "the stored delivery cannot be read (%s)", Args: []any{reason(err)}, Err: err}
}

// sameFile: the same file with the same content, as far as its metadata tell.
func sameFile(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
