package drive

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// hit is an entry and the page it was found on.
type hit struct {
	entry model.Entry
	sheet *sheet
}

// look finds an entry in its folder and prefers an entry of the wanted kind. It believes that the name does not exist
// after two walks, or after one listing of the root, whose id is never stale.
func (w *walk) look(ctx context.Context, p model.Place, want model.Kind) (hit, error) {
	parent := p.Parent()
	moved := w.moved
	defer func() { w.moved = w.moved || moved }()
	looks := 0
	var before *pager
	for try := 0; ; try++ {
		w.moved = false
		h, pg, err := w.scan(ctx, parent, p.Base(), want)
		if err != nil || h.sheet != nil {
			return h, err
		}
		cut := pg.cut
		if pg.same(before) && !w.moved {
			cut = model.CutNone
		}
		before = pg
		moved = moved || w.moved
		if !w.moved {
			looks++
		}
		switch {
		case looks < 2 && try < firstTries && !(cut == model.CutNone && parent.IsRoot() && !w.moved) && cut != model.CutWindow && cut != model.CutRepeat && cut != model.CutLimit:
			w.forget()
		case cut != model.CutNone:
			return hit{}, client.Errorf(client.KindServer, "list", p, "%s was not found, but the service lists only part of its folder", p.String())
		default:
			return hit{}, client.Errorf(client.KindNotFound, "list", p, "%s was not found", p.String()).
				Hinted(text.LookInHint, model.Clean(parent.String()))
		}
	}
}

// scan reads the pages of a folder until it finds the name. If the listing is cut, a missing name proves nothing.
func (w *walk) scan(ctx context.Context, parent model.Place, name string, want model.Kind) (hit, *pager, error) {
	k := key(parent.Join(name))
	if n := w.s.memory.hint(k); n > 1 {
		sh, _, err := w.pageOf(ctx, parent, n)
		if err != nil {
			return hit{}, nil, err
		}
		if h := pick(sh, name, want, n); h.sheet != nil && (want == "" || h.entry.Kind == want) {
			return h, nil, nil
		}
	}
	var best hit
	pg, err := w.pages(ctx, parent, func(sh *sheet, n int, _ []bool) bool {
		h := pick(sh, name, want, n)
		if h.sheet == nil {
			return true
		}
		if want == "" || h.entry.Kind == want {
			best = h
			w.s.memory.keepHint(k, n)
			return false
		}
		if best.sheet == nil {
			best = h
		}
		return true
	})
	if err != nil {
		return hit{}, nil, err
	}
	return best, pg, nil
}

// pick finds the name on a page.
func pick(sh *sheet, name string, want model.Kind, n int) hit {
	var h hit
	for _, e := range sh.entries {
		if e.Name != name {
			continue
		}
		if h.sheet == nil || e.Kind == want && h.entry.Kind != want {
			h = hit{entry: e, sheet: sh}
		}
	}
	return h
}
