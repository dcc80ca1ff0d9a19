package blob

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"sync"

	"aloft/client"
)

// tags remembers validators by address, of which it keeps a digest only.
type tags struct {
	mu sync.Mutex
	of map[[sha256.Size]byte]string
}

const maxTags = 1000

func (t *tags) get(link client.SignedURL) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[sha256.Sum256([]byte(link.Reveal()))]
}

func (t *tags) keep(link client.SignedURL, tag string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) >= maxTags {
		t.of = map[[sha256.Size]byte]string{}
	}
	t.of[sha256.Sum256([]byte(link.Reveal()))] = tag
}

// validator names the content for If-Range, where weak tags are of no use.
func validator(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return ""
}
