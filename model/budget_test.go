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
	"client":             5076,
	"client/checkout":    702,
	"client/config":      2930,
	"client/disk":        4310,
	"client/docs":        7498,
	"client/drive":       5118,
	"client/system":      1961,
	"client/edits":       4396,
	"client/embedded":    17486,
	"client/explain":     553,
	"client/find":        1024,
	"client/gate":        3988,
	"client/jobs":        15497,
	"client/keep":        646,
	"client/libreoffice": 207,
	"client/limited":     1440,
	"client/office":      3751,
	"client/office/word": 12964,
	"client/peek":        1143,
	"client/secret":      2128,
	"client/signed":      234,
	"client/webhook":     11768,
	"cmd":                22129,
	"model":              12797,
	"themes":             1310,
	"ui":                 8985,
	"ui/act":             13530,
	"ui/dialog":          8286,
	"ui/keys":            2351,
	"ui/pane":            3673,
	"ui/preview":         7678,
	"ui/webhook":         3139,
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
