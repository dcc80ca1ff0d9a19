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
	"client":             4531,
	"client/checkout":    726,
	"client/config":      3017,
	"client/disk":        4402,
	"client/docs":        8090,
	"client/drive":       5298,
	"client/system":      1962,
	"client/edits":       4460,
	"client/embedded":    17957,
	"client/explain":     553,
	"client/find":        1025,
	"client/gate":        4042,
	"client/jobs":        15782,
	"client/keep":        666,
	"client/libreoffice": 216,
	"client/limited":     1459,
	"client/office":      3856,
	"client/office/word": 13201,
	"client/peek":        1158,
	"client/secret":      2202,
	"client/signed":      234,
	"client/webhook":     11990,
	"cmd":                22318,
	"model":              12798,
	"themes":             1315,
	"ui":                 8932,
	"ui/act":             13561,
	"ui/dialog":          8328,
	"ui/keys":            2370,
	"ui/pane":            3686,
	"ui/preview":         7674,
	"ui/webhook":         3177,
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
