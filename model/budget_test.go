package model_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"
)

// budgets are the lines that a room may have: Go outside tests and their doubles, in the folder and those below it
// that have no budget of their own. A commit that raises one lowers another by as much, or the issue that it works for
// allows it by name and number.
var budgets = map[string]int{
	"client":             1,
	"client/checkout":    1,
	"client/config":      1,
	"client/disk":        1,
	"client/docs":        1,
	"client/drive":       1,
	"client/system":      1,
	"client/edits":       1,
	"client/embedded":    1,
	"client/explain":     1,
	"client/find":        1,
	"client/gate":        1,
	"client/jobs":        1,
	"client/keep":        1,
	"client/libreoffice": 1,
	"client/limited":     1,
	"client/office":      1,
	"client/office/word": 1,
	"client/peek":        1,
	"client/secret":      1,
	"client/signed":      1,
	"client/webhook":     1,
	"cmd":                1,
	"model":              1,
	"themes":             1,
	"ui":                 1,
	"ui/act":             1,
	"ui/dialog":          1,
	"ui/keys":            1,
	"ui/pane":            1,
	"ui/preview":         1,
	"ui/webhook":         1,
}

func (h house) budget(t *testing.T) {
	lines := map[string]int{}
	for _, s := range h.product() {
		room := ""
		for dir := range budgets {
			if under(s.dir, dir) && len(dir) > len(room) {
				room = dir
			}
		}
		lines[room] += bytes.Count([]byte(s.text), []byte("\n"))
	}
	sum := 0
	for _, room := range slices.Sorted(maps.Keys(lines)) {
		sum += lines[room]
		switch n := lines[room]; {
		case room == "":
			t.Errorf("%d lines are in no room of the budget", n)
		case n > budgets[room]:
			t.Errorf("%s has %d lines, its budget is %d: cut, or lower another room by as much", room, n, budgets[room])
		case n < budgets[room]*9/10:
			t.Errorf("%s has %d lines, its budget is %d: lower it", room, n, budgets[room])
		}
	}
	for room := range budgets {
		if lines[room] == 0 {
			t.Errorf("%s has a budget and no lines", room)
		}
	}
	t.Logf("%d lines in %d rooms", sum, len(lines))
}
