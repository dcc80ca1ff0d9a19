package platform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

const (
	// maxLog is the size at which a log file is renamed to PATH.1, replacing the previous one. Both together are at
	// most twice as large, plus a line.
	maxLog = 8 << 20
	// maxLogText is the length of a message's text in a line, in bytes.
	maxLogText = 256 << 10
	// lockTime is how long to wait for another writer.
	lockTime = 5 * time.Second
)

// logs posts JSON lines to a file. Several programs, and several posts of one, may
// write to the same file: each line is written whole, under a file lock.
type logs struct {
	name, file string
	most       int64
	wait       time.Duration
}

func newLog(name string, o Setting, d Deps) (Platform, error) {
	file := cmp.Or(o.File, d.LogFile)
	if file == "" {
		return nil, fault("the log platform %s has no file", `add file = "…" under webhook.platforms`, name)
	}
	return &logs{name: name, file: file, most: maxLog, wait: lockTime}, nil
}

func (l *logs) Open(string) (Post, error) { return l.post, nil }

// logLine is a line of the file.
type logLine struct {
	At       time.Time `json:"at"`
	Session  string    `json:"session"`
	Kind     string    `json:"kind"`
	Event    string    `json:"event"`
	Project  string    `json:"project"`
	Delivery string    `json:"delivery"`
	Bad      bool      `json:"bad"`
	Text     string    `json:"text"`
	Cut      int       `json:"cut,omitempty"` // bytes of the text that were cut off
}

func (l *logs) post(ctx context.Context, m Message) error {
	line, err := encode(m)
	if err != nil {
		return l.failed(err)
	}
	ctx, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	switch err := l.write(ctx, line); {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return stopped(l.name)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return &client.Error{Kind: client.KindLocal, Op: "post", What: "the log platform %s cannot write %s: another program has locked it", Args: []any{l.name, l.file},
			Hint: "end the program that locks the file, or name another file"}
	default:
		return l.failed(err)
	}
}

func (l *logs) failed(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: "post", What: "the log platform %s cannot write %s: %s", Args: []any{l.name, l.file, system.Reason(err)},
		Hint: "check the folder and its permissions, or name another file", Err: err}
}

// write appends the line, and renames a full file first.
func (l *logs) write(ctx context.Context, line []byte) error {
	path := l.file
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return writePipe(ctx, path, line)
	}
	for {
		f, err := openLocked(ctx, path)
		if err != nil {
			return err
		}
		full, err := appendLine(f, line, l.most)
		if full {
			err = system.Rename(path, path+".1")
		}
		_ = f.Close()
		if !full || err != nil {
			return err
		}
	}
}

// writePipe opens without blocking, so a pipe without a reader is an error. It needs no lock.
func writePipe(ctx context.Context, path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok {
		_ = f.SetWriteDeadline(end) // its reader may be stopped
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

// openLocked opens and locks the file at the path: another writer may rename it
// meanwhile. Some file systems have no locks.
func openLocked(ctx context.Context, path string) (*os.File, error) {
	open := func() (*os.File, error) { return openLog(path) }
	f, err := system.Lock(open, func(*os.File) error { return client.Sleep(ctx, 5*time.Millisecond) })
	if system.NoLocks(err) {
		return open()
	}
	return f, err
}

func openLog(path string) (*os.File, error) {
	f, err := system.Open(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() { // such as a terminal
		err = &client.Error{Kind: client.KindLocal, Op: "hook", What: "it is neither a file nor a pipe"}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// appendLine writes the whole line or nothing. full means that there are other lines and no room for this one.
func appendLine(f *os.File, line []byte, most int64) (full bool, err error) {
	l, err := system.OpenLog(f)
	if err != nil {
		return false, err
	}
	if l.Size() > 0 && l.Size()+int64(len(line)) > most {
		return true, nil
	}
	return false, l.Append(line, false)
}

// encode returns the line. Control characters are escaped, since the file may be
// shown on a terminal.
func encode(m Message) ([]byte, error) {
	words := m.In(nil)
	said := model.FirstBytes(words, maxLogText)
	raw, err := json.Marshal(logLine{m.At, model.FirstBytes(m.Session, maxField), string(m.Kind), model.FirstBytes(m.Event, maxField), m.Project, m.Delivery, m.Bad, said, len(words) - len(said)})
	if err != nil {
		return nil, err
	}
	return append(text.EscapeJSON(raw), '\n'), nil
}
