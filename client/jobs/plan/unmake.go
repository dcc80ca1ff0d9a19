package plan

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// unmaking finds out what goes of that which a job has made.
type unmaking struct {
	*planner
	job  *past
	ours map[string]*deed // what the job has made and left as it is, by key
	seen map[string]bool  // what was met in a folder of the job, by key
	away []model.Place    // what goes with all it holds
	goes map[string]bool  // the same, by PlaceKey
}

const changedSince text.Text = "%s has changed"

func (u *unmaking) key(at model.Place) string {
	if journal.Steady(u.Src) && at.Pin() != "" {
		return journal.IDKey(at.Pin())
	}
	return journal.PlaceKey(at.Unpinned())
}

// whole reports whether the entry, which is the job's own, holds nothing but what is. Otherwise
// it names what is not, and what is goes by itself. by is the call that has made it, at the time born,
// and from what it has copied.
func (u *unmaking) whole(ctx context.Context, at model.Place, e *model.Entry, by *deed, born time.Time, from model.Place) (bool, error) {
	if !e.Enterable() {
		return true, nil
	}
	f, err := u.Folder(ctx, at)
	if err != nil {
		return false, err
	}
	made := make([]*deed, len(f.Entries))
	for i := range f.Entries {
		in := u.in(at, &f.Entries[i])
		made[i] = u.ours[u.key(in)]
		u.seen[u.key(in)] = made[i] != nil
	}
	if by.item.Op == model.OpCopy && by.item.Kind.Container() { // one call has copied all that it held
		if from, err = u.copied(ctx, at, f, made, by, born, from); err != nil {
			return false, err
		}
	}
	var away []model.Place
	others := !f.Complete
	for i := range f.Entries {
		e := &f.Entries[i]
		whole := made[i] != nil
		switch {
		case whole:
			if whole, err = u.whole(ctx, u.in(at, e), e, made[i], born, from.Join(e.Name)); err != nil {
				return false, err
			}
		case u.part(e.Name):
			continue // it goes with its folder
		}
		if others = others || !whole; whole {
			away = append(away, u.in(at, e))
		}
	}
	if others {
		u.leave(at, text.JobsNotMade, at.Base())
		u.away = append(u.away, away...)
	}
	return !others, nil
}

// in is the place of an entry of a folder.
func (u *unmaking) in(at model.Place, e *model.Entry) model.Place {
	if journal.Steady(u.Src) {
		return at.JoinPin(e.Name, e.ID)
	}
	return at.Join(e.Name)
}

// copied finds in a folder that one call has copied from another one what that has made: it is in the
// other one, too, of the same size, and not newer than the call. What may have come while it ran is of the same
// MD5. What somebody has changed in the other one since is judged by the times alone; so is all, where it is
// gone, of which the result is then zero.
func (u *unmaking) copied(ctx context.Context, at model.Place, f *verify.Folder, made []*deed, by *deed, born time.Time, from model.Place) (model.Place, error) {
	var was *verify.Folder
	if from.Scheme != "" { // or the folder above it is gone
		var err error
		if was, err = u.Folder(ctx, from); client.Is(err, client.KindNotFound) {
			was, from = nil, model.Place{}
		} else if err != nil {
			return from, err
		}
	}
	var doubt []model.Place
	for i := range f.Entries {
		e := &f.Entries[i]
		in := at.Join(e.Name)
		if made[i] != nil || u.part(e.Name) {
			continue
		}
		if made[i] = by; !by.asMade(e, false, born) {
			u.leave(in, changedSince, e.Name)
			made[i] = nil
		}
		if was == nil || made[i] == nil {
			continue
		}
		found := was.Find(from.Join(e.Name))
		if len(found) == 0 || was.Entries[found[0]].Kind.Container() != e.Kind.Container() {
			if was.Complete {
				made[i] = nil
			}
			continue
		}
		switch o := &was.Entries[found[0]]; {
		case e.Kind.Container(), o.Modified.After(born), o.Created.After(born):
		case !journal.LooksAs(*e, o.Fingerprint(), false):
			u.leave(in, changedSince, e.Name)
			made[i] = nil
		case e.Modified.After(born), e.Created.After(born):
			doubt = append(doubt, in)
			u.ours[u.key(in)] = &deed{item: &model.Item{Op: model.OpCopy, Parent: from, Name: e.Name, Kind: e.Kind, Print: o.Fingerprint()}}
		}
	}
	err := u.sums(ctx, doubt)
	for _, in := range doubt {
		if u.ours[u.key(in)] == nil {
			made[f.Find(in)[0]] = nil
		}
	}
	return from, err
}

// part reports whether the name is that of a file which the job had not finished.
func (u *unmaking) part(name string) bool {
	if !IsPart(name) {
		return false
	}
	for i := range u.job.Steps {
		if s := &u.job.Steps[i]; s.Op.Transfers() && OwnPart(u.plan.Undoes, s, name) {
			return true
		}
	}
	return false
}

