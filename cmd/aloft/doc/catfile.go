package doc

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"strings"

	"aloft/client"
	"aloft/model"
)

// catTries is how often a download of a file goes on after it broke off.
const catTries = 3

// catFile writes the bytes of a file to standard output. isFile is false for the places
// of a source whose documents are read instead.
func (cs *Commands) catFile(arg string) (isFile bool, err error) {
	at, err := cs.places.Place(arg)
	if err != nil || at.Scheme != model.SchemeDrive {
		return false, nil // whoever reads documents says what is wrong
	}
	at, src, err := cs.places.Source(arg)
	if err != nil {
		return true, err
	}
	from, ok := src.(client.Downloader)
	if !ok {
		return false, nil
	}
	ctx := cs.session.Context()
	out := &bytesOut{w: cs.con.Stdout, sum: md5.New()}
	if cs.con.OutIsTerminal() {
		lines := &cleaned{w: cs.con.Stdout}
		defer func() { err = errors.Join(err, lines.flush(true)) }()
		out.w = lines
	}
	for try := 1; ; try++ {
		l, err := from.Link(ctx, at, client.Interactive)
		if err != nil {
			return true, err
		}
		before := out.n
		_, err = from.Fetch(ctx, l, out.n, out)
		var e *client.Error
		switch {
		case err == nil && l.MD5 != "" && l.MD5 != hex.EncodeToString(out.sum.Sum(nil)):
			return true, client.Errorf(client.KindServer, "read", at, "what came is not what the drive says that it is: the checksum (MD5) is another one")
		case err == nil:
			return true, nil
		case out.n > before:
			try = 1
		}
		if ctx.Err() != nil || try >= catTries || !errors.As(err, &e) || e.Kind != client.KindStale && e.Kind != client.KindNetwork {
			return true, err
		}
	}
}

// bytesOut counts and sums up what is written; what was written cannot be taken back.
type bytesOut struct {
	w   io.Writer
	n   int64
	sum hash.Hash
}

func (b *bytesOut) Write(p []byte) (int, error) {
	n, err := b.w.Write(p)
	b.n += int64(n)
	b.sum.Write(p[:n])
	return n, err
}

func (b *bytesOut) Restart() error {
	if b.n == 0 {
		return nil
	}
	return client.Errorf(client.KindServer, "read", model.Place{}, "the download broke off, and the drive does not start in the middle of a file")
}

// cleaned writes text without what would act on a terminal.
type cleaned struct {
	w    io.Writer
	rest []byte
}

// longestLine is how much of a line is held back, in bytes.
const longestLine = 64 << 10

func (c *cleaned) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	return len(p), c.flush(false)
}

func (c *cleaned) flush(all bool) error {
	n := bytes.LastIndexByte(c.rest, '\n') + 1
	if all || len(c.rest)-n > longestLine {
		n = len(c.rest)
	}
	for line := range strings.SplitAfterSeq(string(c.rest[:n]), "\n") {
		text, end := strings.CutSuffix(line, "\n")
		cells := strings.Split(strings.TrimSuffix(text, "\r"), "\t")
		for i := range cells {
			cells[i] = model.Clean(cells[i])
		}
		text = strings.Join(cells, "\t")
		if end {
			text += "\n"
		}
		if _, err := io.WriteString(c.w, text); err != nil {
			return err
		}
	}
	c.rest = append(c.rest[:0], c.rest[n:]...)
	return nil
}
