package drive

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model"
	"aloft/model/text"
)

// hitsMax limits search results and the entries shown of the recycle bin.
const hitsMax = 1000

// Search uses the drive's own search, as public clients do. The drive does not return where the hits are.
func (s *reader) Search(ctx context.Context, query string, opt client.Options) ([]client.Hit, error) {
	var hits []client.Hit
	err := s.collect(ctx, "search", pathSearch, url.Values{"q": {query}, "_is_hl": {"0"}, "_sort": {ascending}}, opt, hitsMax,
		func(w wireEntry) {
			hits = append(hits, client.Hit{Entry: w.entry(&s.spelling), Folder: string(w.Parent)})
		})
	return hits, err
}

// Bin lists the recycle bin.
func (s *reader) Bin(ctx context.Context, opt client.Options) ([]client.BinEntry, error) {
	var out []client.BinEntry
	most := hitsMax
	if opt.Fresh {
		most = maxEntries // a job must know if entries are missing
	}
	err := s.collect(ctx, "bin", pathBin, url.Values{}, opt, most,
		func(w wireEntry) { out = append(out, w.binEntry(s.Root(), &s.spelling)) })
	return out, err
}

// collect reads all pages of a list other than a folder.
func (s *reader) collect(ctx context.Context, op, path string, q url.Values, opt client.Options, most int, take func(wireEntry)) error {
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	pg := newPager()
	for n := 1; !pg.done && pg.distinct < most; n++ {
		q.Set("_page", strconv.Itoa(n))
		q.Set("_size", strconv.Itoa(s.o.PageSize))
		q.Set("_fetch_total", "1")
		a, err := s.read(ctx, request{
			op: op, place: s.Root(), method: http.MethodGet, path: path, query: q,
			class: opt.Class, lane: opt.Lane, list: true,
		})
		if err != nil {
			if n > 1 && beyondWindow(err) {
				return nil
			}
			return offered(err)
		}
		page := a.page
		ids := model.Each(page.entries, func(w wireEntry) string { return string(w.Record) + "\x00" + string(w.ID) })
		for i, fresh := range pg.add(ids, page.extent(s.o.PageSize)) {
			if fresh {
				take(page.entries[i])
			}
		}
		client.WaitsReads(ctx, text.WaitReading, s.Root().String(), pg.distinct)
	}
	if most == maxEntries && pg.cut != model.CutNone && !pg.told {
		return client.Errorf(client.KindServer, op, s.Root(), "the service returned only a part of the list")
	}
	return nil
}

// offered converts a missing call into KindUnsupported. Calls beyond the specification are optional, so a missing one
// means neither a wrong address nor a deleted entry.
func offered(err error) error {
	e, ok := err.(*client.Error)
	if !ok || e.Status != http.StatusNotFound && e.Status != http.StatusMethodNotAllowed && e.Status != http.StatusNotImplemented {
		return err
	}
	n := client.Errorf(client.KindUnsupported, e.Op, e.Place, "this drive does not support this operation")
	n.Status, n.Code, n.Server, n.Trace, n.Err = e.Status, e.Code, e.Server, e.Trace, e
	return n
}

// Recover restores entries of the recycle bin to their folders.
func (s *Source) Recover(ctx context.Context, records []string, class client.Class) error {
	return s.binWrite(ctx, "recover", pathRecover, records, class)
}

// Purge deletes entries of the recycle bin for good.
func (s *Source) Purge(ctx context.Context, records []string, class client.Class) error {
	return s.binWrite(ctx, "purge", pathPurge, records, class)
}

// binWrite sends record ids. They are not fids and stay valid in every epoch.
func (s *reader) binWrite(ctx context.Context, op, path string, records []string, class client.Class) error {
	if len(records) == 0 {
		return client.Errorf(client.KindInvalid, op, s.Root(), text.DriveBatchEmpty)
	}
	_, err := s.change(ctx, request{
		op: op, place: s.Root(), method: http.MethodPost, path: path,
		body:  binBody{Mode: binSelected, Records: records},
		class: class, epoch: gate.AnyEpoch,
	}, true)
	return err
}

// Probe cheaply checks that the session is valid. On a drive without the call it lists the root.
func (s *reader) Probe(ctx context.Context) error {
	_, err := s.read(ctx, request{
		op: "probe", place: s.Root(), method: http.MethodGet, path: pathConfig, probe: true,
	})
	if e, ok := err.(*client.Error); ok && e.Status == http.StatusNotFound {
		_, err = s.read(ctx, s.rootProbe(client.Interactive))
	}
	return err
}

// Capacity returns used and total bytes; values missing in the answer are model.Unknown.
func (s *reader) Capacity(ctx context.Context, opt client.Options) (used, total int64, err error) {
	a, err := s.read(ctx, request{
		op: "capacity", place: s.Root(), method: http.MethodGet, path: pathMember,
		class: opt.Class, lane: opt.Lane,
	})
	if err != nil {
		return model.Unknown, model.Unknown, offered(err)
	}
	m := a.env.Data
	return m.Used.Or(model.Unknown), m.Total.Or(model.Unknown), nil
}
