package drive

import (
	"hash/fnv"
	"slices"

	"aloft/model"
)

// pager decides when all pages of a folder are read and whether they are the whole folder. The last page is empty or
// short, reaches the stated total, or repeats entries.
type pager struct {
	full  int  // entries of a full page
	guess bool // only the length of the last page suggests another one
	n     int  // pages read
	raw   int  // entries received, including repeated ones
	total int  // last stated total, or model.Unknown

	seen     map[string]struct{}
	last     []string // ids of the previous page
	distinct int
	moved    bool   // entries moved between pages
	totals   bool   // the total changed between pages
	sum      uint64 // of the ids, independent of order
	done     bool
	cut      model.CutReason
	told     bool // only the total contradicts completeness
}

// Limits of one folder. They end the endless listing of a broken drive.
const (
	maxEntries = 200_000
	maxPages   = 5_000
)

func newPager() *pager {
	return &pager{total: model.Unknown, seen: map[string]struct{}{}}
}

// add adds the next page. It reports which entries are new.
func (p *pager) add(ids []string, x extent) (fresh []bool) {
	raw, total := x.raw, x.total
	p.n++
	if p.n > 1 && raw > 0 && slices.Equal(ids, p.last) {
		p.done = true
		if !p.guess || p.n > 2 {
			p.cut = model.CutRepeat
		} // otherwise the drive has no paging and sent less than requested
		return make([]bool, len(ids))
	}
	if p.n == 1 || !x.guess { // later pages are compared with the first
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
		// Without a total, only new entries show that the listing advances.
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
	if total < p.raw { // the total counts something other than the folder
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

// beyond records that the next page is past the window of this order.
func (p *pager) beyond() { p.done, p.cut = true, model.CutWindow }

// turn starts the reverse order after the window has cut the first.
func (p *pager) turn() { p.done = false }

// addBack adds a page of the reverse order. Entries may repeat; a page without a new one is the end. Only a stated
// total proves that both orders cover the folder, because a drive may ignore the order.
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

// take records a new entry.
func (p *pager) take(id string) {
	p.seen[id] = struct{}{}
	p.distinct++
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	p.sum += h.Sum64()
}

// judge decides whether the pages are the whole folder. A contradicting total is a reason to read again (see same)
// but no proof, because some drives state it wrongly.
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

// same reports whether two readings returned the same entries and only the total says there are more. Then the total
// is wrong.
func (p *pager) same(before *pager) bool {
	return before != nil && p.told && before.told && p.distinct == before.distinct && p.sum == before.sum
}

// lastPage reports whether page n, with raw entries, is the last; upto is the number of entries up to its end.
//
// The total is believed while it can be the folder's. On a full first page it may be the count of the page, so only
// the next page can tell.
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
