package model

import (
	"cmp"
	"time"
)

// transfersAtOnce is how many items of a transfer run in parallel.
const transfersAtOnce = 2

// importsAMinute is how many imports use one listing of their folder, which serves for a minute, at the usual gap.
const importsAMinute = 30

// steadyEstimate is the cost where ids never change: each folder is listed once,
// and then each item costs its calls.
func steadyEstimate(items []Item, p Pricing) Estimate {
	var e Estimate
	seen := map[string]bool{}
	handed := p.Handed
	look := func(to Place) {
		for at := to; ; at = at.Parent() {
			k := at.String()
			if !seen[k] && !handed {
				e.Lookups++
			}
			// After a change the folder that the plan has listed is listed once more; the ids above it are the same.
			if seen[k] = seen[k] || !handed || !at.Equal(to); at.IsRoot() {
				return
			}
		}
	}
	// into asks whether a folder is one of a space; of a root, and of a space, that is known.
	into := func(to Place) {
		known := to.IsRoot() || to.Scheme == SchemeSpace && to.Parent().IsRoot()
		if k := "into " + to.String(); !known && !seen[k] {
			seen[k] = true
			e.Lookups++
		}
	}
	polls, imports := 0, map[string]int{}
	for i := range items {
		it := &items[i]
		if !it.Goes() {
			continue
		}
		op := it.Op.Row()
		switch {
		case op.Carries != CarriesNothing:
			e.Calls += cmp.Or(it.Calls, op.Calls)
			e.Lookups += op.Looks
			e.Bytes += max(it.Print.Size, 0)
			polls += op.Looks
			if k := it.Target.String(); it.Op == OpImport && !it.Target.IsRoot() { // whether the name is free there, before it is moved
				if imports[k]%importsAMinute == 0 {
					e.Lookups++
				}
				imports[k]++
				into(it.Target)
			}
			continue
		case op.Folder && it.Parent.Scheme == SchemeDisk:
			continue // no calls to count
		}
		e.Calls++
		if it.Loose {
			e.Lookups++
		} else {
			look(it.Parent)
		}
		if op.ToTarget() {
			look(it.Target)
		}
		if handed = false; op.Moves {
			into(it.Target)
		}
		if op.Moves && it.NewName != "" && it.NewName != it.Name || !it.Via.IsZero() {
			e.Calls++
		}
	}
	e.Audit = p.Audit
	e.Requests = e.Calls + e.Lookups + e.Audit
	e.Time = max(time.Duration(e.Requests)*p.Gap, time.Duration(polls/transfersAtOnce)*p.Poll)
	return e
}
