package drive

import (
	"slices"

	"aloft/model"
)

// pager decides when the pages of a folder have all come, and whether what
// came is the whole (the rules: "Paging of the drive listing" in design/jobs.md).
type pager struct {
	full  int  // entries of a full page
	guess bool // only the length of the last page says that another may follow
	n     int  // pages taken
	raw   int  // entries that came, repeated ones too
	total int  // as stated last, or model.Unknown

	seen     map[string]struct{}
	last     []string // ids of the page before
	distinct int
	changed  bool // entries shifted between pages
	done     bool
	cut      model.CutReason
}

// maxEntries ends a listing that a broken drive would never end.
const maxEntries = 1_000_000

func newPager() *pager {
	return &pager{total: model.Unknown, seen: map[string]struct{}{}}
}

// add takes the next page; fresh tells for each entry whether it is new.
func (p *pager) add(ids []string, x extent) (fresh []bool) {
	raw, total := x.raw, x.total
	p.n++
	if p.n > 1 && raw > 0 && slices.Equal(ids, p.last) {
		p.done = true
		if !p.guess || p.n > 2 {
			p.cut = model.CutRepeat
		} // else the drive knows no pages, and has sent less than it was asked for
		return make([]bool, len(ids))
	}
	if p.n == 1 || !x.guess { // a later page is measured by the first
		p.full, p.guess = x.full, x.guess
	}
	fresh = make([]bool, len(ids))
	for i, id := range ids {
		if _, dup := p.seen[id]; dup && id != "" {
			p.changed = true
			continue
		}
		p.seen[id] = struct{}{}
		fresh[i] = true
		p.distinct++
	}
	// Without a total only new entries tell that there is an end ahead.
	if raw > 0 && total == model.Unknown && !slices.Contains(fresh, true) || p.distinct >= maxEntries {
		p.done, p.cut = true, model.CutRepeat
		return fresh
	}
	p.last = ids
	before := p.total
	p.raw += raw
	p.total = total
	if total < p.raw { // it counts something else than the folder
		p.total = model.Unknown
	}
	if p.n > 1 && raw > 0 && before != model.Unknown && p.total != model.Unknown && before != p.total {
		p.changed = true
	}
	if raw == 0 && before != model.Unknown {
		p.total = before
	}
	p.done = raw == 0 || lastPage(p.n, p.full, raw, p.raw, total)
	if p.done && p.cut == model.CutNone {
		p.judge(raw == 0)
	}
	return fresh
}

// beyond: the next page is past what the drive shows in this order.
func (p *pager) beyond() { p.done, p.cut = true, model.CutWindow }

// turn begins the pages of the other order, after the window has cut the first.
func (p *pager) turn() { p.done = false }

// addBack takes a page of the other order. There entries may well come again;
// a page without a new one is the end. Whether both orders together make the
// whole only a stated total can tell: a drive may ignore the order.
func (p *pager) addBack(ids []string) (fresh []bool) {
	fresh = make([]bool, len(ids))
	p.done = true
	for i, id := range ids {
		if _, dup := p.seen[id]; dup || id == "" {
			continue
		}
		p.seen[id] = struct{}{}
		fresh[i] = true
		p.distinct++
		p.done = false
	}
	if p.total != model.Unknown && p.distinct >= p.total {
		p.done = true
		if !p.changed {
			p.cut = model.CutNone
		}
	}
	return fresh
}

// judge says whether the pages make the whole.
func (p *pager) judge(byEmpty bool) {
	switch {
	case p.total != model.Unknown && p.distinct < p.total && p.distinct >= window:
		p.cut = model.CutWindow
	case p.changed:
		p.cut = model.CutChanged
	case p.total != model.Unknown && p.distinct < p.total:
		p.cut = model.CutTotal
	case p.total == model.Unknown && byEmpty && p.distinct >= window:
		p.cut = model.CutWindow
	}
}

// lastPage says whether no page follows page n, which had raw entries; upto is
// the number of entries up to its end.
//
// A total is believed while it can be the folder's. On a full first page it may
// as well count the page, so only the next page can tell.
func lastPage(n, size, raw, upto, total int) bool {
	switch {
	case raw == 0:
		return true
	case total == model.Unknown || total < upto:
		return raw < size
	case total > upto:
		return false
	}
	return n > 1 || raw < size
}
