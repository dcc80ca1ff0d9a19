package run

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/model"
)

// Recovering and purging go the way of every write. Entries of the recycle bin
// have no place but a record id, which does not change; so what others do to
// folders cannot meet them, and the bin's listing alone verifies them.

// inBin finds the entries of a batch right before the call.
func (j *job) inBin(ctx context.Context, w *listing.Walker, b *batch, l *lookups) error {
	w.Extra++
	in, err := listing.ListBin(ctx, j.src, j.class())
	if err != nil {
		return err
	}
	for _, n := range b.steps {
		s := &j.Steps[n]
		if e, ok := in[s.Record]; !ok || e.Entry.Name != s.Name {
			l.absent = append(l.absent, n)
			continue
		}
		l.steps = append(l.steps, n)
		l.refs = append(l.refs, model.Ref{Place: s.Source(), ID: s.Record, Kind: s.Kind, At: time.Now()})
	}
	return nil
}

func recordsOf(refs []model.Ref) []string {
	out := make([]string, len(refs))
	for i := range refs {
		out[i] = refs[i].ID
	}
	return out
}

// binContents is the bin's listing for the Verifier, by record.
func binContents(ctx context.Context, w *listing.Walker, _ model.Place) (*content, error) {
	w.Extra++
	in, err := listing.ListBin(ctx, w.Src, client.Bulk)
	if err != nil {
		return nil, err
	}
	c := &content{names: make(map[string][]model.Entry, len(in)), complete: true}
	for record, e := range in {
		c.names[record] = []model.Entry{e.Entry}
	}
	return c, nil
}
