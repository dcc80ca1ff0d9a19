package plan

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/durable/noclobber"
	"aloft/client/jobs/step"
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

const changedSince text.Text = "%s was changed since"

func (u *unmaking) key(at model.Place) string {
	if step.Steady(u.Src) && at.Pin() != "" {
		return step.IDKey(at.Pin())
	}
	return step.PlaceKey(at.Unpinned())
}

// whole reports whether the entry, which is the job's own, holds nothing but what is. Otherwise
// it names what is not, and what is goes by itself. by is the call that has made it.
func (u *unmaking) whole(ctx context.Context, at model.Place, e *model.Entry, by *deed, born time.Time) (bool, error) {
	if !e.Enterable() {
		return true, nil
	}
	f, err := u.Folder(ctx, at)
	if err != nil {
		return false, err
	}
	var away []model.Place
	others := !f.Complete
	for i := range f.Entries {
		e := &f.Entries[i]
		in := at.Join(e.Name)
		if step.Steady(u.Src) {
			in = at.JoinPin(e.Name, e.ID)
		}
		made := u.ours[u.key(in)]
		switch {
		case made != nil:
			u.seen[u.key(in)] = true
		case u.part(e.Name):
			continue // it goes with its folder
		case by.item.Op == model.OpCopy && by.item.Kind.Container(): // one call has copied all that it held
			if made = by; !by.asMade(e, false, born) {
				u.leave(in, changedSince, e.Name)
				made = nil
			}
		}
		whole := made != nil
		if whole {
			if whole, err = u.whole(ctx, in, e, made, born); err != nil {
				return false, err
			}
		}
		if others = others || !whole; whole {
			away = append(away, in)
		}
	}
	if others {
		u.leave(at, "%s contains entries that the job did not make", at.Base())
		u.away = append(u.away, away...)
	}
	return !others, nil
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
func IsPart(name string) bool { return strings.HasSuffix(name, noclobber.Suffix) }

// OwnPart reports whether the name is that of a hidden file of the job, in which the step's file or
// its conversion was written.
func OwnPart(job string, s *step.Step, name string) bool {
	key := job + "-" + strconv.Itoa(s.Of.ID)
	of := strings.TrimSuffix(noclobber.Beside(key+"\x00"+cmp.Or(s.Rename, s.Name)), noclobber.Suffix)
	return name == noclobber.Beside(key) || name == noclobber.Beside(key+"-made") || strings.HasPrefix(name, of+"-")
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

// sums takes the files out whose bytes are not those that the job has sent, where the source knows
// checksums: whoever writes in the same moment, or sets its time back, changes no time.
func (u *unmaking) sums(ctx context.Context, found []model.Place) error {
	s, ok := u.Src.(client.Summer)
	if !ok {
		return nil
	}
	in := map[string][]model.Place{}
	for _, at := range found {
		if d := u.ours[u.key(at)]; d.md5 != "" && !at.IsLoose() {
			in[step.PlaceKey(at.Parent())] = append(in[step.PlaceKey(at.Parent())], at)
		}
	}
	for _, files := range in {
		es := make([]*model.Entry, len(files))
		for i, at := range files {
			e := u.entry(ctx, at)
			es[i] = &e
		}
		var sums []string
		err := u.Patiently(ctx, func() (err error) { sums, err = s.Sums(ctx, files[0].Parent(), es, u.Class); return err })
		if client.Is(err, client.KindUnsupported) {
			continue
		}
		if err != nil {
			return err
		}
		for i, at := range files {
			if sums[i] != "" && sums[i] != u.ours[u.key(at)].md5 {
				u.leave(at, changedSince, es[i].Name)
				delete(u.ours, u.key(at))
			}
		}
	}
	return nil
}
