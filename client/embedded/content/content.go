// Package content has the bytes of the drive's files: pieces that were uploaded,
// each a file beside the database, or bytes that are made when they are read, so
// that a drive of many gigabytes for a trial costs no disk.
package content

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"

	"aloft/client/embedded/store"
)

// File is where the bytes of an entry of the drive are.
type File struct {
	Seq     int64
	Name    string
	MIME    string
	Size    int64
	Content int64  // row of content; 0: they are made
	Recipe  string // of made ones
	MD5     string // hexadecimal, "" = not known yet
	Updated int64  // milliseconds
}

// Find reads the file of an entry; found is false for a folder too.
func Find(l *store.Link, seq int64) (f File, found bool, err error) {
	f.Seq = seq
	found, err = l.Row("SELECT name, mime, size, content, made, md5, updated FROM node WHERE seq = ? AND isfile = 1", []any{seq},
		&f.Name, &f.MIME, &f.Size, &f.Content, &f.Recipe, &f.MD5, &f.Updated)
	if f.Content == 0 && f.Recipe == "" {
		f.Recipe = strconv.FormatInt(seq, 10)
	}
	return f, found, err
}

// Tag names these bytes and no others, as an ETag does.
func (f File) Tag() string {
	return fmt.Sprintf(`"%d-%s-%d"`, f.Content, f.Recipe, f.Size)
}

// Reader reads the bytes of a file from any place; the caller must close it.
type Reader struct {
	*io.SectionReader
	from io.Closer
}

// Close implements io.Closer.
func (r *Reader) Close() error { return r.from.Close() }

var errLost = errors.New("bytes are missing")

// Open opens the bytes of a file.
func Open(ctx context.Context, db *store.DB, f File) (*Reader, error) {
	if f.Content == 0 {
		m := newMade(f.Recipe, f.MIME, f.Size)
		return &Reader{io.NewSectionReader(m, 0, f.Size), m}, nil
	}
	p := &pieces{db: db}
	err := db.View(ctx, func(l *store.Link) (err error) { p.all, err = Pieces(l, f.Content); return err })
	if err != nil {
		return nil, err
	}
	size := int64(0)
	for _, piece := range p.all {
		p.starts = append(p.starts, size)
		size += piece.Size
	}
	if size != f.Size {
		return nil, errLost
	}
	return &Reader{io.NewSectionReader(p, 0, size), p}, nil
}

// Sum is the MD5 of a file of which it is not known, in hexadecimal.
func Sum(ctx context.Context, db *store.DB, f File) (string, error) {
	r, err := Open(ctx, db, f)
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := md5.New()
	buf := make([]byte, 1<<20)
	for {
		n, err := r.Read(buf)
		h.Write(buf[:n])
		switch {
		case err == io.EOF:
			return hex.EncodeToString(h.Sum(nil)), nil
		case err != nil:
			return "", err
		case ctx.Err() != nil:
			return "", ctx.Err()
		}
	}
}

// Piece is one piece of a content.
type Piece struct {
	N    int
	Hash string // of its file
	MD5  string // hexadecimal
	Size int64
	// State is that of the MD5 of everything up to its end, nil where a piece before
	// it was missing when it came.
	State []byte
}

// Pieces are all pieces of a content, in order.
func Pieces(l *store.Link, content int64) (all []Piece, err error) {
	err = l.Rows("SELECT n, hash, md5, size, state FROM piece WHERE content = ? ORDER BY n", []any{content}, func(scan func(...any) error) error {
		var p Piece
		err := scan(&p.N, &p.Hash, &p.MD5, &p.Size, &p.State)
		all = append(all, p)
		return err
	})
	return all, err
}

// pieces read files one after the other as one. One is open at a time.
type pieces struct {
	db     *store.DB
	all    []Piece
	starts []int64
	open   *os.File
	which  int
}

func (p *pieces) ReadAt(b []byte, off int64) (n int, err error) {
	for len(b) > 0 {
		i := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > off }) - 1
		for i >= 0 && i < len(p.all)-1 && off >= p.starts[i]+p.all[i].Size {
			i++ // an empty piece
		}
		if i < 0 || off >= p.starts[i]+p.all[i].Size {
			return n, io.EOF
		}
		if p.open == nil || p.which != i {
			if err := p.Close(); err != nil {
				return n, err
			}
			if p.open, _, err = p.db.OpenBlob(p.all[i].Hash); err != nil {
				return n, err
			}
			p.which = i
		}
		part := b[:min(int64(len(b)), p.starts[i]+p.all[i].Size-off)]
		m, err := p.open.ReadAt(part, off-p.starts[i])
		n, off, b = n+m, off+int64(m), b[m:]
		if m < len(part) {
			if err == nil || err == io.EOF {
				err = errLost // the file is shorter than its row says
			}
			return n, err
		}
	}
	return n, nil
}

func (p *pieces) Close() error {
	if p.open == nil {
		return nil
	}
	f := p.open
	p.open = nil
	return f.Close()
}

// Add makes a content of one piece, whose file is written.
func Add(l *store.Link, b store.Blob) (int64, error) {
	_, seq, err := l.Exec("INSERT INTO content(size, md5) VALUES(?, ?)", b.Size, b.MD5)
	if err != nil {
		return 0, err
	}
	return seq, l.Do("INSERT INTO piece(content, n, hash, md5, size) VALUES(?, 1, ?, ?, ?)", seq, b.Hash, b.MD5, b.Size)
}
