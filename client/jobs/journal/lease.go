package journal

import (
	"errors"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/holder"
	"aloft/client/jobs/store"
	"aloft/model"
)

// Lost is nil while this process may send for the job.
func (j *Writer) Lost() error {
	mine, err := j.own.Stat()
	if err != nil {
		return err
	}
	there, err := os.Lstat(j.path)
	id := filepath.Base(filepath.Dir(j.path))
	switch {
	case errors.Is(err, os.ErrNotExist):
		e := client.Errorf(client.KindLocal, "job", model.Place{}, "the folder of job %s was removed while it ran; nothing more is sent", id)
		e.Hint = "list the entries to see how far it came"
		return e
	case err != nil:
		return err
	case os.SameFile(mine, there):
		return nil
	}
	by := holder.Holder{}
	if b, err := os.ReadFile(j.path); err == nil {
		rs, _ := Read(b)
		by = writerOf(rs)
	}
	return client.Errorf(client.KindLocal, "job", model.Place{}, "job %s was taken over by %s while this process was stopped; nothing more is sent from here", id, by.String())
}

// Check is lost, and the end of the journal when it is.
func (j *Writer) Check() error {
	if err := j.Fault(); err != nil {
		return err
	}
	if err := j.Lost(); err != nil {
		return j.breaks(err)
	}
	return nil
}

// writerOf is the process that took the job up last.
func writerOf(rs []Record) holder.Holder {
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].T == RecStart && rs[i].By != nil {
			return *rs[i].By
		}
	}
	return holder.Holder{}
}

// Replace takes the log away from a stopped process.
func Replace(dir string, from holder.Holder, wrap func(durable.LogFile) durable.LogFile, hook func(point string)) (*Writer, []Record, error) {
	path := filepath.Join(dir, store.LogName)
	f, err := lock(path + ".new")
	if err != nil {
		return nil, nil, err // somebody else is at it
	}
	var j *Writer
	rs, err := func() ([]Record, error) {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rs, good := Read(b)
		if writerOf(rs) != from || from.State() != holder.Stopped {
			return nil, ErrBusy
		}
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
		if j, err = newWriter(f, path, wrap); err != nil {
			return nil, err
		}
		if err := j.log.Append(b[:good], true); err != nil {
			return nil, err
		}
		hook("copied")
		if err := os.Rename(path+".new", path); err != nil {
			return nil, err
		}
		return rs, durable.SyncDir(dir)
	}()
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return j, rs, nil
}
