package plan

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// renames assigns new names within each folder. Deeper folders come first, so that
// no path above an item changes before it.
func (p *planner) renames(ctx context.Context) error {
	byFolder := map[string][]model.Item{}
	var order []model.Place
	for i, at := range p.r.Items {
		if err := p.Src.CheckName(p.r.NewNames[i]); p.leaveOut(at, err) {
			continue
		} else if err != nil {
			return err
		}
		it, err := p.item(ctx, at)
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		if it.Pin != "" && p.given[it.Pin] {
			return client.Errorf(client.KindInvalid, string(p.r.Op), at, text.JobsNames)
		}
		p.given[it.Pin] = true
		it.NewName = p.r.NewNames[i]
		if it.Loose { // nothing says which names are taken beside it
			if it.NewName == it.Name {
				it.Decision, it.Why = model.DecideSkip, model.WhySameName
			}
			p.plan.Items = append(p.plan.Items, it)
			continue
		}
		k := journal.PlaceKey(it.Parent)
		if byFolder[k] == nil {
			order = append(order, it.Parent)
		}
		byFolder[k] = append(byFolder[k], it)
	}
	slices.SortStableFunc(order, func(a, b model.Place) int { return len(b.Path) - len(a.Path) })
	for _, at := range order {
		f, err := p.content(ctx, at)
		if err != nil {
			return err
		}
		p.unlisted(f, at)
		if !f.Complete && !f.Part {
			return client.Errorf(client.KindUnsupported, string(p.r.Op), at, text.JobsIncomplete, at.String())
		}
		items := byFolder[journal.PlaceKey(at)]
		if err := p.settleNames(ctx, f, items); err != nil {
			return err
		}
		p.plan.Items = append(p.plan.Items, p.inOrder(f, items)...)
	}
	return nil
}

// decide applies the request's rule to an item whose name is taken.
func (p *planner) decide(ctx context.Context, it *model.Item) error {
	switch rule := p.r.Rule; {
	case rule.Merges() && documents(p):
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Taken.Name).
			Hinted("documents are not replaced or merged, as their bin cannot restore them; use --on-conflict skip or number")
	case rule == model.ConflictNewer && replaceable(ctx, p, it, it.Taken):
		it.Decision, it.Why = model.DecideSkip, it.NotNewer(it.Taken)
		return nil
	}
	switch p.r.Rule {
	case model.ConflictStop:
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Taken.Name)
	case model.ConflictSkip:
		it.Decision, it.Why = model.DecideSkip, model.WhyTaken
	case model.ConflictNumber:
		if it.Free == "" {
			return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsNoFreeName, it.Name)
		}
		it.Decision, it.NewName = model.DecideNumber, it.Free
	default:
		it.Decision, it.Why = model.DecideAsk, model.WhyTaken
		if own := it.Op.Transfers() || it.Taken.Name == it.Name; own && !it.Op.Row().Renames && p.plan.Undoes == "" && p.r.Sync == nil && replaceable(ctx, p, it, it.Taken) {
			room, err := aside(ctx, p, it.Target, it.Taken)
			it.Room = &room
			return err
		}
	}
	return nil
}

// settleNames decides which items get their new name: not one whose name is held by
// an entry that stays, or is wanted by an earlier item. Such an item keeps its
// name, which may be in the way of others.
func (p *planner) settleNames(ctx context.Context, f *verify.Folder, items []model.Item) error {
	for i := range items {
		if it := &items[i]; it.NewName == it.Name {
			it.Decision, it.Why = model.DecideSkip, model.WhySameName
		}
	}
	gone := map[string]bool{} // they make room
	for again := true; again; {
		again = false
		leaves := map[string]int{}
		for i := range items {
			if items[i].Goes() {
				leaves[items[i].Name]++
			}
		}
		wanted := map[string]int{}
		for i := range items {
			it := &items[i]
			if !it.Goes() {
				continue
			}
			first, twice := wanted[it.NewName]
			held := f.Named(it.NewName)
			stays := func(n int) bool { name := f.Entries[n].Name; return leaves[name] < len(f.Names[name]) }
			room := !twice && len(held) == 1 && replaces(ctx, p, it, &f.Entries[held[0]])
			if room && stays(held[0]) && !gone[it.NewName] {
				gone[it.NewName] = true
				if err := setAside(p, ctx, it.Parent, &f.Entries[held[0]]); err != nil {
					return err
				}
			}
			if room || !twice && !slices.ContainsFunc(held, stays) {
				wanted[it.NewName] = i
				continue
			}
			var other model.Entry
			if len(held) > 0 {
				other = f.Entries[held[0]]
			} else {
				other = model.Entry{Name: it.NewName, Kind: items[first].Kind, Size: items[first].Print.Size}
			}
			it.Taken = &other
			wish := model.Item{Name: it.NewName, Kind: it.Kind}
			it.Free = p.number(&wish, func(name string) bool {
				return f.Taken(name) || slices.ContainsFunc(items, func(o model.Item) bool { return o.NewName == name || o.Free == name })
			})
			if err := p.decide(ctx, it); err != nil {
				return err
			}
			f.Promise(it.Free)
			again = true
		}
	}
	return nil
}

