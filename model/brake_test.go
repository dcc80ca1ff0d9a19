package model

import (
	"strings"
	"testing"
)

func TestTheBrake(t *testing.T) {
	big, small, bin := Place{Scheme: SchemeDrive}.Join("big"), Place{Scheme: SchemeDrive}.Join("small"), Place{Scheme: SchemeDrive}
	sizes := []FolderSize{{big, 100}, {small, 12}}
	for _, c := range []struct {
		name  string
		brake Brake
		op    Op
		n     map[string]int // entries that go, by folder
		sizes []FolderSize
		want  Excess
	}{
		{"none is set", Brake{}, OpDelete, map[string]int{"big": 100}, sizes, Excess{}},
		{"as many as pass", Brake{Count: 50}, OpDelete, map[string]int{"big": 50}, sizes, Excess{}},
		{"one more", Brake{Count: 50}, OpDelete, map[string]int{"big": 51}, sizes, Excess{N: 51, Limit: 50}},
		{"over several folders", Brake{Count: 50}, OpDelete, map[string]int{"big": 45, "small": 6}, sizes, Excess{N: 51, Limit: 50}},
		{"the share that passes", Brake{Share: 50}, OpDelete, map[string]int{"big": 50}, sizes, Excess{}},
		{"one more", Brake{Share: 50}, OpDelete, map[string]int{"big": 51}, sizes, Excess{N: 51, Of: 100, Limit: 50, Folder: big}},
		{"few are never a share", Brake{Share: 50}, OpDelete, map[string]int{"small": 10}, sizes, Excess{}},
		{"one folder of two", Brake{Share: 50}, OpDelete, map[string]int{"big": 11, "small": 11}, sizes, Excess{N: 11, Of: 12, Limit: 50, Folder: small}},
		{"a folder that was not listed", Brake{Share: 50}, OpDelete, map[string]int{"big": 99}, nil, Excess{}},
		{"the whole bin", Brake{Share: 99}, OpPurge, map[string]int{"": 11}, []FolderSize{{bin, 11}}, Excess{N: 11, Of: 11, Limit: 99}},
		{"both", Brake{Count: 5, Share: 50}, OpDelete, map[string]int{"small": 12}, sizes, Excess{N: 12, Limit: 5}},
	} {
		p := &Plan{Op: c.op, Sizes: c.sizes}
		for folder, n := range c.n {
			at := bin
			if folder != "" {
				at = bin.Join(folder)
			}
			for range n {
				p.Items = append(p.Items, Item{Op: c.op, Parent: at, Decision: DecideGo})
			}
			p.Items = append(p.Items, Item{Op: c.op, Parent: at, Decision: DecideSkip}, Item{Op: c.op, Parent: at, Decision: DecideSkip})
		}
		got, stops := c.brake.StopsPlan(p)
		same := got.N == c.want.N && got.Of == c.want.Of && got.Limit == c.want.Limit && got.Folder.Equal(c.want.Folder)
		if !same || stops != (c.want.N > 0) {
			t.Errorf("%s: %v %+v, want %+v", c.name, stops, got, c.want)
		}
	}
	hostile := Excess{N: 11, Of: 12, Limit: 50, Folder: bin.Join("a\x1b[8m")}.Say(nil)
	if strings.Contains(hostile, "\x1b") || !strings.HasPrefix(hostile, "11 of 12 entries of drive:/a") {
		t.Errorf("%q", hostile)
	}
}
