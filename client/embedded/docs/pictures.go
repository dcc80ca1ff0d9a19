package docs

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"aloft/client/embedded/store"
	"aloft/client/office/word"
)

// pictures stores the bytes of pictures in files, for the engine.
type pictures struct {
	db  *store.DB
	new []string // hashes that were stored
}

// keptBytes returns the bytes of a picture with a file of its own.
type keptBytes struct {
	db   *store.DB
	hash string
	size int64
}

// Open opens the file.
func (b keptBytes) Open() (io.ReadCloser, error) {
	f, _, err := b.db.OpenBlob(b.hash)
	return f, err
}

// Size of the file.
func (b keptBytes) Size() int64 { return b.size }

// Key stores the bytes in a file, unless they have one, and returns its hash.
func (p *pictures) Key(b word.Bytes) (string, error) {
	if kept, is := b.(keptBytes); is {
		p.new = append(p.new, kept.hash)
		return kept.hash, nil
	}
	r, err := b.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	w, err := p.db.NewBlob()
	if err != nil {
		return "", err
	}
	defer w.Drop()
	if _, err := io.Copy(w, r); err != nil {
		return "", err
	}
	made, err := w.Keep()
	p.new = append(p.new, made.Hash)
	return made.Hash, err
}

// hashOf returns the hash of a picture's bytes, or of their readable part.
func hashOf(b word.Bytes) string {
	sum := sha256.New()
	if r, err := b.Open(); err == nil {
		_, _ = io.Copy(sum, r)
		r.Close()
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Bytes opens a stored picture again.
func (p *pictures) Bytes(key string, size int64) (word.Bytes, error) {
	return keptBytes{p.db, key, size}, nil
}
