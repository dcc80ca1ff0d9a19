package drive

import (
	"bytes"
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// Checksums of an empty file.
const (
	noMD5  = "d41d8cd98f00b204e9800998ecf8427e"
	noSHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
)

// CreateKinds returns the kinds that can be created: an empty file.
func (s *reader) CreateKinds(model.Place) []model.Kind { return []model.Kind{model.KindFile} }

// CheckTitle checks a file name.
func (s *reader) CheckTitle(name string) error { return s.CheckName(name) }

// Create uploads an empty file.
func (s *Source) Create(ctx context.Context, folder model.Ref, name string, n model.New, class client.Class) (model.Entry, error) {
	made := model.Entry{Name: name, Kind: n.Kind}
	p, f := folder.Place.Join(name), client.UploadFile{Name: name, Modified: time.Now(), MD5: noMD5, SHA1: noSHA1}
	up, done, err := s.Announce(ctx, folder, f, class)
	if err == nil && !done {
		done, err = s.Known(ctx, p, up, f, class)
	}
	if err != nil || done {
		return made, err
	}
	keep := func(receipt string) error { up.Receipts = append(up.Receipts, receipt); return nil }
	if err := s.Parts(ctx, p, up, f, nothing{bytes.NewReader(nil)}, class, keep, func(int64) {}); err != nil {
		return made, err
	}
	return made, s.Complete(ctx, p, up, f, class)
}

// nothing is the body of an empty file.
type nothing struct{ *bytes.Reader }

func (nothing) Close() error { return nil }
