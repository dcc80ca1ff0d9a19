package model_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"
)

// budgets are the lines that a room may have: Go outside tests and their doubles, in the folder and those below it
// that have no budget of their own. A commit that needs more raises the figure, and its message says why.
var budgets = map[string]int{
	"client":             2766,
	"client/checkout":    730,
	"client/compare":     290,
	"client/config":      3046,
	"client/disk":        3934,
	"client/docs":        8081,
	"client/drive":       5150,
	"client/durable":     1420,
	"client/edits":       4019,
	"client/embedded":    19384,
	"client/explain":     542,
	"client/find":        610,
	"client/gate":        4474,
	"client/holder":      340,
	"client/jobs":        15173,
	"client/keep":        616,
	"client/libreoffice": 230,
	"client/limited":     1732,
	"client/logins":      290,
	"client/office":      3662,
	"client/office/word": 13174,
	"client/peek":        1139,
	"client/procgroup":   26,
	"client/secret":      1920,
	"client/signed":      240,
	"client/webhook":     14570,
	"cmd":                22263,
	"model":              12369,
	"themes":             1290,
	"ui":                 10200,
	"ui/act":             13134,
	"ui/dialog":          8163,
	"ui/keys":            2316,
	"ui/pane":            3648,
	"ui/preview":         6296,
	"ui/webhook":         3560,
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
	for _, room := range slices.Sorted(maps.Keys(lines)) {
		switch n := lines[room]; {
		case room == "":
			t.Errorf("%d lines are in no room of the budget", n)
		case n > budgets[room]:
			t.Errorf("%s has %d lines, its budget is %d: cut, or raise the budget and say why in the commit", room, n, budgets[room])
		case n < budgets[room]*9/10:
			t.Errorf("%s has %d lines, its budget is %d: lower it", room, n, budgets[room])
		}
	}
	for room := range budgets {
		if lines[room] == 0 {
			t.Errorf("%s has a budget and no lines", room)
		}
	}
}
