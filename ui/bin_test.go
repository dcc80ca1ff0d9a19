package ui_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// thrown are deleted entries: two of one name, a folder, and one of which the service says
// nothing.
func thrown(tree *uitest.Tree) []client.BinEntry {
	work, at := tree.Root().Join("Work"), time.Date(1999, 3, 1, 9, 0, 0, 0, time.UTC)
	n := 0
	entry := func(name string, k model.Kind, size int64) model.Entry {
		n++
		return model.Entry{ID: fmt.Sprint("f", n), Name: name, Kind: k, Size: size, Children: model.Unknown}
	}
	return []client.BinEntry{
		{Record: "1", Entry: entry("draft.txt", model.KindFile, 2048), Deleted: at, From: work},
		{Record: "2", Entry: entry("old", model.KindFolder, model.Unknown), Deleted: at.Add(time.Hour), From: tree.Root()},
		{Record: "3", Entry: entry("draft.txt", model.KindFile, 4096), Deleted: at.Add(2 * time.Hour), From: work},
		{Record: "4", Entry: entry("esc\x1b[31mred.txt", model.KindFile, model.Unknown)},
	}
}

func records(tree *uitest.Tree) []string {
	all, _ := tree.Bin(context.Background(), client.Options{})
	var out []string
	for _, b := range all {
		out = append(out, b.Record)
	}
	return out
}

// The bin is a list like others: it is filtered and selected, and what is selected is
// recovered, of two entries with one name the one that was meant.
func TestTheBinRecoversWhatIsSelected(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Throw(thrown(tree)...)
		d.Keys("g", "b")
		d.Has("recycle bin", "> draft.txt", "drive:/Work", "1/4", "r recover")
		d.Keys("/")
		d.Type("draft")
		d.Keys("enter")
		d.Has("1/2")
		d.Keys("j", "space", "r")
		d.Pass(time.Second)
		d.Has("recovered draft.txt to drive:/Work")
		if got := records(tree); !slices.Equal(got, []string{"2", "3", "4"}) {
			t.Errorf("%q", got)
		}
	})
}

// Nothing is deleted for good without the word.
func TestTheBinPurgesAfterTheWord(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Throw(thrown(tree)...)
		d.Keys("g", "b", "space", "space", "d")
		d.Has("Delete 2 entries for good", "This cannot be undone", "draft.txt", "old/")
		d.Keys("enter")
		d.Pass(time.Second)
		if got := records(tree); len(got) != 4 {
			t.Errorf("%q without the word", got)
		}
		d.Type("delete")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("deleted 2 for good", " 2/2 ")
		if got := records(tree); !slices.Equal(got, []string{"1", "4"}) {
			t.Errorf("%q", got)
		}
	})
}

// What works on entries of a folder says in the bin that it cannot.
func TestTheBinRefusesTheRest(t *testing.T) {
	on(t, 120, 40, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Throw(thrown(tree)...)
		d.Keys("g", "b")
		for _, id := range []keys.Action{
			keys.Open, keys.ViewOutline, keys.Move, keys.MovePick, keys.Copy, keys.CopyPick, keys.Cut, keys.MarkCopy, keys.Paste, keys.Rename,
			keys.RenameList, keys.New, keys.NewFolder, keys.Delete, keys.DeleteTree, keys.Import, keys.Export, keys.Permission, keys.Share,
			keys.BookmarkAdd, keys.Info, keys.Link, keys.CopyID, keys.CopyLink, keys.CopyPath, keys.PaneEdit, keys.OpenOther,
		} {
			act(d, id)
			d.Has("here r recovers and d deletes for good")
			d.Keys("j", "k")
		}
		d.Keys("space", "tab", "tab", "backspace")
		d.HasNot("› recycle bin", "sel 1")
	})
}

// The bin in its states.
func TestScreensOfTheBin(t *testing.T) {
	for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for _, state := range []string{"full", "empty", "loading", "error", "offline", "purge"} {
			name := fmt.Sprintf("bin-%dx%d-%s", size.w, size.h, state)
			t.Run(name, func(t *testing.T) {
				on(t, size.w, size.h, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
					if state != "empty" {
						tree.Throw(thrown(tree)...)
					}
				}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
					switch state {
					case "loading":
						tree.Delay = 10 * time.Second
					case "error":
						tree.Fail = client.Errorf(client.KindServer, "list", model.Place{}, "the service is out of order.")
					case "offline":
						tree.Fail = client.Errorf(client.KindNetwork, "list", model.Place{}, "no answer.")
					}
					d.Keys("g", "b")
					d.Pass(2 * time.Second)
					if state == "purge" {
						d.Keys("A", "d")
					}
					d.Want(name)
					tree.Delay, tree.Fail = 0, nil
					d.Keys("esc", "esc")
				})
			})
		}
	}
}
