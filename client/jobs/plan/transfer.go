package plan

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/model"
	"aloft/model/text"
)

// transferPlanner makes plans of imports and exports: one side is a service, the
// other one the disk.
func (m *Maker) transferPlanner(r client.Request) (*planner, error) {
	op := string(r.Op)
	if len(r.Items) == 0 {
		return nil, client.Errorf(client.KindInvalid, op, model.Place{}, text.JobsNothing)
	}
	from, err := m.Sources.For(r.Items[0])
	if err != nil {
		return nil, err
	}
	to, err := m.Sources.For(r.Target)
	if err != nil {
		return nil, err
	}
	service, disk, in := from, to, r.Op.Row().Carries == model.CarriesIn
	if in {
		service, disk = to, from
	}
	if err := client.Able(service, r.Op); err != nil {
		return nil, err
	}
	_, reads := disk.(client.FileReader)
	if _, writes := disk.(client.FileWriter); in && !reads || !in && !writes {
		return nil, client.Errorf(client.KindUnsupported, op, disk.Root(), "files cannot go from or to %s", string(disk.Root().Scheme))
	}
	p := m.newPlanner(r, service)
	p.disk, p.convert = m.newLister(r, disk), m.Convert
	p.r.Target.Account = to.Root().Account
	if r.Sync != nil {
		return p, nil
	}
	return p, p.choose(m.Sources, r, from.Root())
}

// into is the target folder of a transfer: what it holds already, and what this
// plan adds.
type into struct {
	place model.Place
	held  *listing.Held
}

func (i *into) promise(name string) { i.held.Add(model.Entry{Name: name}) }

// skip adds an item that is left out, with the reason.
func (p *planner) skip(it model.Item, why string, err error) {
	it.Decision, it.Why = model.DecideSkip, why
	if err != nil {
		it.Reason = err.Error()
	}
	p.plan.Items = append(p.plan.Items, it)
}

// named gives the item its name in the folder: for a name that exists there the
// request's rule applies; one that this plan has assigned already gets a number.
func (p *planner) named(it *model.Item, name string, to *into) error {
	it.NewName = name
	if !to.held.Taken(name) {
		to.promise(name)
		return nil
	}
	wish := *it
	wish.Name = name
	it.Free = p.number(&wish, to.held.Taken)
	other, held := to.held.Entry(name)
	if !held && it.Free != "" {
		it.NewName = it.Free
		to.promise(it.Free)
		return nil
	}
	it.Taken = &other
	if err := p.decide(it); err != nil {
		return err
	}
	if it.Free != "" {
		to.promise(it.Free)
	}
	return nil
}

// folderIn returns the folder of that name in another one: an existing one, or one
// to be made. nil = it is left out with its content.
func (p *planner) folderIn(ctx context.Context, l *listing.Lister, to *into, name, was string) (*into, error) {
	at := to.place.Join(name)
	it := model.Item{Op: model.OpMakeFolder, Parent: to.place, Name: name, Was: was, Kind: model.KindFolder, Mode: model.ModeReuse,
		Print: model.Fingerprint{Name: name, Kind: model.KindFolder, Size: model.Unknown}, Decision: model.DecideGo}
	other, held := to.held.Entry(name)
	switch {
	case held && (other.Kind.Container() || l.Src == p.Src && other.Holds(to.place.Scheme)):
		f, err := l.Folder(ctx, at)
		if err != nil {
			return nil, err
		}
		it.Taken = &other
		p.skip(it, model.WhyExists, nil)
		return &into{at, f.Held()}, nil
	case !to.held.Taken(name):
	case held && p.r.Rule == model.ConflictSkip:
		it.Taken = &other
		p.skip(it, model.WhyTaken, nil)
		return nil, nil
	case held && p.r.Rule != model.ConflictNumber:
		return nil, client.Errorf(client.KindConflict, string(p.r.Op), at, text.JobsTaken, at.String())
	default:
		free := p.number(&it, to.held.Taken)
		if free == "" {
			return nil, client.Errorf(client.KindConflict, string(p.r.Op), at, text.JobsNoFreeName, name)
		}
		it.Name, it.Print.Name, it.Free, at = free, free, free, to.place.Join(free)
		if held {
			it.Taken = &other
		}
	}
	if err := l.Src.CheckName(it.Name); err != nil {
		return nil, err
	}
	to.promise(it.Name)
	p.plan.Items = append(p.plan.Items, it)
	return &into{at, to.held.New()}, nil
}

