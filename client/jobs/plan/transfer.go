package plan

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/find"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// transferPlanner makes plans of transfers. The planner lists where the items are, and to
// where they go; the job belongs to the service, or to the one that takes them.
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
	if err := client.Transferable(from, to); err != nil {
		return nil, err
	}
	from = client.Rooted(from, r.Roots)
	home := to
	if to.Root().Scheme.Local() && !from.Root().Scheme.Local() {
		home = from
	}
	p := m.newPlanner(r, from)
	at := m.newLister(r, client.Within(to, p.plan.Tops))
	p.to, p.convert, p.cannot = &at, m.Convert, m.Cannot
	m.owns(p, home)
	if r.Sync != nil {
		return p, nil
	}
	return p, p.choose(r, from.Root())
}

// into is the target folder of a transfer: what it holds already, and what this
// plan adds.
type into struct {
	place model.Place
	held  *verify.Held
}

func (i *into) promise(name string) { i.held.Add(model.Entry{Name: name}) }

// named gives the item its name in the folder, as title does, but one that this plan has assigned
// already gets a number.
func (p *planner) named(ctx context.Context, it *model.Item, name string, to *into) error {
	it.NewName = name
	if _, held := to.held.Entry(name); !held && to.held.Taken(name) {
		wish := *it
		wish.Name = name
		if it.Free = p.number(&wish, to.held.Taken); it.Free != "" {
			it.NewName = it.Free
			to.promise(it.Free)
			return nil
		}
	}
	return p.title(ctx, it, name, to.held, nil)
}

// folderIn returns the folder of that name in another one: an existing one, or one
// to be made. nil = it is left out with its content.
func (p *planner) folderIn(ctx context.Context, to *into, name, was string, like model.Place) (*into, error) {
	l, at := p.to, to.place.Join(name)
	it := folderItem(at)
	it.Was, it.Like = was, like
	other, held := to.held.Entry(name)
	switch {
	case held && (other.Kind.Container() || other.Holds(to.place.Scheme)):
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
	if err := notASpace(p.r.Op, to.place); err != nil {
		return nil, err
	}
	to.promise(it.Name)
	p.plan.Items = append(p.plan.Items, it)
	return &into{at, to.held.New()}, nil
}

// transfers plans folders at the target first, each before its content.
func (p *planner) transfers(ctx context.Context) error {
	if p.r.Format != model.FormatNative && !p.convert {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), p.r.Target, text.JobsNoConvert, p.r.Format)
	}
	if p.cannot != nil && !p.served() {
		if err := p.cannot(p.r.Format); err != nil {
			return err
		}
	}
	p.check = p.to.Src.CheckName
	there := folders{}
	if len(p.r.Targets) == 0 {
		if _, err := p.folder(ctx, there, p.r.Target); err != nil {
			return err
		}
	}
	chosen := map[string]bool{}
	for _, at := range p.r.Items {
		chosen[journal.PlaceKey(at)] = len(p.r.Targets) > 0
	}
	for i, at := range p.r.Items {
		it, e, err := p.askedFor(ctx, at)
		in, name := (*into)(nil), p.r.NewNames[i]
		if err == nil {
			in, name, err = p.goal(ctx, there, i)
		}
		if err == nil && chosen[journal.PlaceKey(at)] {
			err = p.alone(at, in.place, chosen)
		}
		if err == nil && e.Kind.Container() && journal.Within(in.place, at) {
			err = client.Errorf(client.KindInvalid, string(p.r.Op), at, copyIntoItself, at.String())
		}
		if err == nil && !p.given[it.Pin] {
			p.given[it.Pin] = it.Pin != ""
			if err = p.transfer(ctx, it, e, at, in, name, true); err == nil && p.r.Op == model.OpRelocate {
				err = deleteOriginal(p, it)
			}
		}
		if !p.leaveOut(at, err) && err != nil {
			return err
		}
	}
	goAround(p, p.beside)
	return nil
}

// folders are those that items go to, by their PlaceKey.
type folders map[string]*into

func (p *planner) folder(ctx context.Context, there folders, at model.Place) (*into, error) {
	k := journal.PlaceKey(at)
	if there[k] == nil {
		f, err := p.targetIn(ctx, cmp.Or(p.to, &p.Lister), at)
		if err != nil {
			return nil, err
		}
		there[k] = &into{at, f.Held()}
	}
	return there[k], nil
}

// goal is the folder that an item goes to, and its new name there. A name that a folder has
// there means into that folder, where the request says so.
func (p *planner) goal(ctx context.Context, there folders, i int) (*into, string, error) {
	at, name := p.r.Target, p.r.NewNames[i]
	if len(p.r.Targets) > 0 {
		at = p.r.Targets[i]
	}
	in, err := p.folder(ctx, there, at)
	if err != nil || !p.r.Enter || name == "" {
		return in, name, err
	}
	if e, held := in.held.Entry(name); held && (e.Kind.Container() || e.Holds(at.Scheme)) {
		in, err = p.folder(ctx, there, at.Join(name))
		name = ""
	}
	return in, name, err
}

