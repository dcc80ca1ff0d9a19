package run

import (
	"strings"
	"testing"

	"aloft/model"
)

func TestReordered(t *testing.T) {
	for _, c := range []struct {
		all, ordered int // jobs, and how many of them have an order
		id, before   string
		want         string
	}{
		{4, 0, "d", "a", "d"},
		{4, 0, "d", "c", "a b d"},
		{4, 0, "a", "", "b c d a"},
		{4, 0, "a", "c", "b a"},
		{4, 3, "d", "a", "d a b c"},
		{4, 2, "b", "a", "b a"},
		{4, 2, "a", "d", "b c a"},
		{4, 2, "a", "", "b c d a"},
		{1, 0, "a", "", "a"},
	} {
		var all []model.JobSnapshot
		for i := range c.all {
			j := model.JobSnapshot{ID: string(rune('a' + i))}
			if i < c.ordered {
				j.Order = i + 1
			}
			all = append(all, j)
		}
		if got := strings.Join(reordered(all, c.id, c.before), " "); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
