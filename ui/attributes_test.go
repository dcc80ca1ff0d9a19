package ui_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// moded is a disk whose entries have modes.
type moded struct{ *uitest.Tree }

func (moded) Policy(context.Context, model.Ref, client.Options) (model.Policy, error) {
	return "0640@2026-01-02T03:04:05Z", nil
}
func (moded) Policies() []model.Policy { return nil }
func (moded) Wanted(words, now model.Policy) (set, was model.Policy, err error) {
	if words == "" || words == "odd" {
		return "", "", client.Errorf(client.KindInvalid, "x", model.Place{}, "%q is not a mode; modes are written as 644, rw-r--r-- or u+x", string(words))
	}
	return words, now, nil
}

// asking remembers what was asked for.
type asking struct {
	*uitest.Engine
	last client.Request
}

func (a *asking) Plan(_ context.Context, r client.Request) (*model.Plan, error) {
	a.last = r
	return nil, errors.New("asked")
}

// The permission of an entry of a disk is its mode, and its time goes with it; of several nothing is proposed.
func TestTheModeOfADisk(t *testing.T) {
	for _, c := range []struct {
		keys []string
		text string
		want model.Policy
		n    int
	}{
		{[]string{"j", "P"}, "0", "06400", 1},
		{[]string{"j", "P"}, "\tnow", "0640@now", 1},
		{[]string{"A", "P"}, "u+x", "u+x", 2},
	} {
		var jobs *asking
		on(t, 80, 24, func(d *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
			tree := uitest.NewTree(model.SchemeDisk).Add(time.Now(), "a.txt", "b.txt")
			jobs = &asking{Engine: e}
			d.Client.Sources, d.Client.Jobs = uitest.Sources{moded{tree}}, jobs
			d.Left, d.Right = tree.Root(), tree.Root()
		}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys(c.keys...)
			d.Pass(time.Second)
			d.Has("mode", "changed")
			if text, timed := strings.CutPrefix(c.text, "\t"); timed {
				d.Keys("tab")
				d.Type(text)
			} else {
				d.Type(text)
			}
			d.Keys("ctrl+s")
			if jobs.last.Op != model.OpAttributes || jobs.last.Policy != c.want || len(jobs.last.Items) != c.n {
				t.Errorf("%+v\n%s", jobs.last, d.Screen())
			}
		})
	}
}
