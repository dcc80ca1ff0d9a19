package lookup

import (
	"slices"

	"aloft/client"
	"aloft/client/jobs/step"
	"aloft/model"
)

// hit is an entry of the wanted name.
type hit struct {
	entry model.Entry
	ref   model.Ref
}

// search is the order in which the pages of a folder are looked at.
type search struct {
	want  map[string]int
	hits  map[int][]hit
	first int
	last  int // the last page, once it is known
	seen  map[int]bool
}

func (s *search) start(hint map[int]int) int {
	s.seen = map[int]bool{}
	for _, n := range hint {
		if s.first == 0 || n < s.first {
			s.first = n
		}
	}
	return s.first
}

func (s *search) take(pg client.Page, n int) {
	s.seen[n] = true
	if pg.Last && (s.last < 0 || n < s.last) {
		s.last = n
	}
	for i, e := range pg.Entries {
		step, ok := s.want[step.IDKey(e.ID)]
		if !ok {
			step, ok = s.want[e.Name]
		}
		if ok && !s.has(step, e.ID) {
			s.hits[step] = append(s.hits[step], hit{e, pg.Refs[i]})
		}
	}
}

// has: the entry was on an earlier page; it slid when another one was added.
func (s *search) has(step int, id string) bool {
	return id != "" && slices.ContainsFunc(s.hits[step], func(h hit) bool { return h.entry.ID == id })
}

func (s *search) unseen(n int) bool { return n >= 1 && (s.last < 0 || n <= s.last) && !s.seen[n] }

// complete: every page was seen.
func (s *search) complete() bool { return s.last > 0 && len(s.seen) >= s.last && !s.gaps() }

func (s *search) gaps() bool {
	for n := 1; n <= s.last; n++ {
		if !s.seen[n] {
			return true
		}
	}
	return false
}

// next page: where a missing entry should be, then (the folder may have shrunk
// or grown by other hands) outwards from there; only two pages beside unless
// the whole folder is to be searched.
func (s *search) next(hint map[int]int, whole bool) int {
	missing := false
	for _, step := range s.want {
		if len(s.hits[step]) > 0 {
			continue
		}
		missing = true
		if n := hint[step]; s.unseen(n) {
			return n
		}
	}
	if !missing {
		return 0
	}
	for d := 1; ; d++ {
		if !whole && d > 1 {
			return 0
		}
		if s.unseen(s.first - d) {
			return s.first - d
		}
		if s.unseen(s.first + d) {
			return s.first + d
		}
		if s.first-d < 1 && s.last > 0 && s.first+d > s.last {
			return 0
		}
	}
}
