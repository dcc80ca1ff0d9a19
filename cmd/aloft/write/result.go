package write

import "aloft/model"

// Result is the output of a writing command for one item.
type Result struct {
	Place  string `json:"place,omitempty"` // absent when it is not known where an entry of the recycle bin was
	Name   string `json:"name,omitempty"`  // of an entry of the recycle bin; so is the next
	Record string `json:"record,omitempty"`
	Action string `json:"action"`
	Result string `json:"result"`
	Error  string `json:"error,omitempty"`
	Kind   string `json:"kind,omitempty"`
	To     string `json:"to,omitempty"`
	Job    string `json:"job,omitempty"`
	// What a conversion could not keep; where to look when the outcome is unknown.
	Notes []string `json:"notes,omitempty"`
	Share string   `json:"share,omitempty"` // who can read or edit it now
	Set   string   `json:"set,omitempty"`   // of an entry of a disk: its mode, and its time behind an @
	// Of a plan: by which way it goes, its bytes, and the requests that carry them.
	Route model.Route `json:"route,omitempty"`
	Bytes int64       `json:"bytes,omitempty"`
	Calls int         `json:"calls,omitempty"`
}
