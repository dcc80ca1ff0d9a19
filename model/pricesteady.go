package model

import "time"

// What an item of a transfer costs: an import is told of, begun, asked for and
// put into its place; an export is begun and asked for. Two go at a time.
const (
	importCalls, importLooks = 4, 3
	exportCalls, exportLooks = 1, 2
	transfersAtOnce          = 2
)

// steadyEstimate prices a plan where ids never change: each folder is listed
// once, and then each item costs its calls.
func steadyEstimate(items []Item, p Pricing) Estimate {
	var e Estimate
	seen := map[string]bool{}
	look := func(at Place) {
		for {
			if k := at.String(); !seen[k] {
				seen[k] = true
				e.Lookups++
			}
			if at.IsRoot() {
				return
			}
			at = at.Parent()
		}
	}
	polls := 0
	for i := range items {
		it := &items[i]
		if !it.Goes() {
			continue
		}
		switch it.Op {
		case OpImport:
			e.Calls += importCalls
			e.Lookups += importLooks
			e.Bytes += max(it.Print.Size, 0)
			polls += importLooks
			continue
		case OpExport:
			e.Calls += exportCalls
			e.Lookups += exportLooks
			e.Bytes += max(it.Print.Size, 0)
			polls += exportLooks
			continue
		case OpMakeFolder:
			if it.Parent.Scheme == SchemeDisk {
				continue // costs nothing that counts
			}
		}
		e.Calls++
		if it.Loose {
			e.Lookups++
		} else {
			look(it.Parent)
		}
		if it.Op == OpMove || it.Op == OpCopy {
			look(it.Target)
		}
		if it.Op == OpMove && it.NewName != "" && it.NewName != it.Name || it.Op == OpCopy && !it.Via.IsZero() {
			e.Calls++
		}
	}
	e.Requests = e.Calls + e.Lookups
	e.Time = max(time.Duration(e.Requests)*p.Gap, time.Duration(polls/transfersAtOnce)*p.Poll)
	return e
}