// askedFor finds an entry that was asked for by name.
func (p *planner) askedFor(ctx context.Context, at model.Place) (it model.Item, e model.Entry, err error) {
	if p.Src.Root().Scheme.Local() {
		e, err = p.Src.Stat(ctx, at, client.Options{Class: p.Class})
		p.State.Found++
		return p.transferItem(at.Parent(), &e), e, err
	}
	if it, err = p.item(ctx, at); err != nil {
		return it, e, err
	}
	if e = p.entries[it.Pin]; it.Pin == "" {
		e = model.Entry{Name: it.Name, Kind: it.Kind, Size: it.Print.Size}
	}
	return it, e, nil
}

func (p *planner) transferItem(parent model.Place, e *model.Entry) model.Item {
	it := model.Item{Op: p.r.Op, Parent: parent, Name: e.Name, Kind: e.Kind, Print: e.Fingerprint(), Carried: model.Carried{Original: model.Millis(e.Original)}, Decision: model.DecideGo}
	if it.Pin = pin(p.Src, e); e.Linked {
		it.Inode = e.ID
	}
	return it
}

// pin is the id of an entry where ids never change.
func pin(src client.Source, e *model.Entry) string {
	if journal.Steady(src) {
		return e.ID
	}
	return ""
}

// transfer plans an entry with what it holds; at is its place, name the name that it was
// given, "" = its own; top: it was asked for by name.
func (p *planner) transfer(ctx context.Context, it model.Item, e model.Entry, at model.Place, to *into, name string, top bool) error {
	if e.Kind == model.KindOther {
		more, err := details(ctx, p, e)
		if err != nil {
			return err
		}
		more.HasPages = more.HasPages || e.HasPages
		e, it.Kind, it.Print.Kind = more, more.Kind, more.Kind
	}
	if !e.Kind.Container() {
		if err := p.transferFile(ctx, it, e, to, name, top && !e.HasPages); err != nil {
			return err
		}
	}
	if !e.Enterable() || p.above[it.Pin] {
		return nil // a page that a service lists below itself would never end
	}
	if it.Pin != "" {
		p.above[it.Pin] = true
		defer delete(p.above, it.Pin)
	}
	like := model.Place{}
	if here := p.Src.Root(); p.r.Op == model.OpRelocate || here.Scheme.Local() && here.SameSource(p.to.Src.Root()) {
		like = at
	}
	name = cmp.Or(name, e.Name)
	there := client.NameAt(p.Src, p.to.Src, name)
	in, err := p.folderIn(ctx, to, there, p.was(name, there), like)
	if err != nil || in == nil {
		return err
	}
	f, err := p.Folder(ctx, at)
	if err != nil {
		return err
	}
	if !f.Complete && at.Scheme.Packed() {
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "not all of %s can be read, as the archive is damaged; copy single files out of it", at.String())
	}
	if !f.Complete {
		return client.Errorf(client.KindServer, string(p.r.Op), at, notWhole, at.String())
	}
	l := model.Listing{Entries: f.Entries, Steady: journal.Steady(p.Src)}
	twins := l.Twins()
	for _, n := range p.inNaturalOrder(f) {
		c := f.Entries[n]
		p.State.Found++
		if twins[c.Name] && c.Modified.IsZero() && !c.Kind.Container() { // its file gets its time, and no other's
			more, err := details(ctx, p, c)
			if err != nil {
				return err
			}
			c.Modified = more.Modified
		}
		child := p.transferItem(at, &c)
		child.Pos = f.Position(n)
		if err := p.transfer(ctx, child, c, at.JoinEntry(&c, twins), in, "", false); err != nil {
			return err
		}
	}
	return nil
}

// inNaturalOrder are the entries of a folder as people look for them in a long report; a
// service has an order of its own, but for those of one name.
func (p *planner) inNaturalOrder(f *verify.Folder) []int {
	order := make([]int, len(f.Entries))
	for i := range order {
		order[i] = i
	}
	if here := p.Src.Root().Scheme; here.Local() && !here.Packed() { // an archive is read in its own order
		slices.SortStableFunc(order, func(a, b int) int { return model.CompareNatural(f.Entries[a].Name, f.Entries[b].Name) })
		return order
	}
	for _, same := range f.Names {
		turns := slices.Clone(same)
		slices.SortFunc(turns, func(a, b int) int { return find.InTurn(&f.Entries[a], &f.Entries[b]) })
		for i, at := range same {
			order[at] = turns[i]
		}
	}
	return order
}

const (
	notWhole       text.Text = "the service does not list all of %s"
	copyIntoItself text.Text = "%s cannot be copied into itself"
)

