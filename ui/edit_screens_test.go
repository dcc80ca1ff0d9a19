package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// The dialogs of editing, in all three sizes. The disk is in memory, so that its
// names are always the same.
func TestEditScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}} {
		name := func(s string) string { return fmt.Sprintf("edit-%dx%d-%s", size.w, size.h, s) }
		t.Run(name(""), func(t *testing.T) {
			setup := func(d *ui.Deps, k *desk) {
				tree := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 2, 10, 0, 0, 0, time.UTC), "guide.md")
				all := d.Client.Sources.(uitest.Sources)
				all[2] = tree
				d.Right = tree.Root()
				k.Write(k.plan, planText+"\n# 季度报告与预算总表（最终版本）\n\n"+strings.Repeat("长 words ", 40)+"\n")
			}
			atDesk(t, size.w, size.h, setup, func(d *uitest.Driver, k *desk) {
				open(d, "2024", "In scope")
				d.Keys("i")
				d.Want(name("insert"))
				d.Keys("tab", "right")
				d.Want(name("insert-file"))
				d.Send(uitest.Paste("## Added\n\n- one\n- *two*\n\n```\ncode\n```\n"))
				d.Idle()
				d.Want(name("insert-paste"))
				next(d, "ctrl+s")
				d.Want(name("insert-plan"))
				next(d, "y")
				d.Want(name("inserted"))
				d.Keys("A")
				d.Want(name("add"))
				d.Keys("p")
				d.Want(name("paragraph"))
				d.Keys("esc", "t", "tab")
				d.Type("write it")
				d.Want(name("tasks"))
				d.Keys("esc", "r")
				d.Type("Alpha")
				d.Keys("enter")
				d.Want(name("replace"))
				next(d, "enter")
				d.Keys("space")
				d.Want(name("matches"))
				next(d, "enter")
				d.Want(name("replace-plan"))
				d.Keys("esc", "F")
				d.Want(name("format"))
				d.Keys("esc", "c", "shift+tab")
				d.Type("phase")
				d.Keys("enter")
				d.Type("Which?")
				next(d, "ctrl+s")
				next(d, "y")
				next(d, "C")
				d.Want(name("comments"))
				d.Keys("r")
				d.Want(name("reply"))
				d.Keys("esc", "i")
				d.Send(uitest.Paste("Mine."))
				k.Other(k.plan, "# Theirs")
				next(d, "ctrl+s")
				d.Want(name("conflict"))
				next(d, "v")
				next(d, "U")
				d.Want(name("history"))
				next(d, "esc", "=", "v")
				d.Want(name("compare-versions"))
				d.Keys("ctrl+u")
				d.Type("1")
				next(d, "ctrl+s")
				d.Want(name("compare"))
			})
		})
	}
}
