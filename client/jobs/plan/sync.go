package plan

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/client/find"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// syncer makes the plan of a sync.
type syncer struct {
	*planner
	mode     client.DeleteMode                   // of what only the target has
	excluded func(path string, folder bool) bool // see find.Side
	there    map[string]model.Place              // names in the target of files that are Linked in the source, by the ID of these
}

// sync plans what makes the target hold what the source holds: each folder before its
// content, and what is in the way of a file before the file.
func sync(p *planner, ctx context.Context) error {
	from, to := &p.Lister, p.to
	if err := client.Able(to.Src, model.OpDelete); err != nil {
		return err
	}
	if len(p.r.Items) != 1 {
		return client.Errorf(client.KindInvalid, string(p.r.Op), p.r.Target, text.JobsNothing)
	}
	mode, err := deleteMode(to.Src, p.r.Mode)
	if err != nil {
		return err
	}
	if at := p.r.Items[0]; journal.Within(at, p.r.Target) || journal.Within(p.r.Target, at) {
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "%s and %s cannot be synced: one is inside the other", at.String(), p.r.Target.String())
	}
	p.check = to.Src.CheckName
	s := &syncer{planner: p, mode: mode, there: map[string]model.Place{}}
	src, dst := side(from, p.r.Items[0]), side(to, p.r.Target)
	src.Name, dst.Name, src.Makes = client.NamesBetween(from.Src, to.Src)
	if src.Excluded, err = client.Excluding(p.r.Sync.Exclude); err != nil {
		return err
	}
	s.excluded = src.Excluded
	made, err := s.target(ctx)
	if err != nil {
		return err
	}
	if made {
		dst.List = func(context.Context, model.Place) ([]model.Entry, error) { return nil, nil }
	}
	if f, err := from.Folder(ctx, src.Root); err == nil && f.Complete && len(f.Entries) == 0 {
		p.plan.Empty = src.Root
	}
	err = find.Compare(ctx, src, dst, p.r.Sync.By, func(pair *find.Paired) (bool, error) { return s.pair(ctx, pair) })
	for i := range p.plan.Items {
		if it := &p.plan.Items[i]; it.Inode != "" {
			it.Like = s.there[it.Inode]
		}
	}
	return err
}

// side lists whole folders: what a listing does not show must not count as missing.
func side(l *verify.Lister, root model.Place) find.Side {
	s := find.Side{Root: root, FoldsCase: func(at model.Place, entries []model.Entry) bool { return client.FoldsCase(l.Src, at, entries) }}
	s.Sums = func(ctx context.Context, folder model.Place, files []*model.Entry) (sums []string, err error) {
		err = l.Patiently(ctx, func() (err error) { sums, err = client.Sums(ctx, l.Src, folder, files, l.Class); return err })
		return sums, err
	}
	if get := client.Details(l.Src, l.Class); get != nil {
		s.Details = func(ctx context.Context, e model.Entry) (more model.Entry, err error) {
			err = l.Patiently(ctx, func() (err error) { more, err = get(ctx, e); return err })
			return more, err
		}
	}
	s.List = func(ctx context.Context, at model.Place) ([]model.Entry, error) {
		f, err := l.Folder(ctx, at)
		if err == nil && !f.Complete {
			err = client.Errorf(client.KindServer, "list", at, text.JobsIncomplete, at.String())
		}
		if err != nil {
			return nil, err
		}
		return f.Entries, nil
	}
	return s
}

// target plans the target itself where only its parent is there.
func (s *syncer) target(ctx context.Context) (made bool, err error) {
	at := s.r.Target
	if at.IsRoot() {
		return false, nil
	}
	f, err := s.to.Folder(ctx, at.Parent())
	if err != nil {
		return false, err
	}
	if len(f.Find(at)) > 0 {
		return false, nil
	}
	if err := s.to.Src.CheckName(at.Base()); err != nil {
		return false, err
	}
	s.plan.Items = append(s.plan.Items, folderItem(at))
	return true, nil
}

func folderItem(at model.Place) model.Item {
	return model.Item{Op: model.OpMakeFolder, Parent: at.Parent(), Name: at.Base(), Kind: model.KindFolder, Mode: model.ModeReuse,
		Print: model.Fingerprint{Name: at.Base(), Kind: model.KindFolder, Size: model.Unknown}, Decision: model.DecideGo}
}

const textTwins text.Text = "several entries are called %s"

