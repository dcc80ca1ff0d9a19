package drive

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"time"

	"aloft/client/embedded/store"
)

// keepIncoming is how long an inactive upload keeps its pieces.
const keepIncoming = 24 * time.Hour

// Incoming is an upload, from its announcement on.
type Incoming struct {
	Seq              int64
	ID, Upload, Key  string // task_id, upload_id and obj_key
	Parent           int64  // row of node
	Name, MIME       string
	Size             int64 // as announced
	Created, Updated int64 // of the sender's file, in milliseconds; 0 = unknown
	MD5, SHA1        string
	Content          int64 // the content it fills; 0 once it is an entry
	Node             int64 // the entry made from it, 0 = none yet
}

// BeginIncoming stores a new upload. Those that nobody has gone on with for a day end.
func BeginIncoming(l *store.Link, in *Incoming, now time.Time) (err error) {
	if err := ExpireIncoming(l, now); err != nil {
		return err
	}
	if _, in.Content, err = l.Exec("INSERT INTO content(size) VALUES(0)"); err != nil {
		return err
	}
	_, in.Seq, err = l.Exec("INSERT INTO incoming(id, upload, key, parent, name, mime, size, created, updated, content, used) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		in.ID, in.Upload, in.Key, in.Parent, in.Name, in.MIME, in.Size, in.Created, in.Updated, in.Content, now.UnixNano())
	return err
}

// ExpireIncoming ends uploads that were inactive for a day.
func ExpireIncoming(l *store.Link, now time.Time) error {
	return l.Do("DELETE FROM incoming WHERE used < ?", now.Add(-keepIncoming).UnixNano())
}

// OldIncoming reports whether an upload has expired.
func OldIncoming(l *store.Link, now time.Time) (bool, error) {
	return l.Row("SELECT 1 FROM incoming WHERE used < ? LIMIT 1", []any{now.Add(-keepIncoming).UnixNano()}, new(int))
}

// FindIncoming reads the upload that matches the condition; its Seq is 0 when none does.
func FindIncoming(l *store.Link, where string, value any) (in Incoming, err error) {
	_, err = l.Row("SELECT seq, id, upload, key, parent, name, mime, size, created, updated, md5, sha1, content, node FROM incoming WHERE "+where, []any{value},
		&in.Seq, &in.ID, &in.Upload, &in.Key, &in.Parent, &in.Name, &in.MIME, &in.Size, &in.Created, &in.Updated, &in.MD5, &in.SHA1, &in.Content, &in.Node)
	return in, err
}

// KnownContent finds the content with those hashes, so that it need not be sent.
func KnownContent(l *store.Link, size int64, md5, sha1 string) (seq int64, found bool, err error) {
	found, err = l.Row("SELECT seq FROM content WHERE md5 = ? AND size = ? AND sha1 IN ('', ?) LIMIT 1", []any{md5, size, sha1}, &seq)
	return seq, found, err
}

// Whole returns the MD5 of a completed upload, or "", and its size.
func (in Incoming) Whole(l *store.Link) (md5 string, size int64, err error) {
	_, err = l.Row("SELECT md5, size FROM content WHERE seq = ?", []any{in.Content}, &md5, &size)
	return md5, size, err
}

// Chain computes the MD5 up to the end of a piece being received.
type Chain struct {
	hash.Hash
	before []byte // state before the piece; nil for the first
	broken bool   // the piece before it is missing
}

// FollowChain returns the chain for piece n.
func FollowChain(l *store.Link, content int64, n int) (*Chain, error) {
	c := &Chain{Hash: md5.New()}
	if n == 1 {
		return c, nil
	}
	if _, err := l.Row("SELECT state FROM piece WHERE content = ? AND n = ?", []any{content, n - 1}, &c.before); err != nil {
		return nil, err
	}
	c.broken = c.Hash.(encoding.BinaryUnmarshaler).UnmarshalBinary(c.before) != nil
	return c, nil
}

// state returns the state after the piece, or nil if the chain is broken.
func (c *Chain) state(l *store.Link, content int64, n int) ([]byte, error) {
	now, err := FollowChain(l, content, n)
	if err != nil || c.broken || now.broken || !bytes.Equal(now.before, c.before) {
		return nil, err
	}
	return c.Hash.(encoding.BinaryMarshaler).MarshalBinary()
}

// PutPiece stores a written piece. again means that the same bytes were there before.
func PutPiece(l *store.Link, in Incoming, n int, b store.Blob, c *Chain, now time.Time) (again bool, err error) {
	state, err := c.state(l, in.Content, n)
	if err != nil {
		return false, err
	}
	if err := l.Do("UPDATE incoming SET used = ? WHERE seq = ?", now.UnixNano(), in.Seq); err != nil {
		return false, err
	}
	if again, err = l.Row("SELECT 1 FROM piece WHERE content = ? AND n = ? AND hash = ?", []any{in.Content, n, b.Hash}, new(int)); again || err != nil {
		return again, err
	}
	if err := l.Do("DELETE FROM piece WHERE content = ? AND n = ?", in.Content, n); err != nil {
		return false, err
	}
	if err := l.Do("UPDATE piece SET state = NULL WHERE content = ? AND n > ?", in.Content, n); err != nil {
		return false, err
	}
	return false, l.Do("INSERT INTO piece(content, n, hash, md5, size, state) VALUES(?, ?, ?, ?, ?, ?)", in.Content, n, b.Hash, b.MD5, b.Size, state)
}

// CompleteIncoming makes one content of the listed pieces and deletes the others. It returns ErrChanged if others have
// arrived meanwhile.
func CompleteIncoming(l *store.Link, in Incoming, listed []Piece, sum string, now time.Time) error {
	all, err := Pieces(l, in.Content)
	if err != nil {
		return err
	}
	size, next := int64(0), 0
	for _, p := range all {
		if next < len(listed) && p.N == listed[next].N {
			if p.Hash != listed[next].Hash {
				return ErrChanged
			}
			size += p.Size
			next++
			continue
		}
		if err := l.Do("DELETE FROM piece WHERE content = ? AND n = ?", in.Content, p.N); err != nil {
			return err
		}
	}
	if next < len(listed) {
		return ErrChanged
	}
	if err := l.Do("UPDATE incoming SET used = ? WHERE seq = ?", now.UnixNano(), in.Seq); err != nil {
		return err
	}
	return l.Do("UPDATE content SET size = ?, md5 = ?, sha1 = ? WHERE seq = ?", size, sum, in.SHA1, in.Content)
}

// ErrChanged says that the pieces differ from the listed ones.
var ErrChanged = errors.New("the pieces have changed")

// SumPieces returns the MD5 of consecutive pieces. It reads only those after the last known state: none if they came
// in order.
func SumPieces(ctx context.Context, db *store.DB, listed []Piece) (string, error) {
	h, from := md5.New(), 0
	for i, p := range listed {
		if p.N != i+1 {
			break // a state is of all numbers from 1 on
		}
		if p.State != nil {
			from = i + 1
		}
	}
	if from > 0 && h.(encoding.BinaryUnmarshaler).UnmarshalBinary(listed[from-1].State) != nil {
		h, from = md5.New(), 0
	}
	buf := make([]byte, 256<<10)
	for _, p := range listed[from:] {
		f, _, err := db.OpenBlob(p.Hash)
		if err != nil {
			return "", err
		}
		for err == nil {
			var n int
			n, err = f.Read(buf)
			h.Write(buf[:n])
			if ctx.Err() != nil {
				err = ctx.Err()
			}
		}
		f.Close()
		if err != io.EOF {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// DropIncoming ends an upload and frees its pieces.
func DropIncoming(l *store.Link, in Incoming) error {
	return l.Do("DELETE FROM incoming WHERE seq = ?", in.Seq)
}
