package webhook

import "aloft/model/text"

// english returns a sentence as it is stored and published.
func english(t text.Text, args ...any) string { return (*text.Catalogue)(nil).Say(t, args...) }
