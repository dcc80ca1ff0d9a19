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

// Sort orders of a listing. Folders come first, so looking up a folder in a large folder seldom takes more than one
// page.
const (
	ascending  = "file_type:asc,file_name:asc"
	descending = "file_type:desc,file_name:desc"
)

// sheet is one page of a folder as received. It is immutable.
type sheet struct {
	entries []model.Entry
	ids     []string
	extent
	beyond  bool // past the window, so empty
	foreign bool // its entries belong to another folder
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

// listQuery returns the parameters of a listing: pdir_fid from "Drive operations" of the drive specification, the
// rest from public clients. Without fetch_risk_file_name the drive replaces some names by asterisks.
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

// rootProbe returns the cheapest possible listing.
func (s *Source) rootProbe(class client.Class) request {
	return request{
		op: "probe", place: s.Root(), method: http.MethodGet, path: pathList,
		query: listQuery(rootID, 1, 1, ascending), class: class, probe: true, list: true,
	}
}
