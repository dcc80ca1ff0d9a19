package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"aloft/client/embedded/store"
)

// SampleContent is the content of a page's blob: a file, or memory if the disk has no room for a file.
type SampleContent struct {
	store.Blob
	db     *store.DB
	memory []byte
}

// Kept reports whether it is a file.
func (c SampleContent) Kept() bool { return c.memory == nil }

// Open opens it.
func (c SampleContent) Open() (store.Bytes, error) {
	if !c.Kept() {
		return inMemory{bytes.NewReader(c.memory)}, nil
	}
	f, _, err := c.db.OpenBlob(c.Hash)
	return f, err
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// ReadSample finds the content of a page's blob. A disk that takes no file only costs that
// content of the sample is made again for each read.
func ReadSample(ctx context.Context, s *Store, name string) (SampleContent, error) {
	recipe, isSample := strings.CutPrefix(name, sampleBlob)
	if !isSample || s.DB.ReadOnly() == nil {
		b, err := SampleBytes(ctx, s, name)
		if err == nil || !isSample || ctx.Err() != nil {
			return SampleContent{Blob: b, db: s.DB}, err
		}
	}
	var b bytes.Buffer
	if err := writeSample(ctx, recipe, &b); err != nil {
		return SampleContent{}, err
	}
	sum := sha256.Sum256(b.Bytes())
	return SampleContent{Blob: store.Blob{Hash: hex.EncodeToString(sum[:]), Size: int64(b.Len())}, memory: b.Bytes()}, nil
}

// SampleBytes finds the file of a page's blob. That of a page of the sample is made when
// it is first read, so that the first start need not wait.
func SampleBytes(ctx context.Context, s *Store, name string) (store.Blob, error) {
	recipe, isSample := strings.CutPrefix(name, sampleBlob)
	if !isSample {
		f, size, err := s.DB.OpenBlob(name)
		if err != nil {
			return store.Blob{}, err
		}
		return store.Blob{Hash: name, Size: size}, f.Close()
	}
	var b bytes.Buffer
	if err := writeSample(ctx, recipe, &b); err != nil {
		return store.Blob{}, err
	}
	made, _, err := s.DB.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
		_, err := w.Write(b.Bytes())
		return nil, err
	})
	if err != nil {
		return store.Blob{}, err
	}
	return made, s.Update(ctx, func(l Rows) error {
		if err := s.DB.Refer(made.Hash); err != nil {
			return err
		}
		return l.Do("UPDATE page SET blob = ?, size = ? WHERE blob = ?", made.Hash, made.Size, name)
	})
}
