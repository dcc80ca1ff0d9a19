package disk

import (
	"io/fs"
	"strings"
	"sync"

	"aloft/model"
)

var specials = []fs.FileMode{fs.ModeSetuid, fs.ModeSetgid, fs.ModeSticky}

// modeWords writes a mode as ls -l does.
func modeWords(m fs.FileMode) string {
	b := []byte(m.Perm().String())
	switch b[0] = strings.ToLower(m.Type().String())[0]; {
	case m&fs.ModeCharDevice != 0:
		b[0] = 'c'
	case m&fs.ModeDevice != 0:
		b[0] = 'b'
	}
	for i, special := range specials {
		if at := 3 * (i + 1); m&special != 0 {
			letters := "SST"
			if b[at] == 'x' {
				letters = "sst"
			}
			b[at] = letters[i]
		}
	}
	return string(b)
}

// interned keeps one of each model.DocFacts: nearly all entries of a folder have the same.
type interned struct {
	mu    sync.Mutex
	known map[factsKey]*model.DocFacts
}

// factsKey is what the facts of an entry are made from.
type factsKey struct {
	mode         fs.FileMode
	owner, group string
	names        uint64
}

var facts = interned{known: map[factsKey]*model.DocFacts{}}

// of are the facts of an entry.
func (s *interned) of(k factsKey) *model.DocFacts {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.known[k]
	if f == nil {
		f = &model.DocFacts{Mode: modeWords(k.mode), Owner: k.owner, Group: k.group, Links: int(k.names)}
		s.known[k] = f
	}
	return f
}