// inOrder sorts the renames of one folder so that each new name is free when it is
// taken. In a cycle the first one gets a temporary name, which is an item of the
// plan like the others.
func (p *planner) inOrder(f *verify.Folder, items []model.Item) []model.Item {
	out := make([]model.Item, 0, len(items))
	going := map[string]int{} // old names of those still to be renamed
	for i := range items {
		if _, twin := going[items[i].Name]; twin && items[i].Goes() {
			return items // ids tell them apart at every moment
		}
		if items[i].Goes() {
			going[items[i].Name] = i
		} else {
			out = append(out, items[i])
		}
	}
	// follow appends an item and those that waited for its name.
	waits := map[string]int{} // which item waits for an item's name
	for i := range items {
		if _, ok := going[items[i].NewName]; ok && items[i].Goes() {
			waits[items[i].NewName] = i
		}
	}
	follow := func(i int) {
		for {
			it := items[i]
			if _, ok := going[it.Name]; !ok {
				return
			}
			delete(going, it.Name)
			out = append(out, it)
			next, ok := waits[it.Name]
			if !ok {
				return
			}
			i = next
		}
	}
	for i := range items {
		if _, blocked := going[items[i].NewName]; items[i].Goes() && !blocked {
			follow(i)
		}
	}
	for i := range items {
		it := items[i]
		if _, left := going[it.Name]; !left || !it.Goes() {
			continue
		}
		aside, last := it, it
		aside.NewName = p.temporary(f, it)
		last.Name = aside.NewName
		out = append(out, aside)
		delete(going, it.Name)
		follow(waits[it.Name])
		out = append(out, last)
	}
	return out
}

// temporary returns a name that nobody has or wants.
func (p *planner) temporary(f *verify.Folder, it model.Item) string {
	for n := 1; ; n++ {
		name := "aloft-temporary-" + strconv.Itoa(n)
		if !it.Kind.Container() {
			name += model.Extension(it.Name)
		}
		if f.Taken(name) || slices.Contains(p.r.NewNames, name) || p.Src.CheckName(name) != nil && n < maxNumbers {
			continue
		}
		f.Promise(name)
		return name
	}
}

