// Package editing changes documents: it asks, finds, plans and applies edits, and
// reports the outcome.
package editing

import (
	"errors"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/dialog"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen

	rows    act.Rows
	compare *Comparing
	work    progress
	// kept holds typed input that was not applied, by document and question.
	kept  map[string]dialog.FormValues
	own   ownEdit
	ones  []one
	lists lists
}

// one is a tracked change that was accepted or rejected by itself, and the version that this made.
type one struct {
	place   model.Place
	version int64
}

// ownEdit is our newest edit. The next edit refers to the document with it, even if the reader does not show it yet.
type ownEdit struct {
	place model.Place
	base  int64
	now   model.Outline
}

// outdated holds others' changes that made an edit fail.
func outdated(err error) (client.Outdated, bool) {
	if p, ok := errors.AsType[*client.Outdated](err); ok {
		return *p, true
	}
	return client.Outdated{}, false
}
