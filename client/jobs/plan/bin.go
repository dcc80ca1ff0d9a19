package plan

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/model"
	"aloft/model/text"
)

const notInBin text.Text = "%s is not in the recycle bin any more"

// binPlanner checks what can be checked without listing.
func (m *Maker) binPlanner(r client.Request) (*planner, error) {
	if len(r.Bin) == 0 {
		return nil, client.Errorf(client.KindInvalid, string(r.Op), model.Place{}, text.JobsNothing)
	}
	src, err := m.Sources.For(r.Target)
	if err != nil {
		return nil, err
	}
	return m.newPlanner(r, src), nil
}

// bin finds the entries in the recycle bin.
func (p *planner) bin(ctx context.Context) error {
	var in map[string]client.BinEntry
	err := p.Patiently(ctx, func() (err error) { in, err = listing.ListBin(ctx, p.Src, p.Class); return err })
	if err != nil {
		return err
	}
	p.plan.Sizes = []model.FolderSize{{Folder: p.root, Entries: len(in)}}
	given := map[string]bool{}
	for _, b := range p.r.Bin {
		if given[b.Record] {
			continue
		}
		given[b.Record] = true
		found, ok := in[b.Record]
		if !ok || b.Record == "" || found.Entry.Name != b.Entry.Name {
			return client.Errorf(client.KindNotFound, string(p.r.Op), p.root, notInBin, b.Entry.Name)
		}
		p.plan.Items = append(p.plan.Items, model.Item{Op: p.r.Op, Parent: p.root, Name: found.Entry.Name, Record: b.Record, Former: found.From,
			Kind: found.Entry.Kind, Print: found.Entry.Fingerprint(), Decision: model.DecideGo})
	}
	return nil
}
