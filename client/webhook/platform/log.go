package platform

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

const (
	// mostLog is the size at which a log file becomes the older one, PATH.1,
	// in place of the one before: the two have at most twice as much, and a line.
	mostLog = 8 << 20
	// mostLogText is how much of a message's text a line has.
	mostLogText = 256 << 10
	// lockTime is how long another writer is waited for.
	lockTime = 5 * time.Second
)

// logs posts JSON lines to a file. Several programs, and several posts of one,
// may write to the same file: each line is written under a lock on it, whole.
type logs struct {
	name, file string
	most       int64
	wait       time.Duration
}

func newLog(name, file string) (Platform, error) {
	if file == "" {
		return nil, fault("the log platform %s has no file", `name one with file = "…" under webhook.platforms`, name)
	}
	return &logs{name: name, file: file, most: mostLog, wait: lockTime}, nil
}

func (l *logs) Name() string              { return l.name }
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
	Cut      int       `json:"cut,omitempty"` // bytes of the text that are left out
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
		return &client.Error{Kind: client.KindLocal, Op: "post", What: "the log platform %s cannot write %s: another program holds it", Args: []any{l.name, l.file},
			Hint: "end what has the file locked, or name another file"}
	default:
		return l.failed(err)
	}
}

func (l *logs) failed(err error) error {
	why := err.Error()
	var pe *os.PathError
	if errors.As(err, &pe) { // the sentence names the file
		why = pe.Err.Error()
	}
	return &client.Error{Kind: client.KindLocal, Op: "post", What: "the log platform %s cannot write %s: %s", Args: []any{l.name, l.file, why},
		Hint: "check the folder and its rights, or name another file", Err: err}
}

// write appends the line, and moves a full file out of the way first.
func (l *logs) write(ctx context.Context, line []byte) error {
	path := l.file
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	for {
		f, size, err := openLocked(ctx, path)
		if err != nil {
			return err
		}
		if size <= 0 || size+int64(len(line)) <= l.most {
			return errors.Join(appendLine(f, size, line), f.Close())
		}
		err = os.Rename(path, path+".1")
		_ = f.Close()
		if err != nil {
			return err
		}
	}
}

// openLocked opens the file that has the path while it is locked, and gives its
// size; -1 when it is a pipe, which needs no lock.
func openLocked(ctx context.Context, path string) (*os.File, int64, error) {
	for {
		f, err := openLog(path)
		if err != nil {
			return nil, 0, err
		}
		info, err := f.Stat()
		if err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			if end, ok := ctx.Deadline(); ok {
				_ = f.SetWriteDeadline(end) // its reader may have stopped
			}
			return f, -1, nil
		}
		if err == nil && !info.Mode().IsRegular() { // a terminal is a screen
			_ = f.Close()
			return nil, 0, errors.New((*text.Catalogue)(nil).Say("it is neither a file nor a pipe"))
		}
		if err == nil {
			err = lock(ctx, f)
		}
		if err != nil {
			_ = f.Close()
			return nil, 0, err
		}
		// Another writer may have moved it while this one waited.
		info, err = f.Stat()
		there, errThere := os.Stat(path)
		if err == nil && errThere == nil && os.SameFile(info, there) {
			return f, info.Size(), nil
		}
		_ = f.Close()
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
	}
}

// appendLine writes the line, or nothing of it. A line of a writer that died in
// the middle is ended first.
func appendLine(f *os.File, size int64, line []byte) error {
	if size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err == nil && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	n, err := f.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil && n > 0 && size >= 0 {
		_ = f.Truncate(size)
	}
	return err
}

// encode makes the line. What would do something to a terminal that the file is
// shown on is escaped.
func encode(m Message) ([]byte, error) {
	said := model.FirstBytes(m.Text, mostLogText)
	raw, err := json.Marshal(logLine{m.At, model.FirstBytes(m.Session, mostField), string(m.Kind), model.FirstBytes(m.Event, mostField), m.Project, m.Delivery, m.Bad, said, len(m.Text) - len(said)})
	if err != nil {
		return nil, err
	}
	return append(model.EscapeJSON(raw), '\n'), nil
}
