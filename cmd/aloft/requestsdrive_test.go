//go:build unix

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What each command on the drive asks for, three folders deep, and that its dry run says so: not less, and at most one
// more. The path is walked once, and each folder that has changed is listed once.
func TestRequestsOfDriveCommands(t *testing.T) {
	c := newCounted(t)
	for _, f := range []string{"a.txt", "b.txt", "dir/c.txt", "dir/d.txt", "f.txt", "g.txt", "h.txt", "tree/1", "tree/in/2", "old/x", "old/y", "new/x", "new/y"} {
		writeAt(t, filepath.Join(c.home, f), f)
	}
	c.must("", "mkdir", "drive:/A", "drive:/A/B", "drive:/A/B/C", "drive:/A/B/D")
	const up = " pre hash auth auth finish"
	for _, row := range []struct {
		args []string
		want string // - is a listing
	}{
		{[]string{"mkdir", "drive:/A/B/new"}, "- - - file -"},
		{[]string{"rename", "drive:/A/B/new", "other"}, "- - - rename -"},
		{[]string{"rm", "--yes", "drive:/A/B/other"}, "- - - delete -"},
		{[]string{"mkdir", "drive:/A/B/C/new"}, "- - - - file -"},
		{[]string{"mkdir", "drive:/one", "drive:/two"}, "- file file -"},
		// That the name is free is looked at right before: some drives give another one by themselves.
		{[]string{"cp", "a.txt", "drive:/A/B"}, "- - - -" + up + " -"},
		{[]string{"cp", "b.txt", "drive:/A/B/C"}, "- - - - -" + up + " -"},
		{[]string{"cp", "dir", "drive:/A/B"}, "two at a time: - - - file - - -" + up + up + " -"},
		{[]string{"cp", "drive:/A/B/C/b.txt", "drive:/A/B/D"}, "- - - - - copy -"},
		{[]string{"cp", "drive:/A/B/C/b.txt", "e.txt"}, "- - - - download"},
		{[]string{"mv", "drive:/A/B/a.txt", "drive:/A/B/D"}, "- - - - move - -"},
		{[]string{"mv", "drive:/A/B/D/a.txt", "drive:/A/B/C"}, "- - - - - move - -"},
		// The last one of its folder.
		{[]string{"mv", "drive:/A/B/D/b.txt", "drive:/A"}, "- - - - move - -"},
		{[]string{"rm", "--yes", "drive:/A/B/C/a.txt"}, "- - - - delete -"},
		{[]string{"undo", "--yes"}, "list list recover"},
		{[]string{"rm", "--yes", "drive:/A/B/C/a.txt"}, "- - - - delete -"},
		{[]string{"bin", "recover", "drive:/A/B/C/a.txt"}, "list list list recover"},
		{[]string{"mkdir", "drive:/A/B/new"}, "- - - file -"},
		{[]string{"undo", "--yes"}, "- - - - delete -"},
		{[]string{"rename", "drive:/A/B/C/a.txt", "z.txt"}, "- - - - rename -"},
		{[]string{"undo", "--yes"}, "- - - - rename -"},
		{[]string{"redo", "--yes"}, "- - - - rename -"},
		{[]string{"undo", "--yes"}, "- - - - rename -"},
		{[]string{"mv", "drive:/A/B/C/a.txt", "drive:/A/B/moved.txt"}, "- - - - - - - rename - - - - move - -"},
		{[]string{"undo", "--yes"}, "- - - - rename - - - move - -"},
		// Two folders' entries in one call, as it asks first with two.
		{[]string{"mv", "drive:/A/B/dir", "drive:/A/B/C/a.txt", "drive:/A"}, "- - - - move - - -"},
		{[]string{"undo", "--yes"}, "- - - - move - - - move - - -"},
		{[]string{"rm", "--yes", "drive:/A/B/dir", "drive:/A/B/C/a.txt", "drive:/A/b.txt"}, "- - - - delete - - delete - - -"},
		{[]string{"undo", "--yes"}, "list list recover"},
		// What one call has copied is compared with the original, folder by folder.
		{[]string{"cp", "drive:/A/B/dir", "drive:/A"}, "- - - copy - - - -"},
		{[]string{"undo", "--yes"}, "- - - - - delete -"},
		{[]string{"cp", "drive:/A/B/dir", "drive:/A/B/C"}, "- - - - copy - - - -"},
		{[]string{"sync", "--yes", "tree", "drive:/A/B/D"}, "two at a time: - - - - file - - -" + up + up + " - -"},
		{[]string{"sync", "--yes", "drive:/A/B/D", "synced"}, "- - - - - download download"},
		{[]string{"mv", "f.txt", "drive:/A"}, "- - -" + up + " - download"},
		{[]string{"mv", "drive:/A/f.txt", "f.txt"}, "- - download - delete"},
		{[]string{"cp", "g.txt", "h.txt", "drive:/A"}, "two at a time: - - - -" + up + up + " -"},
		{[]string{"undo", "--yes"}, "- - download delete -"},
		{[]string{"share", "drive:/A/b.txt", "drive:/A/B/dir"}, "- - - share password"},
		// That there is none of that name yet is believed after two walks; and the move takes the ids of after the new name.
		{[]string{"mv", "drive:/A/b.txt", "drive:/A/B/c.txt"}, "- - - - - - rename - - move - -"},
		// What has the name goes right before, in one call. A name that the copy cannot have at once is given in a folder of the job's.
		{[]string{"cp", "old/x", "old/y", "drive:/A/B/C"}, "two at a time: - - - - -" + up + " -" + up + " -"},
		{[]string{"cp", "--on-conflict", "replace", "new/x", "new/y", "drive:/A/B/C"}, "two at a time: - - - - delete -" + up + " -" + up + " -"},
		{[]string{"undo", "--yes"}, "- - - - download list delete list recover -"},
		{[]string{"cp", "--on-conflict", "newer", "old/x", "old/y", "drive:/A/B/C"}, "- - - -"},
		{[]string{"cp", "--on-conflict", "replace", "drive:/A/B/C/x", "drive:/A/B/D"}, "- - - - - copy -"},
		{[]string{"cp", "--on-conflict", "replace", "drive:/A/B/C/y", "drive:/A/B/D/x"}, "- - - - - delete - - - - copy - - - - rename -"},
		{[]string{"cp", "--on-conflict", "replace", "drive:/A/B/C/x", "drive:/A/B/C/y"}, "- - - - file - - - - delete - - - - copy - - - - - rename - - - - - move - - - - delete -"},
		{[]string{"undo", "--yes"}, "- - - - download download list delete list recover -"},
		{[]string{"mv", "--on-conflict", "replace", "drive:/A/B/C/x", "drive:/A/B/C/y"}, "- - - - delete - - - - rename -"},
		{[]string{"undo", "--yes"}, "- - - - list rename list recover -"},
		{[]string{"mv", "--on-conflict", "replace", "drive:/A/B/C/y", "drive:/A/B/D/x"}, "- - - - - delete - - - - move - - - - rename - -"},
		{[]string{"undo", "--yes"}, "- - - - - list rename - - - - move list recover - -"},
		{[]string{"mkdir", "drive:/A/D"}, "- - file -"},
		{[]string{"cp", "--on-conflict", "merge", "drive:/A/B/D", "drive:/A"}, "- - - - - - - - - - - file - - - - - - copy - - - - copy - -"},
		{[]string{"mv", "--on-conflict", "replace", "drive:/A/B/D/in", "drive:/A/D"}, "- - - - - - - - - - - - - delete - - - - - - copy - - - - - - delete"},
		{[]string{"undo", "--yes"}, "list - - - - - - - - - - - - - - - - - - - - - - list list recover - - - - delete list recover"},
	} {
		said := c.said(row.args...)
		sent := c.must("", row.args...)
		for i, s := range sent {
			if s == "sort" {
				sent[i] = "-"
			}
		}
		want, any := strings.CutPrefix(row.want, "two at a time: ")
		wanted := strings.Fields(want)
		if any {
			slices.Sort(wanted)
			slices.Sort(sent)
		}
		if got := strings.Join(sent, " "); got != strings.Join(wanted, " ") {
			t.Errorf("aloft %q sent\n %d: %s, want\n %d: %s", row.args, len(sent), got, len(wanted), want)
		}
		if said < len(sent) || said > len(sent)+1 {
			t.Errorf("aloft %q said %d requests, and sent %d", row.args, said, len(sent))
		}
	}
}
