package disk

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"io"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

var _ client.Summer = (*Source)(nil)

// Sums is client.Summer: the files are read.
func (s *reader) Sums(ctx context.Context, folder model.Place, files []*model.Entry, _ client.Class) ([]string, error) {
	out := make([]string, len(files))
	for i, f := range files {
		body, _, err := s.Open(ctx, folder.Join(f.Name))
		if err != nil {
			return nil, err
		}
		sum := md5.New()
		_, err = io.Copy(sum, system.Reader(ctx, body))
		_ = body.Close()
		if err != nil {
			return nil, fault("compare", folder.Join(f.Name), err)
		}
		out[i] = hex.EncodeToString(sum.Sum(nil))
	}
	return out, nil
}
