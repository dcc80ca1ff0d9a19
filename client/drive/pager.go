package drive

import (
	"hash/fnv"
	"slices"

	"aloft/model"
)

// pager decides when all pages of a folder have come, and whether they are the whole folder. They
// end with an empty or short page, at the stated total, or with a page that repeats.
type pager struct {
	full  int  // entries of a full page
	guess bool // only the length of the last page suggests that another may follow
	n     int  // pages read
	raw   int  // entries that came, repeated ones too
	total int  // last stated total, or model.Unknown

	seen     map[string]struct{}
	last     []string // ids of the page before
	distinct int
	moved    bool   // entries moved between pages
	totals   bool   // the total changed between pages
	sum      uint64 // of the ids, in any order
	done     bool
	cut      model.CutReason
	told     bool // only the total contradicts completeness
}

// Limits of one folder: they end an endless listing of a broken drive.
const (
	maxEntries = 200_000
	maxPages   = 5_000
)

func newPager() *pager {
	return &pager{total: model.Unknown, seen: map[string]struct{}{}}
}

// add adds the next page; fresh is for each entry whether it is new.
func (p *pager) add(ids []string, x extent) (fresh []bool) {
	raw, total := x.raw, x.total
	p.n++
	if p.n > 1 && raw > 0 && slices.Equal(ids, p.last) {
		p.done = true
		if !p.guess || p.n > 2 {
			p.cut = model.CutRepeat
		} // otherwise the drive has no paging, and has sent less than requested
		return make([]bool, len(ids))
	}
	if p.n == 1 || !x.guess { // a later page is compared with the first
		p.full, p.guess = x.full, x.guess
	}
	fresh = make([]bool, len(ids))
	for i, id := range ids {
		if _, dup := p.seen[id]; dup && id != "" {
			p.moved = true
			continue
		}
		p.take(id)
		fresh[i] = true
	}
	switch {
	case raw > 0 && total == model.Unknown && !slices.Contains(fresh, true):
		// Without a total only new entries show that there is an end ahead.
		p.done, p.cut = true, model.CutRepeat
		return fresh
	case p.distinct >= maxEntries, p.n >= maxPages:
		p.done, p.cut = true, model.CutLimit
		return fresh
	}
	p.last = ids
	before := p.total
	p.raw += raw
	p.total = total
	if total < p.raw { // it counts something other than the folder
		p.total = model.Unknown
	}
	if p.n > 1 && raw > 0 && before != model.Unknown && p.total != model.Unknown && before != p.total {
		p.totals = true
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

// turn begins the pages of the reverse order, after the window has cut the first.
func (p *pager) turn() { p.done = false }

// addBack adds a page of the reverse order. There entries may come again; a page
// without a new one is the end. Whether both orders together are the whole folder
// only a stated total can show: a drive may ignore the order.
func (p *pager) addBack(ids []string) (fresh []bool) {
	fresh = make([]bool, len(ids))
	p.done = true
	for i, id := range ids {
		if _, dup := p.seen[id]; dup || id == "" {
			continue
		}
		p.take(id)
		fresh[i] = true
		p.done = false
	}
	if p.total != model.Unknown && p.distinct >= p.total {
		p.done = true
		if !p.moved && !p.totals {
			p.cut = model.CutNone
		}
	}
	return fresh
}

// take adds a new entry.
func (p *pager) take(id string) {
	p.seen[id] = struct{}{}
	p.distinct++
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	p.sum += h.Sum64()
}

// judge decides whether the pages are the whole folder. A total that says otherwise
// is a reason to read again (same), and no proof: some drives state it wrongly.
func (p *pager) judge(byEmpty bool) {
	switch {
	case p.total != model.Unknown && p.distinct < p.total && p.distinct >= window:
		p.cut = model.CutWindow
	case p.moved:
		p.cut = model.CutChanged
	case p.totals:
		p.cut, p.told = model.CutChanged, true
	case p.total != model.Unknown && p.distinct < p.total:
		p.cut, p.told = model.CutTotal, true
	case p.total == model.Unknown && byEmpty && p.distinct >= window:
		p.cut = model.CutWindow
	}
}

// same: two readings of a folder returned the same entries, and only the total says
// that there are more. Then the total is wrong.
func (p *pager) same(before *pager) bool {
	return before != nil && p.told && before.told && p.distinct == before.distinct && p.sum == before.sum
}

// lastPage reports whether no page follows page n, which had raw entries; upto is
// the number of entries up to its end.
//
// A total is believed while it can be the folder's. On a full first page it may as
// well count the page, so only the next page can tell.
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
