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
	"client":             5077,
	"client/checkout":    702,
	"client/config":      2930,
	"client/disk":        4310,
	"client/docs":        7497,
	"client/drive":       5118,
	"client/system":      1961,
	"client/edits":       4396,
	"client/embedded":    17483,
	"client/explain":     553,
	"client/find":        1024,
	"client/gate":        3988,
	"client/jobs":        15501,
	"client/keep":        646,
	"client/libreoffice": 207,
	"client/limited":     1440,
	"client/office":      3751,
	"client/office/word": 12964,
	"client/peek":        1143,
	"client/secret":      2126,
	"client/signed":      234,
	"client/webhook":     11768,
	"cmd":                21623,
	"model":              12630,
	"themes":             1310,
	"ui":                 8911,
	"ui/act":             13124,
	"ui/dialog":          8239,
	"ui/keys":            2339,
	"ui/pane":            3665,
	"ui/preview":         7655,
	"ui/webhook":         3132,
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
