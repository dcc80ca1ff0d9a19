package drive

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"aloft/client"
	"aloft/model"
)

// Orders of a listing. Folders come first, so that a lookup of a folder in a large
// folder seldom needs more than one page.
const (
	ascending  = "file_type:asc,file_name:asc"
	descending = "file_type:desc,file_name:desc"
)

// sheet is one page of a folder as received. It is never changed.
type sheet struct {
	entries []model.Entry
	ids     []string
	extent
	beyond  bool // past the window; it is empty
	foreign bool // its entries say that they are of another folder
	epoch   uint64
	at      time.Time
}

// fetch reads page n of a folder.
func (s *Source) fetch(ctx context.Context, id string, p model.Place, n int, order string, opt client.Options) (*sheet, error) {
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

// listQuery has pdir_fid of "Drive operations" in "Cloud Drive Web API and Webhook Receiver".
// Public clients show the rest. Without fetch_risk_file_name some names are replaced by asterisks.
func listQuery(id string, n, size int, order string) url.Values {
	return url.Values{
		"pdir_fid":             {id},
		"_page":                {strconv.Itoa(n)},
		"_size":                {strconv.Itoa(size)},
		"_fetch_total":         {"1"},
		"_sort":                {order},
		"fetch_all_file":       {"1"},
		"fetch_risk_file_name": {"1"},
	}
}

// rootProbe is the cheapest listing there is.
func (s *Source) rootProbe(class client.Class) request {
	return request{
		op: "probe", place: s.Root(), method: http.MethodGet, path: pathList,
		query: listQuery(rootID, 1, 1, ascending), class: class, probe: true, list: true,
	}
}
