package drive

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// behind reads page n of a folder longer than the window. Past the window, pages are read in reverse order from the
// other end, so entries that both orders reach come twice.
func (w *walk) behind(ctx context.Context, f *folder, n int) (client.Page, error) {
	full, total := w.s.o.PageSize, model.Unknown
	if first := f.pages[1]; first != nil {
		full, total = first.full, first.total
	}
	if f.edge == 0 {
		f.edge = min(n, window/full+1)
		for f.edge < n && f.pages[f.edge] != nil {
			f.edge++
		}
	}
	back := n - f.edge + 1
	sh, err := w.page(ctx, f, back, descending)
	switch {
	case beyondWindow(err):
		return client.Page{N: n, Total: total, Last: true}, nil
	case err != nil:
		return client.Page{}, err
	}
	out := pageFrom(sh, f.ref.Place, n)
	out.Last = sh.raw == 0 || total != model.Unknown && (n-1)*full+sh.raw >= total || f.met(sh)
	return out, nil
}

// met reports whether the pages of the reverse order overlap those of the first.
func (f *folder) met(back *sheet) bool {
	ids := map[string]bool{}
	for n, sh := range f.pages {
		for _, id := range sh.ids {
			ids[id] = ids[id] || n > 0
		}
	}
	for _, id := range back.ids {
		if ids[id] {
			return true
		}
	}
	return false
}
