package store

import "aloft/client/system/sqlite"

// Link is one connection with its prepared statements.
type Link struct{ *sqlite.Link }

func openLink(path string, m sqlite.Mode) (*Link, error) {
	l, err := sqlite.Open(path, m)
	return &Link{l}, err
}
