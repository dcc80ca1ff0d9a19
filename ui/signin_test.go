package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
)

// A pane that is signed out goes on after the login, and no frame ever has a character of it.
func TestSignInOnTheScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {50, 16}} {
		l := &logins.Logins{}
		on(t, size[0], size[1], func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
			d.Client.Logins = l
			tree.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
			l.OnIn = func() { tree.Fail = nil }
		}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Pass(time.Second)
			d.Send(uitest.Paste("k=bad-SECRET"))
			d.Idle()
			d.Has("12 characters: 1 cookie")
			d.HasNot("SECRET")
			d.Keys("enter")
			d.Has("nothing was stored")
			d.Keys("esc")
			d.HasNot("Sign in:")
			d.Keys("z", "u")
			d.Has("Sign in: local, drive")
			d.Send(uitest.Paste("k=good-SECRET\r"))
			d.Idle()
			d.Keys("enter")
			d.HasNot("Sign in:", "SECRET", "signed out")
			d.Has("signed in to local; credential kept in: keyring", "> Backup/")
			d.Keys("z", "l")
			d.HasNot("SECRET")
			if strings.Contains(strings.Join(append(d.Raw, d.Copy...), ""), "SECRET") {
				t.Error("the secret was sent to the terminal")
			}
		})
	}
}

// An account is added, signed in to, and shown.
func TestAddAnAccount(t *testing.T) {
	l, other := &logins.Logins{}, uitest.NewTree(model.SchemeDrive).Of("work").Add(time.Now(), "Of work/a")
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		d.Client.Logins, d.Client.Sources = l, uitest.Sources{tree, other}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("z", "U", "enter")
		d.Has("Add an account", "the account needs a name")
		d.Type("work")
		d.Keys("ctrl+s")
		d.Has("enter at least one address")
		d.Type("https://drive.example")
		d.Keys("enter")
		d.Has("Sign in: work, drive", "work was added")
		d.Send(uitest.Paste("k=good-SECRET"))
		d.Idle()
		d.Keys("enter")
		d.Has("work/drive: /", "> Of work/", "signed in to work")
		if a := l.Added["work"]; len(a) != 1 || a[model.SchemeDrive] != "https://drive.example" {
			t.Errorf("%v", a)
		}
		d.Keys("z", "U")
		d.Type("work")
		d.Keys("tab")
		d.Type("x")
		d.Keys("enter")
		d.Has("Add an account", "there is an account work already")
	})
}

// own is the practice account.
type own struct{ *uitest.Tree }

func (own) Prompt() bool { return true }

// The panes show the drive and the documents of the account that was added, if the other one has shown the practice account.
func TestAddAnAccountWithDocuments(t *testing.T) {
	for _, practice := range []bool{true, false} {
		drive, docs := uitest.NewTree(model.SchemeDrive).Of("work").Add(time.Now(), "Of work/a"), uitest.NewTree(model.SchemeDocs).Of("work").Add(time.Now(), "Report")
		on(t, 100, 24, func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
			d.Client.Logins, d.Client.Sources = &logins.Logins{}, uitest.Sources{tree, drive, docs}
			if practice {
				d.Client.Sources = uitest.Sources{own{tree}, drive, docs}
			}
		}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("z", "U")
			d.Type("work")
			d.Keys("tab")
			d.Type("https://drive.example")
			d.Keys("tab")
			d.Type("https://docs.example/mcp")
			d.Keys("enter")
			d.Send(uitest.Paste("k=good-SECRET"))
			d.Idle()
			d.Keys("enter")
			d.Has("Sign in: work, documents")
			d.Send(uitest.Paste("good-SECRET"))
			d.Idle()
			d.Keys("enter")
			d.HasNot("Sign in:")
			d.Has("work/drive: /", "> Of work/")
			if practice {
				d.Has("work/docs: /", "Report")
			} else {
				d.HasNot("work/docs: /")
			}
		})
	}
}
