package store

import "aloft/client/system/sqlite"

// Link is one connection with its prepared statements.
type Link struct{ *sqlite.Link }

func openLink(path string, m sqlite.Mode) (*Link, error) {
	l, err := sqlite.Open(path, m)
	return &Link{l}, err
}

// All returns the rows of a query; into are the columns of one.
func All[T any](l *Link, query string, args []any, into func(*T) []any) (all []T, err error) {
	err = l.Rows(query, args, func(scan func(...any) error) error {
		var one T
		err := scan(into(&one)...)
		all = append(all, one)
		return err
	})
	return all, err
}

// Only is the one column of a row, for All.
func Only[T any](v *T) []any { return []any{v} }
