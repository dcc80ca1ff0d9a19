package docs

import (
	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// wordVersions are the Word documents of a database: each version from its snapshot and
// log, the newest of those that were last opened in memory.
type wordVersions struct {
	db    *store.DB
	pages *pages.Store
	life  *flow.Lifetime
	cache cache
}

// Word has the tools of Word documents.
type Word struct {
	*wordVersions
	lab    *flow.Lab
	secret []byte // of signed links
}

// NewWord returns the service of a database's Word documents. units bounds the cache,
// in positions, 0 = 8 million.
func NewWord(pages *pages.Store, lab *flow.Lab, secret []byte, life *flow.Lifetime, units int) *Word {
	return &Word{wordVersions: &wordVersions{db: pages.DB, pages: pages, life: life, cache: cache{units: units}}, lab: lab, secret: secret}
}

// Forget empties the cache: all documents were replaced.
func (s *wordVersions) Forget() { s.cache.forget() }

// InMemory is the size of the documents in memory.
func (s *wordVersions) InMemory() Memory { return s.cache.memory() }
