package doc

import (
	"crypto/md5"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// catTries is how often a download of a file goes on after it broke off.
const catTries = 3

// catFile writes the bytes of a file to standard output. isFile is false for the places
// of a source whose documents are read instead.
func (cs *Commands) catFile(arg string) (isFile bool, err error) {
	at, err := cs.places.Place(arg)
	if err != nil || at.Scheme != model.SchemeDrive && !at.Scheme.Packed() {
		return false, nil // whoever reads documents says what is wrong
	}
	src, err := cs.files.For(at)
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
		lines := console.NewCleaned(cs.con.Stdout)
		defer func() { err = errors.Join(err, lines.Close()) }()
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
			return true, client.Errorf(client.KindServer, "read", at, "the download does not match the drive's MD5")
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
	return client.Errorf(client.KindServer, "read", model.Place{}, "the download broke off, and the drive cannot resume it")
}