// pair plans what becomes of the entries of one name.
func (s *syncer) pair(ctx context.Context, pair *find.Paired) (below bool, err error) {
	s.State.Found++
	s.Report()
	switch {
	case pair.Src != nil && !pair.Here().Valid(), pair.Src == nil && !pair.There().Valid():
		return false, client.Errorf(client.KindInvalid, string(s.r.Op), pair.From, "%s contains an entry with a name that aloft cannot use; rename it in the service's own interface", pair.From.String())
	case pair.Src == nil:
		switch {
		case !s.r.Sync.Delete && !pair.Beside:
		case pair.Twins:
			s.skip(deletionIn(pair.To, pair.Dst, s.mode), model.WhyRefused, client.Errorf(client.KindConflict, string(s.r.Op), pair.There(), textTwins, pair.Name))
		default:
			it := deletionIn(pair.To, pair.Dst, s.mode)
			err := trashTakes(s.to.Src, &it)
			if err == nil && pair.Dst.Enterable() && s.excluded != nil {
				err = s.keepsExcluded(ctx, pair.There())
			}
			if err != nil {
				s.skip(it, model.WhyRefused, err)
				break
			}
			s.plan.Items = append(s.plan.Items, it)
		}
		return false, nil
	case pair.Twins:
		s.skip(s.item(pair), model.WhyRefused, client.Errorf(client.KindConflict, string(s.r.Op), pair.Here(), textTwins, pair.Name))
		return false, nil
	case pair.Dst == nil && pair.Src.Kind.Container():
		at := pair.There()
		if err := s.to.Src.CheckName(at.Base()); err != nil {
			s.skip(s.item(pair), model.WhyRefused, err)
			return false, nil
		}
		it := folderItem(at)
		if s.to.Src.Root().Scheme.Local() {
			it.Was = s.was(pair.Src.Name, at.Base())
		}
		s.plan.Items = append(s.plan.Items, it)
		return true, nil
	case pair.Why == model.DiffKind && pair.Src.Kind != model.KindLink:
		s.skip(s.item(pair), model.WhyRefused, client.Errorf(client.KindConflict, string(s.r.Op), pair.Here(), "%s is another kind of entry on the other side; both stay as they are", pair.Name))
		return false, nil
	case pair.Dst != nil && pair.Why == "":
		if pair.Src.Linked {
			s.there[pair.Src.ID] = pair.There()
		}
		return false, nil
	}
	it, e := s.item(pair), *pair.Src
	why, err := s.goes(&it, &e)
	if why == "" {
		if _, err = s.nameOf(&it, &e, pair.Name); err != nil {
			why = model.WhyRefused
		}
	}
	if why != "" {
		s.skip(it, why, err)
		return false, nil
	}
	if pair.Dst != nil {
		if err := s.replace(ctx, pair, &it); err != nil {
			return false, err
		}
	}
	s.plan.Items = append(s.plan.Items, it)
	return false, nil
}

// keepsExcluded refuses to delete a folder that holds what is excluded, at any depth.
func (s *syncer) keepsExcluded(ctx context.Context, at model.Place) error {
	f, err := s.to.Folder(ctx, at)
	for i := 0; err == nil && i < len(f.Entries); i++ {
		e := &f.Entries[i]
		switch in := at.Join(e.Name); {
		case s.excluded(strings.Join(in.Names()[len(s.r.Target.Path):], "/"), e.Enterable()):
			return client.Errorf(client.KindConflict, string(s.r.Op), at, "%s contains an excluded entry, so it stays", at.String())
		case e.Enterable():
			err = s.keepsExcluded(ctx, in)
		}
	}
	return err
}

// item carries Src to its place at the target.
func (s *syncer) item(pair *find.Paired) model.Item {
	it := model.Item{Op: s.r.Op, Pin: pin(s.Src, pair.Src), Parent: pair.From, Name: pair.Src.Name, Kind: pair.Src.Kind,
		Print: pair.Src.Fingerprint(), Carried: model.Carried{Original: model.Millis(pair.Src.Original)}, Target: pair.To, NewName: pair.Name, Decision: model.DecideGo}
	if within(s.planner) {
		it.Op, it.Late = model.OpCopy, it.NewName != it.Name // the service does it
	}
	if pair.Src.Linked {
		it.Inode = pair.Src.ID
	}
	if pair.Dst == nil && s.to.Src.Root().Scheme.Local() {
		it.Was = s.was(it.Name, it.NewName)
	}
	return it
}

// replace makes room for a file whose place another one has, as the rule says. Where there is
// no bin for that one, it gets a name with a number.
func (s *syncer) replace(ctx context.Context, pair *find.Paired, it *model.Item) error {
	if s.r.Rule != model.ConflictReplace {
		it.Taken = pair.Dst
		return s.decide(ctx, it)
	}
	return setAside(s.planner, ctx, pair.To, pair.Dst)
}