// makeFolders: parents before children.
func (p *planner) makeFolders(ctx context.Context) error {
	made := map[string]bool{}
	for _, at := range p.r.Items {
		n := len(p.plan.Items)
		err := p.makeWay(ctx, at, made)
		if p.leaveOut(at, err) {
			// Parents made only to hold it are not made either.
			for _, it := range p.plan.Items[n:] {
				delete(made, journal.PlaceKey(it.Place()))
			}
			p.plan.Items = p.plan.Items[:n]
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeWay makes a folder and, if asked for, its missing parents.
func (p *planner) makeWay(ctx context.Context, at model.Place, made map[string]bool) error {
	for depth := 1; depth <= len(at.Path); depth++ {
		part := at
		part.Path = at.Path[:depth:depth]
		if err := p.makeFolder(ctx, part, depth == len(at.Path), made); err != nil {
			return err
		}
	}
	return nil
}

// around returns what the plan needs to know of a new folder's parent. In a large
// parent only a folder that may exist already must be found.
func (p *planner) around(ctx context.Context, it model.Item, last bool) (*verify.Folder, error) {
	switch {
	case len(p.r.Items) > verify.FewItems:
		return p.Folder(ctx, it.Parent)
	case !last || p.r.Parents:
		return p.Some(ctx, it.Parent, []string{it.Name})
	}
	return p.Some(ctx, it.Parent, nil)
}

func (p *planner) makeFolder(ctx context.Context, at model.Place, last bool, made map[string]bool) error {
	if made[journal.PlaceKey(at)] {
		return nil
	}
	it := folderItem(at)
	if !p.r.Parents {
		it.Mode = ""
	}
	if !made[journal.PlaceKey(it.Parent)] {
		f, err := p.around(ctx, it, last)
		if err != nil {
			return err
		}
		p.unlisted(f, it.Parent)
		switch held := f.Find(at); {
		case len(held) > 0:
			e := f.Entries[held[0]]
			for _, n := range held {
				if f.Entries[n].Kind.Container() {
					e = f.Entries[n]
				}
			}
			switch {
			case e.Holds(at.Scheme) && !last:
				return nil
			case e.Kind.Container() && p.r.Parents:
				it.Decision, it.Why, it.Taken = model.DecideSkip, model.WhyExists, &e
			case !last:
				return client.Errorf(client.KindInvalid, string(it.Op), at, "%s is not a folder", at.String())
			default:
				if it.Taken = &e; p.namedAnew(f, &it) != nil {
					return client.Errorf(client.KindConflict, string(it.Op), at, text.JobsTaken, at.String())
				}
			}
		case !last && !p.r.Parents:
			return client.Errorf(client.KindNotFound, string(it.Op), at, text.JobsNotFound, at.String()).Hinted(text.JobsTargetHint)
		}
	} else if !last && !p.r.Parents {
		return client.Errorf(client.KindNotFound, string(it.Op), at, text.JobsNotFound, at.String())
	}
	if it.Goes() {
		if err := p.Src.CheckName(it.Name); err != nil {
			return err
		}
		made[journal.PlaceKey(it.Place())] = true
	}
	p.plan.Items = append(p.plan.Items, it)
	p.State.Found++
	return nil
}

// namedAnew: a new folder whose name is taken is skipped, made under a free name,
// or an error, by the request's rule.
func (p *planner) namedAnew(f *verify.Folder, it *model.Item) error {
	switch p.r.Rule {
	case model.ConflictSkip:
		it.Decision, it.Why = model.DecideSkip, model.WhyTaken
		return nil
	case model.ConflictNumber:
		if name := p.number(it, f.Taken); name != "" {
			f.Promise(name)
			it.Name, it.Print.Name = name, name
			return nil
		}
	}
	return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Name)
}

// replaceable: the item may take the name of another entry of the target, which is not the item
// itself, by whichever way. The bin of a document service gives nothing back.
func replaceable(ctx context.Context, p *planner, it *model.Item, other *model.Entry) bool {
	if other.Kind != model.KindFile || it.Kind.Container() || documents(p) {
		return false
	}
	to, _ := it.After()
	local := it.Parent.Scheme.Local() && to.Scheme.Local()
	return !journal.SamePlace(it.Place(), to.Parent().Join(other.Name)) && !(local && other.ID != "" && p.entry(ctx, it.Place()).ID == other.ID)
}

// documents: the items go to, or stay in, a document service.
func documents(p *planner) bool {
	return cmp.Or(p.to, &p.Lister).Src.Root().Scheme.Documents()
}

// replaces reports whether an item makes room where another entry has its name, by the rule.
func replaces(ctx context.Context, p *planner, it *model.Item, other *model.Entry) bool {
	return p.r.Rule.Replaces() && replaceable(ctx, p, it, other) && (p.r.Rule == model.ConflictReplace || p.r.Rule == model.ConflictNewer && it.NotNewer(other) == "")
}

// errMerge is the error of a plan within one service that puts a folder where one is.
var errMerge = errors.New("a folder is to be merged")

func setAside(p *planner, ctx context.Context, folder model.Place, e *model.Entry) error {
	old, err := aside(ctx, p, folder, e)
	if err == nil {
		p.plan.Items = append(p.plan.Items, old)
	}
	return err
}

// aside puts an entry of a folder at the target into the bin, or where that has none
// gives it a number.
func aside(ctx context.Context, p *planner, folder model.Place, e *model.Entry) (model.Item, error) {
	to := cmp.Or(p.to, &p.Lister)
	old := deletionIn(folder, e, client.DeleteToBin)
	if d, ok := to.Src.(client.Deleter); !ok || !slices.Contains(d.DeleteModes(), client.DeleteToBin) || trashTakes(to.Src, &old) != nil {
		f, err := to.Folder(ctx, folder)
		if err != nil {
			return old, err
		}
		old.Op, old.Mode, old.NewName = model.OpRename, "", p.number(&old, f.Taken)
		if old.NewName == "" {
			return old, client.Errorf(client.KindConflict, string(old.Op), old.Place(), text.JobsNoFreeName, old.Name)
		}
		f.Promise(old.NewName)
	}
	return old, nil
}