// IsPart reports whether a hidden file has that name while it is written.
func IsPart(name string) bool { return strings.HasSuffix(name, system.PartSuffix) }

// OwnPart reports whether the name is that of a hidden file of the job, in which the step's file or
// its conversion was written.
func OwnPart(job string, s *journal.Step, name string) bool {
	key := job + "-" + strconv.Itoa(s.Of.ID)
	of := strings.TrimSuffix(system.Beside(key+"\x00"+cmp.Or(s.Rename, s.Name)), system.PartSuffix)
	return name == system.Beside(key) || name == system.Beside(key+"-made") || strings.HasPrefix(name, of+"-")
}

// entry is what a place that was looked up shows.
func (p *planner) entry(ctx context.Context, at model.Place) model.Entry {
	if at.IsLoose() {
		return p.entries[at.Pin()]
	}
	if f, err := p.content(ctx, at.Parent()); err == nil {
		if n := f.Find(at); len(n) > 0 {
			return f.Entries[n[0]]
		}
	}
	return model.Entry{}
}

// asMade reports whether an entry that the call of the deed has made is still what it made: as it
// was seen then, or of the size that was sent. Where neither is known, its times must be those of
// the call itself, by the clock of the service.
func (d *deed) asMade(e *model.Entry, own bool, born time.Time) bool {
	switch {
	case own && d.kept != nil:
		return d.kept.Same(e)
	case own && e.Size >= 0 && d.size >= 0:
		return e.Size == d.size
	}
	took := d.done.Sub(d.begun)
	if born.Truncate(time.Second).Equal(born) { // the service counts in seconds
		took += time.Second
	}
	if born.IsZero() {
		born, took = d.done, 0
	}
	last := born.Add(took)
	return !e.Modified.After(last) && !e.Created.After(last)
}

// sums takes the files out whose bytes are not those that the job has sent or copied, where the source
// knows checksums: whoever writes in the same moment, or sets its time back, changes no time.
func (u *unmaking) sums(ctx context.Context, found []model.Place) error {
	var files, from []model.Place
	var copies []*deed
	// ahead is how far the clock of the service is, at most: what is newer than its call was not made by it.
	ahead, many := time.Duration(math.MaxInt64), len(found) > verify.FewItems
	for _, at := range found {
		if e, d := u.entry(ctx, at), u.ours[u.key(at)]; !e.Created.IsZero() && !d.begun.IsZero() {
			ahead = min(ahead, e.Created.Sub(d.begun))
		}
	}
	for _, at := range found {
		d := u.ours[u.key(at)]
		if at.IsLoose() || d.md5 == "" && d.item.Op != model.OpCopy || d.item.Kind.Container() {
			continue
		}
		if files = append(files, at); d.md5 != "" || journal.Steady(u.Src) {
			continue
		}
		if e := u.entry(ctx, at); many && !d.begun.IsZero() && !e.Created.After(d.done.Add(ahead)) {
			continue
		}
		f, err := holding(ctx, u.planner, d.item.Parent, d.item.Name)
		if err != nil && !client.Is(err, client.KindNotFound) {
			return err
		}
		if err == nil && slices.ContainsFunc(f.Find(d.item.Place()), func(n int) bool { return journal.LooksAs(f.Entries[n], d.item.Print, true) }) {
			from, copies = append(from, d.item.Place()), append(copies, d)
		}
	}
	err := u.digests(ctx, from, func(n int, sum string) { copies[n].md5 = sum })
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(at model.Place) bool { return u.ours[u.key(at)].md5 == "" })
	return u.digests(ctx, files, func(n int, sum string) {
		if at := files[n]; sum != "" && sum != u.ours[u.key(at)].md5 {
			u.leave(at, changedSince, u.entry(ctx, at).Name)
			delete(u.ours, u.key(at))
		}
	})
}

// digests passes the MD5s of files on, "" where they are not known.
func (u *unmaking) digests(ctx context.Context, files []model.Place, use func(n int, sum string)) error {
	in := map[string][]int{}
	for n, at := range files {
		k := journal.PlaceKey(at.Parent())
		in[k] = append(in[k], n)
	}
	for _, ns := range in {
		es, folder := make([]*model.Entry, len(ns)), files[ns[0]].Parent()
		for i, n := range ns {
			f, err := holding(ctx, u.planner, folder, files[n].Base())
			if err != nil {
				return err
			}
			if found := f.Find(files[n]); len(found) > 0 {
				es[i] = &f.Entries[found[0]]
			}
		}
		sums, err := verify.Sums(ctx, u.Src, folder, es, u.Class, func(call func() error) error { return u.Patiently(ctx, call) })
		if err != nil {
			return err
		}
		for i, n := range ns {
			use(n, sums[i])
		}
	}
	return nil
}
