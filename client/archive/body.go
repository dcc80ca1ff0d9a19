package archive

import (
	"context"
	"io"

	"aloft/client"
	"aloft/model"
)

// body opens the file of an archive. Of one on another machine only the directory of a zip is read, and what is asked for;
// others are fetched as a whole.
func (s *Source) body(ctx context.Context, at model.Place, e model.Entry) (source, model.Entry, error) {
	stay := context.WithoutCancel(ctx)
	b, now, err := s.files.Peek(stay, at, e)
	if err != nil {
		return source{}, now, err
	}
	return source{ReaderAt: b, close: b.Close, whole: true}, now, nil
}

var _ io.ReaderAt = source{}
var _ = client.SpoolMax
