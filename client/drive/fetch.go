package drive

import (
	"context"
	"net/http"

	"aloft/client"
	"aloft/model"
)

// fetch reads page n of a folder.
func (s *reader) fetch(ctx context.Context, id string, p model.Place, n int, order string, opt client.Options) (*sheet, error) {
	a, err := s.read(ctx, request{
		op: "list", place: p, method: http.MethodGet, path: pathList,
		query: listQuery(id, n, s.o.PageSize, order),
		class: opt.Class, lane: opt.Lane, list: true,
	})
	if err != nil {
		return nil, err
	}
	page := a.page
	sh := &sheet{extent: page.extent(s.o.PageSize), epoch: a.epoch, at: a.at}
	sh.entries = make([]model.Entry, len(page.entries))
	sh.ids = make([]string, len(page.entries))
	for _, w := range page.entries {
		s.spelling.saw(string(w.Name))
	}
	for i, w := range page.entries {
		sh.entries[i], sh.ids[i] = w.entry(&s.spelling), string(w.ID)
		if w.Parent != "" && string(w.Parent) != id {
			sh.foreign = true
		}
	}
	return sh, nil
}
