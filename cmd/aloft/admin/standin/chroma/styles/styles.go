// Package styles keeps named looks that nothing is drawn with.
package styles

import chroma "github.com/alecthomas/chroma/v2"

// Registry are the looks by name. Glamour guards it by a lock of its own.
var Registry = map[string]*chroma.Style{}

// Register adds a look.
func Register(s *chroma.Style) *chroma.Style {
	Registry[s.Name] = s
	return s
}
