package keys

import "aloft/model/text"

// HintList is what fits into one line of that width, the most useful first and
// the help always last.
func (m *Map) HintList(cat *text.Catalogue, c Context, width int) []Hint { return nil }

// Hints is HintList as one plain line, parted by two spaces. It always ends in
// the help's key, unless not even that fits.
func (m *Map) Hints(cat *text.Catalogue, c Context, width int) string { return "" }
