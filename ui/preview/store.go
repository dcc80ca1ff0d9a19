package preview

// store keeps documents, so that going back needs no wait.
type store struct {
	docs map[string]*doc
	tick int
}

// Limits of the store, by memory and number.
const (
	maxWeight = 32 << 20
	maxDocs   = 24
	maxPages  = 192 // per document
	nearPages = 64  // sections around the current one that keep their pages
)

func (s *store) get(key string) *doc {
	d := s.docs[key]
	if d != nil {
		s.tick++
		d.used = s.tick
	}
	return d
}

func (s *store) put(d *doc) {
	if s.docs == nil {
		s.docs = map[string]*doc{}
	}
	s.tick++
	d.used = s.tick
	s.docs[d.key] = d
	s.trim(d)
}

// trim drops the least recently shown documents.
func (s *store) trim(but *doc) {
	sum := 0
	for _, d := range s.docs {
		sum += d.weight()
	}
	for len(s.docs) > 1 && (sum > maxWeight || len(s.docs) > maxDocs) {
		var oldest *doc
		for _, d := range s.docs {
			if d != but && (oldest == nil || d.used < oldest.used) {
				oldest = d
			}
		}
		sum -= oldest.weight()
		oldest.stop()
		delete(s.docs, oldest.key)
	}
}
