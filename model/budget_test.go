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
	"client":             4544,
	"client/checkout":    726,
	"client/config":      2995,
	"client/disk":        4360,
	"client/docs":        8055,
	"client/drive":       5267,
	"client/system":      1990,
	"client/edits":       4444,
	"client/embedded":    17870,
	"client/explain":     553,
	"client/find":        1024,
	"client/gate":        4012,
	"client/jobs":        15733,
	"client/keep":        656,
	"client/libreoffice": 214,
	"client/limited":     1459,
	"client/office":      3845,
	"client/office/word": 13179,
	"client/peek":        1148,
	"client/secret":      2188,
	"client/signed":      234,
	"client/webhook":     11936,
	"cmd":                22341,
	"model":              12781,
	"themes":             1312,
	"ui":                 8936,
	"ui/act":             13550,
	"ui/dialog":          8312,
	"ui/keys":            2367,
	"ui/pane":            3680,
	"ui/preview":         7670,
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
