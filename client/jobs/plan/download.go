package plan

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// downloads plans folders on the disk first, each before its content.
func (p *planner) downloads(ctx context.Context) error {
	to := p.r.Target
	p.check = p.disk.Src.CheckName
	f, err := p.disk.Folder(ctx, to)
	if err != nil {
		return err
	}
	in := &into{to, f.Held()}
	for i, at := range p.r.Items {
		it, err := p.item(ctx, at)
		if err == nil {
			name := p.r.NewNames[i]
			if name == "" {
				name = p.onDisk(&it)
			}
			err = p.downloadItem(ctx, it, in, name, true)
		}
		if !p.leaveOut(at, err) && err != nil {
			return err
		}
	}
	return nil
}

// onDisk is the name of the item on the disk.
func (p *planner) onDisk(it *model.Item) string {
	name := client.OnDisk(p.disk.Src, it.Name)
	it.Was = was(it.Name, name)
	return name
}

// was is the name of what gets another one on the disk.
func was(name, onDisk string) string {
	if name == onDisk {
		return ""
	}
	return name
}

// original is the time that a copy of the entry gets, 0 = that of its fingerprint.
func original(e *model.Entry) int64 {
	if e.Original.IsZero() {
		return 0
	}
	return e.Original.UnixMilli()
}

// downloadItem plans an entry of the service; top: it was asked for by name.
func (p *planner) downloadItem(ctx context.Context, it model.Item, to *into, name string, top bool) error {
	if it.Kind.Container() {
		in, err := p.folderIn(ctx, &p.disk, to, name, it.Was)
		if err != nil || in == nil {
			return err
		}
		f, err := p.Folder(ctx, it.Place())
		if err != nil {
			return err
		}
		if !f.Complete {
			return client.Errorf(client.KindServer, string(p.r.Op), it.Place(), "the service does not show the whole of %s, so it cannot be downloaded as a whole", it.Place().String())
		}
		for n, c := range f.Entries {
			p.State.Found++
			child := model.Item{Op: model.OpDownload, Parent: it.Place(), Name: c.Name, Kind: c.Kind, Print: c.Fingerprint(), Original: original(&c), Pos: f.Position(n), Decision: model.DecideGo}
			if err := p.downloadItem(ctx, child, in, p.onDisk(&child), false); err != nil {
				return err
			}
		}
		return nil
	}
	it.Target = to.place
	if err := p.Src.(client.Downloader).CheckDownload(model.Entry{Name: it.Name, Kind: it.Kind, Size: it.Print.Size}); err != nil {
		if top {
			return err
		}
		p.skip(it, model.WhyRefused, err)
		return nil
	}
	if err := p.named(&it, name, to); err != nil {
		return err
	}
	p.plan.Items = append(p.plan.Items, it)
	return nil
}
