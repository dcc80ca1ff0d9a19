package ui_test

import (
	"errors"
	"image/color"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
)

func TestTheWelcomeSwallowsNoKey(t *testing.T) {
	var mem *uitest.Memory
	first := func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		mem = &uitest.Memory{}
		d.Client.Keeper = mem
	}
	on(t, 80, 24, first, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("Welcome to aloft")
		d.Keys("j") // at once: there is no grace period
		d.HasNot("Welcome")
		d.Has("> Empty/")
		if !mem.Known {
			t.Error("it will be shown again")
		}
	})
	for _, key := range []string{"enter", "esc"} {
		on(t, 80, 24, first, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys(key)
			d.HasNot("Welcome")
			d.Has("1 drive: / ", "> Backup/")
		})
	}
	on(t, 80, 24, first, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("q")
		d.Pass(time.Second)
		if !d.Quit {
			t.Error("q does not quit")
		}
	})
}

func TestNoWelcomeBesideTheLogin(t *testing.T) {
	mem := &uitest.Memory{}
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		d.Client.Keeper, d.Client.Logins = mem, &logins.Logins{}
		tree.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("Sign in: local, drive")
		d.Pass(time.Second)
		d.Keys("esc")
		d.HasNot("Welcome")
		if mem.Known {
			t.Error("the welcome counts as seen")
		}
	})
}

// A listing of another account says nothing about this one's session.
func TestOtherSourcesDoNotSignIn(t *testing.T) {
	disk := uitest.NewTree(model.SchemeDisk).Add(time.Now(), "a")
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
		d.Client.Sources, d.Client.Logins = uitest.Sources{tree, disk}, &logins.Logins{}
		d.Right = model.Place{Scheme: model.SchemeDisk, Account: "x"}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("signed out")
		d.Keys("esc") // the pane says what to do, too
		d.Has("You are signed out. zu signs in.")
	})
}

func TestQuitAsksWhileAPlanIsMade(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Think = time.Minute
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(2 * time.Second)
		d.Keys("G", "d")
		d.Pass(time.Second)
		d.Keys("q")
		d.Pass(time.Second)
		if d.Quit {
			t.Fatal("it has quit")
		}
		d.Has("a plan is being made: q again quits, Esc stops the planning")
		d.Keys("q")
		d.Pass(time.Second)
		if !d.Quit {
			t.Error("it has not quit")
		}
	})
}

func TestCancelOnQuitWaitsForTheJob(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Step = 3 * time.Second
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G", "shift+up", "shift+up", "m")
		d.Pass(1500 * time.Millisecond)
		d.Keys("q", "x")
		d.Pass(500 * time.Millisecond)
		if d.Quit {
			t.Fatal("it has quit before the job stood")
		}
		d.Pass(3 * time.Second)
		if !d.Quit {
			t.Error("it has not quit")
		}
	})
}

func TestThemesFollowTheTerminal(t *testing.T) {
	pair := func(id string) func(*ui.Deps, *uitest.Engine, *uitest.Tree) {
		return func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
			theme, err := themes.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			d.Theme = theme
		}
	}
	ask := func(d *uitest.Driver, c color.Color) color.Color {
		d.Send(tea.BackgroundColorMsg{Color: c})
		d.Idle()
		return d.App.View().BackgroundColor
	}
	on(t, 80, 24, pair("gruvbox"), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		dark, light := ask(d, color.Black), ask(d, color.White)
		if dark == nil || light == nil || dark == light {
			t.Errorf("dark %v, light %v", dark, light)
		}
	})
	on(t, 80, 24, pair("terminal-light"), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		before := d.App.View().Content
		if bg := ask(d, color.Black); d.App.View().Content != before {
			t.Errorf("a theme that was chosen gave way to the terminal: %v", bg)
		}
	})
}

// The first frame waits a moment for the terminal's background. An answer that comes later draws nothing where the
// colours are made for any background, and the next start begins with it.
func TestAScreenIsDrawnOnceAtTheStart(t *testing.T) {
	black := tea.BackgroundColorMsg{Color: color.Black}
	begins := func(d *uitest.Driver) bool { return d.App.(*ui.App).Begins() }
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		before := d.App.View().Content
		if !begins(d) {
			t.Error("it does not wait for the answer")
		}
		if d.Send(black); begins(d) || d.App.View().Content == before {
			t.Error("an answer in time does not count")
		}
	})
	var s client.Session
	on(t, 80, 24, keeps(&s), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(time.Second)
		if begins(d) {
			t.Error("it waits for ever")
		}
		before := d.App.View().Content
		if d.Send(black); d.App.View().Content != before {
			t.Error("a late answer draws the screen again")
		}
		d.Keys("j")
		d.Pass(4 * time.Second)
	})
	again(t, 80, 24, s, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		before := d.App.View().Content
		if begins(d) {
			t.Error("it waits for what it knows")
		}
		if d.Send(black); d.App.View().Content != before {
			t.Error("an answer that was known draws the screen again")
		}
		if d.Send(tea.BackgroundColorMsg{Color: color.White}); d.App.View().Content == before {
			t.Error("another background does not count")
		}
	})
}
