package store

import (
	"context"
	"database/sql"
)

// Link is one connection with its prepared statements.
type Link struct {
	c     *sql.Conn
	stmts map[string]*sql.Stmt
}

func newLink(db *sql.DB) (*Link, error) {
	c, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	return &Link{c: c, stmts: map[string]*sql.Stmt{}}, nil
}

// Do is Exec without the numbers.
func (l *Link) Do(query string, args ...any) error {
	_, _, err := l.Exec(query, args...)
	return err
}
