package sample

import (
	"bytes"
	"context"
	"io"
	"strings"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// Bytes finds the file of a page's blob. That of a page of the sample is made when
// it is first read, so that the first start need not wait.
func Bytes(ctx context.Context, s *pages.Store, name string) (store.Blob, error) {
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
	return made, s.Update(ctx, func(l pages.Rows) error {
		if err := s.DB.Refer(made.Hash); err != nil {
			return err
		}
		return l.Do("UPDATE page SET blob = ?, size = ? WHERE blob = ?", made.Hash, made.Size, name)
	})
}
