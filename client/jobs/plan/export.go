package plan

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// exports plans folders on the disk first, each before its content.
func (p *planner) exports(ctx context.Context) error {
	to := p.r.Target
	if p.r.Format != model.FormatNative && !p.convert {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), to, text.JobsNoConvert, p.r.Format)
	}
	p.check = p.disk.Src.CheckName
	f, err := p.disk.Folder(ctx, to)
	if err != nil {
		return err
	}
	in := &into{to, f.Held()}
	for i, at := range p.r.Items {
		it, err := p.item(ctx, at)
		if err == nil && !p.given[it.Pin] {
			p.given[it.Pin] = true
			err = p.exportItem(ctx, it, p.entries[it.Pin], at, in, true, p.r.NewNames[i])
		}
		if !p.leaveOut(at, err) && err != nil {
			return err
		}
	}
	return nil
}

// exportItem plans one entry of the service; at is its place, name the name of the
// file or folder, "" = from its title.
func (p *planner) exportItem(ctx context.Context, it model.Item, e model.Entry, at model.Place, to *into, top bool, as string) error {
	w := p.disk.Src.(client.FileWriter)
	if d, ok := p.Src.(client.Detailer); ok && e.Kind == model.KindOther {
		var more model.Entry
		err := p.Patiently(ctx, func() (err error) { more, err = d.Details(ctx, e, client.Options{Class: p.Class}); return err })
		if err != nil {
			return err
		}
		more.HasPages = more.HasPages || e.HasPages
		e, it.Kind, it.Print.Kind = more, more.Kind, more.Kind
	}
	if !e.Kind.Container() {
		if err := p.exportDocument(it, e, to, top && !e.HasPages, as); err != nil {
			return err
		}
	}
	if !e.Enterable() || p.above[it.Pin] {
		return nil // a page that a service lists below itself would never end
	}
	p.above[it.Pin] = true
	defer delete(p.above, it.Pin)
	title := cmp.Or(as, e.Name)
	name := w.SafeName(title)
	in, err := p.folderIn(ctx, &p.disk, to, name, was(title, name))
	if err != nil || in == nil {
		return err
	}
	f, err := p.Folder(ctx, at)
	if err != nil {
		return err
	}
	l := model.Listing{Entries: f.Entries, Steady: true}
	twins := l.Twins()
	for _, c := range f.Entries {
		p.State.Found++
		child := model.Item{Op: model.OpExport, Parent: at, Name: c.Name, Pin: c.ID, Kind: c.Kind, Print: c.Fingerprint(), Decision: model.DecideGo}
		if err := p.exportItem(ctx, child, c, at.JoinEntry(&c, twins), in, false, ""); err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) exportDocument(it model.Item, e model.Entry, to *into, must bool, as string) error {
	it.Target, it.Format = to.place, p.r.Format
	name, err := p.Src.(client.Exporter).ExportName(e, p.r.Format)
	switch {
	case err != nil && must:
		return err
	case err != nil:
		p.skip(it, model.WhyRefused, err)
		return nil
	}
	if own, err := p.Src.(client.Exporter).ExportName(e, model.FormatNative); err == nil && model.Extension(own) == "."+it.Format {
		it.Format = model.FormatNative // has a name of its own, and needs no conversion
	}
	if ext := model.Extension(name); as != "" {
		if name = as; model.Extension(as) != ext {
			name += ext
		}
	}
	safe := p.disk.Src.(client.FileWriter).SafeName(name)
	it.Was = was(name, safe)
	if err := p.named(&it, safe, to); err != nil {
		return err
	}
	p.plan.Items = append(p.plan.Items, it)
	return nil
}
