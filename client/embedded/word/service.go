package word

import (
	"aloft/client/embedded/blob"
	"aloft/client/embedded/fault"
	"aloft/client/embedded/lifecycle"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// versions are the Word documents of a database: each version from its snapshot and
// log, the newest of those that were last opened in memory.
type versions struct {
	db    *store.DB
	pages *pages.Store
	life  *lifecycle.Lifetime
	cache cache
}

// Service has the tools of Word documents.
type Service struct {
	*versions
	faults *fault.Docs
	links  *blob.Links
}

// New returns the service of a database's Word documents. units bounds the cache,
// in positions, 0 = 8 million.
func New(pages *pages.Store, faults *fault.Docs, links *blob.Links, life *lifecycle.Lifetime, units int) *Service {
	return &Service{versions: &versions{db: pages.DB, pages: pages, life: life, cache: cache{units: units}}, faults: faults, links: links}
}

// Forget empties the cache: all documents were replaced.
func (s *versions) Forget() { s.cache.forget() }

// InMemory is the size of the documents in memory.
func (s *versions) InMemory() Memory { return s.cache.memory() }
