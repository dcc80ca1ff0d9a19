package model

import "time"

// Op is what a plan does to its items.
type Op string

const (
	OpMakeFolder Op = "mkdir"
	OpRename     Op = "rename"
	OpMove       Op = "move"
	OpDelete     Op = "delete"
)

// Decision says what happens to one item of a plan.
type Decision string

const (
	DecideGo     Decision = "go"     // do it
	DecideSkip   Decision = "skip"   // leave it where it is; Why says why
	DecideNumber Decision = "number" // do it under NewName, a free name with a number
	DecideAsk    Decision = "ask"    // a conflict nobody has decided yet; never sent
)

// Conflict rules for names that are taken in the target.
type ConflictRule string

const (
	ConflictAsk    ConflictRule = "ask"
	ConflictSkip   ConflictRule = "skip"
	ConflictNumber ConflictRule = "number"
	ConflictStop   ConflictRule = "stop"
)

// Item is one line of a plan. Parent is the folder it is in (for OpMakeFolder:
// the folder it will be in).
type Item struct {
	ID       int         `json:"id"`
	Op       Op          `json:"op"`
	Parent   Place       `json:"parent"`
	Name     string      `json:"name"`
	Kind     Kind        `json:"kind,omitempty"`
	Print    Fingerprint `json:"print,omitzero"`
	Target   Place       `json:"target,omitzero"` // OpMove: the folder it goes to
	NewName  string      `json:"new_name,omitempty"`
	Mode     string      `json:"mode,omitempty"` // OpDelete
	Decision Decision    `json:"decision"`
	Why      string      `json:"why,omitempty"`  // a WhySkipped word
	PageHint int         `json:"page,omitempty"` // page it was seen on
	// Taken is the entry that holds the name in the target.
	Taken *Entry `json:"taken,omitempty"`
}

// Place of the item before the plan ran (OpMakeFolder: after).
func (i Item) Place() Place { return i.Parent.Join(i.Name) }

// After is the item's place when it is done; a deleted item has none (ok false).
func (i Item) After() (p Place, ok bool) {
	name := i.Name
	if i.NewName != "" {
		name = i.NewName
	}
	switch i.Op {
	case OpMove:
		return i.Target.Join(name), true
	case OpDelete:
		return Place{}, false
	}
	return i.Parent.Join(name), true
}

// Plan is what will be done, made by listing only and executed unchanged.
type Plan struct {
	ID       string    `json:"id"`
	Account  string    `json:"account"`
	Scheme   Scheme    `json:"scheme"`
	Op       Op        `json:"op"`
	MadeAt   time.Time `json:"made_at"`
	Items    []Item    `json:"items"`
	Estimate Estimate  `json:"estimate"`
	// Undo says whether the whole can be undone: "yes", "bin" (through the
	// recycle bin), or "no".
	Undo string `json:"undo"`
}

// Estimate of a plan's cost.
type Estimate struct {
	Calls    int           `json:"calls"`    // mutations
	Lookups  int           `json:"lookups"`  // listings before them
	Requests int           `json:"requests"` // both together
	Time     time.Duration `json:"time"`     // at the present gap
}

// Undecided are the items that wait for a decision.
func (p *Plan) Undecided() []int {
	var out []int
	for i := range p.Items {
		if p.Items[i].Decision == DecideAsk {
			out = append(out, i)
		}
	}
	return out
}
