package main

import (
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/edits"
)

// editSettle is the age at which an edit without an answer can no longer strike,
// as for every other write.
const editSettle = 45 * time.Second

// edits changes documents. It opens nothing until it is used.
func (a *app) edits() client.Edits {
	if a.changer == nil {
		dir := ""
		if a.dirs.Data != "" {
			dir = filepath.Join(a.dirs.Data, "edits")
		}
		a.changer = edits.New(edits.Options{
			Sources: a.sources(), Dir: dir, Account: a.cfg.Account, Service: a.sources().service, Settle: time.Duration(float64(editSettle) * a.scale),
		})
	}
	return a.changer
}
