package disk

import (
	"context"

	"aloft/client"
	"aloft/model"
)

var errNotYet = client.Errorf(client.KindUnsupported, "", model.Place{}, "")

func (s *Source) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	return model.Listing{}, errNotYet
}
func (s *Source) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	return model.Entry{}, errNotYet
}
func (s *Source) Walk(opt client.Options) client.Walk { return nil }
func (s *Source) CheckName(name string) error         { return errNotYet }
func (s *Source) MakeFolder(ctx context.Context, parent model.Ref, name string, class client.Class) (string, error) {
	return "", errNotYet
}
func (s *Source) Rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	return errNotYet
}
func (s *Source) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	return errNotYet
}
func (s *Source) MoveBatch() int { return 1 }
func (s *Source) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, class client.Class) error {
	return errNotYet
}
func (s *Source) DeleteBatch() int { return 1 }
func (s *Source) DeleteModes() []client.DeleteMode {
	return []client.DeleteMode{client.DeleteForever}
}
