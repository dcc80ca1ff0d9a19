package jobs

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// A folder of many pages is not listed whole for a name or two: the pages where
// the names were seen last are looked at first. That a new name is free there is
// left to the service, which refuses a taken one (facts/drive.md, code 23008).
const (
	fewItems = 3 // of one folder
	fewPages = 3 // a folder of no more is listed whole
)

// content is what the plan needs to know of an item's folder.
func (p *planner) content(ctx context.Context, at model.Place) (*folder, error) {
	if p.byParent == nil {
		p.byParent = map[string][]string{}
		for _, it := range p.r.Items {
			k := key(it.Parent())
			p.byParent[k] = append(p.byParent[k], it.Base())
		}
	}
	if names := p.byParent[key(at)]; len(names) <= fewItems && !steady(p.src) {
		return p.some(ctx, at, names)
	}
	return p.folder(ctx, at)
}

// some looks for names in a folder. Of a small folder, or when one of them is
// not found, it gives the whole; else a part, with all of the names in it.
func (l *lister) some(ctx context.Context, p model.Place, names []string) (*folder, error) {
	if f := l.seen[key(p)]; f != nil {
		return f, nil
	}
	if f := l.parts[key(p)]; f != nil && f.hasAll(names) {
		return f, nil
	}
	l.state.Listing = p
	l.report()
	f, err := l.search(ctx, p, names)
	if client.Is(err, client.KindStale) {
		l.walk = nil // something was changed by us meanwhile
		f, err = l.search(ctx, p, names)
	}
	switch {
	case err != nil && !client.Is(err, client.KindStale) && !client.Is(err, client.KindNotFound):
		return nil, err
	case err != nil || f == nil:
		return l.folder(ctx, p)
	}
	if l.parts == nil {
		l.parts = map[string]*folder{}
	}
	l.parts[key(p)] = f
	l.pageSize = max(l.pageSize, f.pageSize)
	return f, nil
}

func (f *folder) hasAll(names []string) bool {
	for _, name := range names {
		if len(f.names[name]) == 0 {
			return false
		}
	}
	return true
}

// search reads pages until the folder has proven to be large and the names are
// found; nil means that the folder is better listed whole, which costs nothing
// more for the pages that were read here.
func (l *lister) search(ctx context.Context, p model.Place, names []string) (*folder, error) {
	if l.walk == nil {
		l.walk = newWalker(l.src.Walk(client.Options{Class: l.class}), l.tell)
	}
	f := &folder{names: map[string][]int{}, part: true}
	ids := map[string]bool{}
	read := map[int]bool{}
	last := 0
	page := func(n int) error {
		if n < 1 || read[n] {
			return nil
		}
		read[n] = true
		var pg client.Page
		err := l.patiently(ctx, func() (err error) { pg, err = l.walk.Page(ctx, p, n); return err })
		if err != nil {
			return err
		}
		if f.pageSize == 0 {
			f.pageSize = len(pg.Entries)
		}
		f.large = f.large || pg.Total > fewPages*f.pageSize || n > fewPages && len(pg.Entries) > 0
		if pg.Last && (last == 0 || n < last) {
			last = n
		}
		for i, e := range pg.Entries {
			if e.ID == "" || !ids[e.ID] {
				ids[e.ID] = true
				f.names[e.Name] = append(f.names[e.Name], len(f.entries))
				f.entries = append(f.entries, e)
				f.at = append(f.at, (n-1)*f.pageSize+i)
			}
		}
		return nil
	}
	if err := l.where(p, names, f, page); err != nil {
		return nil, err
	}
	for n := 1; !f.large || !f.hasAll(names); n++ {
		if last > 0 && n > last {
			return nil, nil
		}
		if err := page(n); err != nil {
			return nil, err
		}
	}
	for name, there := range l.effects(p, l.now()) {
		if !there && len(f.names[name.Name]) > 0 {
			return nil, nil // it is behind what a job of ours has done
		}
	}
	return f, nil
}

// where reads the pages on which the source has seen the names last, and their
// neighbours while one is missing.
func (l *lister) where(p model.Place, names []string, f *folder, page func(int) error) error {
	src, ok := l.src.(client.Locator)
	if !ok {
		return nil
	}
	for _, name := range names {
		n, size := src.Locate(p.Join(name))
		if n <= fewPages {
			continue
		}
		f.pageSize = size
		for _, at := range []int{n, n - 1, n + 1} {
			if len(f.names[name]) > 0 {
				break
			}
			if err := page(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// position of an entry in the service's order.
func (f *folder) position(n int) int {
	if f.at == nil {
		return n
	}
	return f.at[n]
}

// unlisted notes that names in the folder are checked by the service only.
func (p *planner) unlisted(f *folder, at model.Place) {
	if !f.part {
		return
	}
	for _, q := range p.plan.Unlisted {
		if q.Equal(at) {
			return
		}
	}
	p.plan.Unlisted = append(p.plan.Unlisted, at)
}
