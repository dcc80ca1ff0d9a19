package verify

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// A folder of many pages is not listed whole for a name or two. The pages where the names were last
// seen are read first. Whether a new name is free there is left to the service: it refuses a taken
// one, which public clients see as code 23008.
const (
	FewItems = 3 // of one folder
	fewPages = 3 // a folder of no more is listed whole
)

// Some looks for names in a folder. When the folder is small or a name is not
// found, it returns the whole folder; otherwise a part that has all of the names.
func (l *Lister) Some(ctx context.Context, p model.Place, names []string) (*Folder, error) {
	if f := l.Seen[journal.PlaceKey(p)]; f != nil {
		return f, nil
	}
	if f := l.parts[journal.PlaceKey(p)]; f != nil && f.hasAll(names) {
		return f, nil
	}
	l.State.Listing = p
	l.Report()
	f, err := l.search(ctx, p, names)
	if client.Is(err, client.KindStale) {
		l.end() // this process has changed something meanwhile
		f, err = l.search(ctx, p, names)
	}
	switch {
	case err != nil && !client.Is(err, client.KindStale) && !client.Is(err, client.KindNotFound):
		return nil, err
	case err != nil || f == nil:
		return l.Folder(ctx, p)
	}
	if l.parts == nil {
		l.parts = map[string]*Folder{}
	}
	l.parts[journal.PlaceKey(p)] = f
	l.PageSize = max(l.PageSize, f.PageSize)
	return f, nil
}

func (f *Folder) hasAll(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return len(f.Names[name]) == 0 })
}

// search reads pages until the folder is known to be large and the names are found;
// nil means that the folder is better listed whole, for which the pages read here
// are used again.
func (l *Lister) search(ctx context.Context, p model.Place, names []string) (*Folder, error) {
	if l.walk == nil {
		l.begin(false)
	}
	f := &Folder{Names: map[string][]int{}, Part: true, place: p}
	ids := map[string]bool{}
	read := map[int]bool{}
	last := 0
	page := func(n int) error {
		if n < 1 || read[n] {
			return nil
		}
		read[n] = true
		var pg client.Page
		err := l.Patiently(ctx, func() (err error) { pg, err = l.walk.Page(ctx, p, n); return err })
		if err != nil {
			return err
		}
		f.PageSize = cmp.Or(f.PageSize, len(pg.Entries))
		f.total = max(f.total, pg.Total, (n-1)*f.PageSize+len(pg.Entries))
		f.large = f.large || pg.Total > fewPages*f.PageSize || n > fewPages && len(pg.Entries) > 0
		if pg.Last && (last == 0 || n < last) {
			last = n
		}
		for i, e := range pg.Entries {
			if e.ID == "" || !ids[e.ID] {
				ids[e.ID] = true
				f.Names[e.Name] = append(f.Names[e.Name], len(f.Entries))
				f.Entries = append(f.Entries, e)
				f.at = append(f.at, (n-1)*f.PageSize+i)
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
	for name, there := range l.Effects(p, l.Now()) {
		if !there && len(f.Names[name.Name]) > 0 {
			return nil, nil // it lags behind a job of ours
		}
	}
	return f, nil
}

// where reads the pages on which the source has last seen the names, and their
// neighbours while one is missing.
func (l *Lister) where(p model.Place, names []string, f *Folder, page func(int) error) error {
	src, ok := l.Src.(client.Locator)
	if !ok {
		return nil
	}
	for _, name := range names {
		n, size := src.Locate(p.Join(name))
		if n <= fewPages || size == 0 {
			continue
		}
		f.PageSize = size
		for _, at := range []int{n, n - 1, n + 1} {
			if len(f.Names[name]) > 0 {
				break
			}
			if err := page(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// Position returns an entry's index in the service's order.
func (f *Folder) Position(n int) int {
	if f.at == nil {
		return n
	}
	return f.at[n]
}
