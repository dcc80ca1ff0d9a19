package verify

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// Sums are the source's MD5s of files of a folder, "" where it tells none: one that is too large is
// refused, with all that are asked for in the same call. ask makes each call.
func Sums(ctx context.Context, src client.Source, at model.Place, files []*model.Entry, class client.Class, ask func(call func() error) error) ([]string, error) {
	if _, ok := src.(client.Summer); !ok || len(files) == 0 {
		return make([]string, len(files)), nil
	}
	var out []string
	err := ask(func() (err error) { out, err = client.Sums(ctx, src, at, files, class); return err })
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil, client.Is(err, client.KindAuth), client.Is(err, client.KindStale), client.Is(err, client.KindNotFound), journal.Retryable(err):
		return nil, err
	case len(files) == 1:
		return []string{""}, nil
	}
	half := len(files) / 2
	one, err := Sums(ctx, src, at, files[:half], class, ask)
	if err != nil {
		return nil, err
	}
	two, err := Sums(ctx, src, at, files[half:], class, ask)
	return append(one, two...), err
}
