package limited

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// An id of a document finds it wherever it is, so it is used only while it is known to be in
// one of the person's places: a listing has shown it there not long ago, or one is read now.

// note keeps where the entries of a listing are.
func (g *Person) note(l *model.Listing) {
	for i := range l.Entries {
		g.noteOne(l.Place, l.Entries[i].ID)
	}
}

func (g *Person) noteOne(folder model.Place, id string) {
	if id == "" || folder.Scheme.Local() || g.open(folder.Scheme) {
		return
	}
	g.seen.note(folder, id)
}

// has refuses an id that is not that of the place.
func (g *Person) has(ctx context.Context, src client.Source, op string, p model.Place, id string, opt client.Options) error {
	if err := g.read(op, p); err != nil || g.open(p.Scheme) {
		return err
	}
	if folder, recent, _ := g.seen.find(id); recent && g.view(folder) >= way {
		return nil
	}
	opt.Progress = nil
	e, err := src.Stat(ctx, p, opt)
	switch {
	case err != nil:
		return err
	case e.ID != id || id == "":
		return g.outside(op, p)
	}
	g.noteOne(p.Parent(), id)
	return nil
}

// placeOf returns the place of an id that the person sees.
func (g *Person) placeOf(ctx context.Context, src client.Source, op, id string, opt client.Options) (model.Place, error) {
	folder, recent, ok := g.seen.find(id)
	at := folder.JoinPin("", id)
	switch {
	case ok && recent:
		return at, nil
	case ok:
		opt.Progress = nil
		if err := g.has(ctx, src, op, at, id, opt); err == nil || !client.Is(err, client.KindNotFound) {
			return at, err
		}
	}
	return model.Place{}, g.outside(op, src.Root().Loose(id))
}

// sighted is an entry without its id, when that is not known to be the one of the place: a
// source would read by it.
func (g *Person) sighted(p model.Place, seen model.Entry) model.Entry {
	if g.open(p.Scheme) || p.Scheme.Local() {
		return seen
	}
	if folder, recent, _ := g.seen.find(seen.ID); !recent || !folder.Equal(p.Parent()) {
		seen.ID = ""
	}
	return seen
}