// transferFile plans a file or a document; must: what cannot go is an error.
func (p *planner) transferFile(ctx context.Context, it model.Item, e model.Entry, to *into, name string, must bool) error {
	it.Target, it.Format = to.place, p.r.Format
	why, err := p.goes(&it, &e)
	if why == "" {
		if name, err = p.nameOf(&it, &e, name); err != nil {
			why = model.WhyRefused
		}
	}
	switch {
	case err != nil && must:
		return err
	case why != "":
		p.skip(it, why, err)
		return nil
	}
	if within(p) {
		it.Op = model.OpCopy // the service does it
	}
	if _, held := to.held.Entry(name); held && p.r.Rule == model.ConflictNewer && it.Print.Modified == 0 { // listings of documents tell no times
		more, err := details(ctx, p, e)
		if err != nil {
			return err
		}
		it.Print.Modified = model.Millis(more.Modified)
	}
	if err := p.named(ctx, &it, name, to); err != nil {
		return err
	}
	if within(p) && (it.Taken != nil || it.NewName != it.Name) {
		if p.beside.IsZero() {
			f, err := p.to.Folder(ctx, to.place)
			if err != nil {
				return err
			}
			p.beside = to.place.Join(p.temporary(f, model.Item{Kind: model.KindFolder}))
		}
		it.Via = p.beside
	}
	p.plan.Items = append(p.plan.Items, it)
	return nil
}

// within: the transfer stays in a service.
func within(p *planner) bool {
	here := p.Src.Root()
	return here.SameSource(p.to.Src.Root()) && !here.Scheme.Local()
}

// served: the giving service makes the format that is asked for.
func (p *planner) served() bool { return p.r.Format == model.FormatPDF && client.MakesPDF(p.Src) }

// goes says why the giving end does not give the entry, "" when it does. Of a document it
// sets the name and the size of its file.
func (p *planner) goes(it *model.Item, e *model.Entry) (why string, err error) {
	switch from := p.Src.(type) {
	case client.Exporter:
		name, err := from.ExportName(*e, it.Format)
		if err != nil {
			return model.WhyRefused, err
		}
		if own, err := from.ExportName(*e, model.FormatNative); err == nil && model.Extension(own) == "."+it.Format {
			it.Format = model.FormatNative // has a name of its own, and needs no conversion
		}
		it.Served = it.Format != model.FormatNative && p.served()
		e.Name, e.Size = name, model.Unknown
		return "", nil
	case client.Downloader:
		if err := from.CheckDownload(*e); err != nil {
			return model.WhyRefused, err
		}
		return "", nil
	}
	_, local := p.to.Src.(client.FileCopier)
	switch {
	case e.Kind == model.KindFile, e.Kind == model.KindLink && local:
		return "", nil
	case e.Kind == model.KindLink:
		return model.WhyLink, nil
	}
	return model.WhySpecial, nil
}

// nameOf is the name that a file gets at the target, where it is accepted; as is the one
// that it was given. It prices the requests of the item.
func (p *planner) nameOf(it *model.Item, e *model.Entry, as string) (string, error) {
	if ext := model.Extension(e.Name); as != "" && journal.Steady(p.Src) && !journal.Steady(p.to.Src) && model.Extension(as) != ext {
		as += ext
	}
	give := 0
	across := it.Op.Row().Carries == model.CarriesAcross
	switch _, documents := p.Src.(client.Exporter); {
	case !across || p.Src.Root().Scheme.Local():
	case documents:
		give = model.OpExport.Row().Calls + model.OpExport.Row().Looks
	default:
		give = model.OpDownload.Row().Calls
	}
	switch to := p.to.Src.(type) {
	case client.Importer:
		title := cmp.Or(as, client.ImportTitle(e.Name))
		it.Calls = give + model.OpImport.Row().Calls
		if title != client.ImportTitle(e.Name) {
			it.Calls++ // it gets it after it was made
		}
		if journal.SamePlace(to.Landing(), it.Target) {
			it.Calls-- // and need not be moved
		}
		return title, p.importable(to, e.Name, e.Size, title)
	case client.Uploader:
		name := cmp.Or(as, client.NameAt(p.Src, p.to.Src, e.Name))
		it.Calls = give + to.UploadCalls(max(e.Size, 0))
		return name, to.CheckUpload(name, max(e.Size, 0))
	}
	if it.Calls = give; as != "" && !journal.Steady(p.Src) {
		return as, nil
	}
	want := cmp.Or(as, e.Name)
	there := client.NameAt(p.Src, p.to.Src, want)
	it.Was = p.was(want, there)
	return there, nil
}

// was is the name of what gets another one on the disk.
func (p *planner) was(name, there string) string {
	if name == there || !p.to.Src.Root().Scheme.Local() {
		return ""
	}
	return name
}

// importable says why no document of the title can be made of the file, or nil.
func (p *planner) importable(in client.Importer, name string, size int64, title string) error {
	if sent, convert := in.ImportName(name); convert {
		if !p.convert {
			return client.Errorf(client.KindUnsupported, string(p.r.Op), model.Place{}, text.JobsNoConvert, name)
		}
		name = sent
	}
	if size != model.Unknown {
		if err := in.CheckImport(name, size); err != nil {
			return err
		}
	}
	return p.to.Src.CheckName(title)
}
