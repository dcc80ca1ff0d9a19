package embedded

import (
	"bytes"
	"context"
	"io"
	"strings"
)

// sampleBytes finds the file of a page's blob. That of a page of the sample is made
// when somebody asks for it first, so that the first start need not wait.
func sampleBytes(ctx context.Context, s *pageStore, name string) (blob, error) {
	recipe, isSample := strings.CutPrefix(name, sampleBlob)
	if !isSample {
		f, size, err := s.db.openBlob(name)
		if err != nil {
			return blob{}, err
		}
		return blob{hash: name, size: size}, f.Close()
	}
	var b bytes.Buffer
	if err := writeSample(ctx, recipe, &b); err != nil {
		return blob{}, err
	}
	made, _, err := s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) {
		_, err := w.Write(b.Bytes())
		return nil, err
	})
	if err != nil {
		return blob{}, err
	}
	return made, s.update(ctx, func(l rows) error {
		if err := s.db.refer(made.hash); err != nil {
			return err
		}
		return l.do("UPDATE page SET blob = ?, size = ? WHERE blob = ?", made.hash, made.size, name)
	})
}