// imports plans imports and uploads: folders first, each before its content.
func (p *planner) imports(ctx context.Context) error {
	f, err := p.target(ctx, p.r.Target)
	if err != nil {
		return err
	}
	to := &into{p.r.Target, f.Held()}
	for i, at := range p.r.Items {
		e, err := p.disk.Src.Stat(ctx, at, client.Options{Class: p.Class})
		if err == nil {
			err = p.importEntry(ctx, at.Parent(), e, to, p.r.NewNames[i], true)
		}
		if !p.leaveOut(at, err) && err != nil {
			return err
		}
	}
	return nil
}

const (
	textLink    text.Text = "%s is a link, which is left out; aloft cp -L copies what a link leads to"
	textSpecial text.Text = "%s is not a regular file"
)

// importEntry plans one entry of the disk; top: it was asked for by name.
func (p *planner) importEntry(ctx context.Context, parent model.Place, e model.Entry, to *into, title string, top bool) error {
	it := model.Item{Op: p.r.Op, Parent: parent, Name: e.Name, Kind: e.Kind, Print: e.Fingerprint(), Target: to.place,
		Decision: model.DecideGo}
	p.State.Found++
	switch e.Kind {
	case model.KindFolder:
		if title == "" {
			title = e.Name
			if p.r.Op == model.OpImport {
				title = strings.ToValidUTF8(e.Name, "_")
			}
		}
		in, err := p.folderIn(ctx, &p.Lister, to, title, "")
		if err != nil || in == nil {
			return err
		}
		f, err := p.disk.Folder(ctx, parent.Join(e.Name))
		if err != nil {
			return err
		}
		// Sorted as people look for names in a long report.
		inOrder := slices.SortedStableFunc(slices.Values(f.Entries), func(a, b model.Entry) int { return model.CompareNatural(a.Name, b.Name) })
		for _, c := range inOrder {
			if err := p.importEntry(ctx, parent.Join(e.Name), c, in, "", false); err != nil {
				return err
			}
		}
		return nil
	case model.KindLink:
		p.skip(it, model.WhyLink, client.Errorf(client.KindUnsupported, "", it.Place(), textLink, e.Name))
		return nil
	case model.KindFile:
	default:
		p.skip(it, model.WhySpecial, client.Errorf(client.KindUnsupported, "", it.Place(), textSpecial, e.Name))
		return nil
	}
	up, asItIs := p.Src.(client.Uploader)
	switch {
	case asItIs:
		it.Calls = up.UploadCalls(e.Size)
		title = cmp.Or(title, e.Name)
	case title == "":
		title = ImportTitle(e.Name)
	}
	if err := p.importable(e, title); err != nil {
		if top {
			return err
		}
		p.skip(it, model.WhyRefused, err)
		return nil
	}
	if err := p.named(&it, title, to); err != nil {
		return err
	}
	p.plan.Items = append(p.plan.Items, it)
	return nil
}

// ImportTitle returns the title of a document made of the file.
func ImportTitle(name string) string {
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		name = name[:n]
	}
	return strings.ToValidUTF8(name, "_")
}

func (p *planner) importable(e model.Entry, title string) error {
	if up, ok := p.Src.(client.Uploader); ok {
		return up.CheckUpload(title, e.Size)
	}
	in := p.Src.(client.Importer)
	name := e.Name
	if sent, convert := in.ImportName(name); convert {
		if !p.convert {
			return client.Errorf(client.KindUnsupported, string(model.OpImport), model.Place{}, text.JobsNoConvert, name)
		}
		name = sent
	}
	if err := in.CheckImport(name, e.Size); err != nil {
		return err
	}
	return p.Src.CheckName(title)
}
