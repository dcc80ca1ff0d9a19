package listing

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// ListBin lists the whole recycle bin, by record.
func ListBin(ctx context.Context, src client.Source, class client.Class) (map[string]client.BinEntry, error) {
	b, ok := src.(client.Binner)
	if !ok {
		return nil, client.Able(src, model.OpRecover)
	}
	es, err := b.Bin(ctx, client.Options{Class: class, Fresh: true})
	if err != nil {
		return nil, err
	}
	out := make(map[string]client.BinEntry, len(es))
	for _, e := range es {
		out[e.Record] = e
	}
	return out, nil
}

// Bin is ListBin, counted.
func (w *Walker) Bin(ctx context.Context, class client.Class) (map[string]client.BinEntry, error) {
	w.Extra++
	return ListBin(ctx, w.Src, class)
}
