package plan

import (
	"context"
	"strconv"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// reach says why the folder cannot be the target.
func (p *planner) reach(to model.Place) error {
	err := client.Reach(p.Src, p.r.Op, to)
	if ce, ok := err.(*client.Error); ok && ce.What == text.NoAcross {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), to, "%s is in another source: nothing can be moved there", to.String())
	}
	return err
}

// target lists the folder that the items go to.
func (p *planner) target(ctx context.Context, to model.Place) (*listing.Folder, error) {
	op := string(p.r.Op)
	f, err := p.Folder(ctx, to)
	if client.Is(err, client.KindNotFound) {
		out := client.Errorf(client.KindNotFound, op, to, text.JobsNotFound, to.String())
		out.Hint, out.Err = text.JobsTargetHint, err
		return nil, out
	}
	if err == nil && !f.Complete {
		return nil, client.Errorf(client.KindUnsupported, op, to, text.JobsIncomplete, to.String())
	}
	return f, err
}

// holds: something can be put into the entry. In a space every page can have
// pages under it.
func (p *planner) holds(at model.Place, e *model.Entry) bool {
	return e.Enterable() || at.Scheme == model.SchemeSpace && step.Steady(p.Src)
}

func takenIn(f *listing.Folder) map[string]model.Entry {
	taken := make(map[string]model.Entry, len(f.Entries))
	for _, e := range f.Entries {
		taken[e.Name] = e
	}
	return taken
}

// title settles the name of something in a folder: taken are the names there, those
// of earlier items included. It is used in the folder from first, nil = in none, so
// it must be free there too.
func (p *planner) title(it *model.Item, title string, taken map[string]model.Entry, from *listing.Folder) error {
	entry := model.Entry{Name: title, Kind: it.Kind, Size: it.Print.Size}
	other, clash := taken[title]
	if !clash {
		taken[title] = entry
		return nil
	}
	it.Taken = &other
	wish := *it
	wish.Name = title
	it.Free = p.number(&wish, func(name string) bool {
		_, there := taken[name]
		return there || from != nil && (len(from.Names[name]) > 0 || from.Promised[name])
	})
	if err := p.decide(it); err != nil {
		return err
	}
	if it.Free != "" {
		// Kept free for it, however it is decided.
		entry.Name = it.Free
		taken[it.Free] = entry
		if from != nil {
			from.Promise(it.Free)
		}
	}
	return nil
}

// mostNumbers bounds the search for a free name.
const mostNumbers = 10_000

// number gives the first free name of the form "name (1).ext", "" when none is.
// A name that is too long for the number loses its end.
func (p *planner) number(it *model.Item, taken func(string) bool) string {
	ext := ""
	if !it.Kind.Container() {
		ext = model.Extension(it.Name)
	}
	base := it.Name[:len(it.Name)-len(ext)]
	for n := 1; n < mostNumbers; n++ {
		if name, ok := p.fitting(base, " ("+strconv.Itoa(n)+")"+ext); ok && !taken(name) {
			return name
		}
	}
	return ""
}

// fitting joins the parts, and shortens the first until the service takes the name.
func (p *planner) fitting(base, rest string) (string, bool) {
	for {
		if p.check(base+rest) == nil {
			return base + rest, true
		}
		_, n := utf8.DecodeLastRuneInString(base)
		if base = base[:len(base)-n]; base == "" {
			return "", false
		}
	}
}
