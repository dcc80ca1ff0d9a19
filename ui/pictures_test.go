package ui_test

import (
	"context"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// painter gives a picture of as many pixels as there may be, or an error.
type painter struct {
	*files
	err   error
	asked []image.Point
}

func (p *painter) Picture(_ context.Context, _ model.Place, _ model.Entry, w, h int) (image.Image, error) {
	p.asked = append(p.asked, image.Pt(w, h))
	return image.NewGray(image.Rect(0, 0, w, h)), p.err
}

// onPictures runs a test with two pictures and a text in the left pane, and the terminal that environ names.
func onPictures(t *testing.T, w, h int, setting string, environ []string, test func(*uitest.Driver, *painter)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &painter{files: &files{in: map[string]client.FilePreview{
			"a.png": {Type: "PNG", Width: 4000, Height: 3000, Text: "x"}, "b.png": {Type: "PNG", Width: 4000, Height: 3000, Text: "x"},
			"c.txt": {Form: client.FormText, Type: "text", Text: "words"},
		}}}
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 1, 12, 0, 0, 0, time.UTC), "a.png", "b.png", "c.txt")
		deps, _ := uitest.Deps(t, disk)
		deps.Client.Files, deps.Settings.Pictures = p, setting
		deps.Environ = append(deps.Environ, environ...)
		deps.Machine.CellSize = func() (int, int) { return 10, 20 }
		d := uitest.New(t, deps, w, h)
		d.Pass(time.Second)
		test(d, p)
		d.Close()
	})
}

const placeholder = "\U0010eeee"

// answers is what a terminal says of itself.
func answers(d *uitest.Driver, name string) {
	d.Send(tea.TerminalVersionMsg{Name: name})
	d.Send(uv.CellSizeEvent{Width: 10, Height: 20})
	d.Send(uv.PrimaryDeviceAttributesEvent{62})
	d.Pass(time.Second)
}

func placeholders(d *uitest.Driver) int { return strings.Count(d.App.View().Content, placeholder) }

// A picture shows once the terminal has said that it can; it goes with its file, under a dialog and at another size.
func TestPicturesInThePreview(t *testing.T) {
	onPictures(t, 120, 40, "auto", nil, func(d *uitest.Driver, p *painter) {
		if len(d.Raw) != 1 || !strings.HasPrefix(d.Raw[0], "\x1b[>q\x1b[16t") || placeholders(d) != 0 {
			t.Fatalf("before the answer: %q, %d placeholders", d.Raw, placeholders(d))
		}
		answers(d, "kitty(0.42.1)")
		room := image.Pt(p.asked[0].X/10, p.asked[0].Y/20)
		if len(d.Raw) != 2 || !strings.HasPrefix(d.Raw[1], "\x1b_G") || placeholders(d) != room.X*room.Y {
			t.Fatalf("%d sent, %d placeholders, room %v", len(d.Raw), placeholders(d), room)
		}
		d.Screen() // every line is as wide as the terminal
		d.Keys(":")
		if n := placeholders(d); n == 0 || n >= room.X*room.Y {
			t.Errorf("%d placeholders beside the palette", n)
		}
		d.Keys("esc", "j") // another picture, in place of this one
		if n := placeholders(d); n != 0 {
			t.Errorf("%d placeholders of the last picture", n)
		}
		d.Pass(time.Second)
		if len(d.Raw) != 3 || !strings.HasPrefix(d.Raw[2], "\x1b_Ga=d,d=I,i=32,q=2") || placeholders(d) != room.X*room.Y {
			t.Errorf("%d sent: %.60q, %d placeholders", len(d.Raw), d.Raw[len(d.Raw)-1], placeholders(d))
		}
		d.Keys("j") // a text
		d.Pass(time.Second)
		if n := placeholders(d); n != 0 || len(d.Raw) != 3 {
			t.Errorf("%d placeholders beside a text, %d sent", n, len(d.Raw))
		}
		d.Keys("k") // the terminal still has it
		d.Pass(time.Second)
		if n := placeholders(d); n != room.X*room.Y || len(d.Raw) != 3 {
			t.Errorf("%d placeholders, %d sent", n, len(d.Raw))
		}
		d.W, d.H = 140, 30
		d.Send(tea.WindowSizeMsg{Width: 140, Height: 30})
		if n := placeholders(d); n != 0 {
			t.Errorf("%d placeholders of the old size", n)
		}
		d.Pass(time.Second)
		if n := placeholders(d); n == 0 || len(d.Raw) != 4 {
			t.Errorf("%d placeholders, %d sent", n, len(d.Raw))
		}
		d.Screen()
		f3(d)
		if n := placeholders(d); n < 100*20 || len(d.Raw) != 5 {
			t.Errorf("%d placeholders over the panes, %d sent", n, len(d.Raw))
		}
		d.Screen()
		d.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
		if n := placeholders(d); n != 0 {
			t.Errorf("%d placeholders without colours", n)
		}
	})
}

// Where pictures are painted over the frame, that is done when the cells are there, again after a dialog has covered
// them, and at the place that they have.
func TestPaintedPictures(t *testing.T) {
	rests := func(d *uitest.Driver) {
		for range 3 {
			d.Pass(time.Second)
		}
	}
	for setting, begins := range map[string]string{"iterm2": "\x1b]1337;File=", "sixel": "\x1bP0;1q"} {
		onPictures(t, 120, 40, setting, nil, func(d *uitest.Driver, _ *painter) {
			last := func() string { return d.Raw[len(d.Raw)-1] }
			rests(d)
			cells := func() int { return strings.Count(d.App.View().Content, "\u00a0") }
			if len(d.Raw) != 2 || !strings.HasPrefix(last(), "\x1b7\x1b[6;82H"+begins) || !strings.HasSuffix(last(), "\x1b8") || cells() < 30*30 {
				t.Fatalf("%s: %d sent, %d cells, %.60q", setting, len(d.Raw), cells(), last())
			}
			d.Screen()
			d.Keys("?")
			rests(d)
			if len(d.Raw) != 2 {
				t.Errorf("%s: %d sent under a dialog", setting, len(d.Raw))
			}
			d.Keys("esc")
			if len(d.Raw) != 2 {
				t.Errorf("%s: painted before the frame", setting)
			}
			rests(d)
			if len(d.Raw) != 3 || d.Raw[2] != d.Raw[1] {
				t.Errorf("%s: %d sent after a dialog", setting, len(d.Raw))
			}
			d.Keys("g") // a chord covers nothing before its keys show
			rests(d)
			d.Keys("esc")
			rests(d)
			if len(d.Raw) != 4 {
				t.Errorf("%s: %d sent after a chord", setting, len(d.Raw))
			}
			d.Keys("ctrl+l") // the screen is cleared
			rests(d)
			if len(d.Raw) != 5 || d.Raw[4] != d.Raw[3] {
				t.Errorf("%s: %d sent after the screen was cleared", setting, len(d.Raw))
			}
			d.Keys("j")
			if cells() != 0 {
				t.Errorf("%s: %d cells of the last picture", setting, cells())
			}
			rests(d)
			if len(d.Raw) != 6 {
				t.Errorf("%s: %d sent for another picture", setting, len(d.Raw))
			}
			d.Keys("j", "k", "j") // to a text
			rests(d)
			if cells() != 0 || len(d.Raw) > 7 {
				t.Errorf("%s: %d cells beside a text, %d sent", setting, cells(), len(d.Raw))
			}
			before := len(d.Raw)
			d.Keys("k")
			rests(d)
			f3(d)
			if len(d.Raw) < before+2 || !strings.HasPrefix(last(), "\x1b7\x1b[") || cells() < 100*20 {
				t.Errorf("%s: %d sent, %d cells over the panes", setting, len(d.Raw), cells())
			}
			d.Screen()
		})
	}
}

func TestNoPictures(t *testing.T) {
	const note = "This file cannot be shown as text"
	onPictures(t, 120, 40, "auto", nil, func(d *uitest.Driver, _ *painter) {
		answers(d, "XTerm(390)")
		d.Has("PNG  4000 × 3000 px", note)
		if len(d.Raw) != 1 || placeholders(d) != 0 {
			t.Errorf("%q, %d placeholders", d.Raw, placeholders(d))
		}
	})
	for _, c := range []struct{ setting, environ string }{{"off", "A=b"}, {"auto", "SSH_CONNECTION=x"}, {"auto", "TMUX=x"}} {
		onPictures(t, 120, 40, c.setting, []string{c.environ}, func(d *uitest.Driver, _ *painter) {
			d.Has(note)
			if len(d.Raw) != 0 {
				t.Errorf("%+v: %q", c, d.Raw)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // lines for a screen reader
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 1, 12, 0, 0, 0, time.UTC), "a.png")
		deps, _ := uitest.Deps(t, disk)
		deps.Client.Files = &painter{files: &files{in: map[string]client.FilePreview{"a.png": {Type: "PNG", Width: 40, Height: 30, Text: "x"}}}}
		deps.Settings.Pictures, deps.Settings.Plain = "sixel", true
		d := uitest.New(t, deps, 120, 40)
		f3(d)
		if s := d.App.View().Content; strings.Contains(s, "\u00a0") || len(d.Raw) > 0 || !strings.Contains(s, "40 × 30") {
			t.Errorf("%q: %s", d.Raw, s)
		}
		d.Close()
	})
	onPictures(t, 120, 40, "kitty", []string{"SSH_CONNECTION=x"}, func(d *uitest.Driver, p *painter) {
		if placeholders(d) == 0 {
			t.Error("it was asked for")
		}
		p.err = client.Errorf(client.KindUnsupported, "preview", model.Place{}, "%s is too large to be shown as a picture", "b.png")
		d.Keys("j")
		d.Pass(time.Second)
		d.Has("too large to be shown")
	})
}

// Who quits before the terminal has answered does not get the answer as typed text, and waits for none for long.
func TestQuittingAwaitsTheAnswerAboutPictures(t *testing.T) {
	for _, silent := range []bool{false, true} {
		onPictures(t, 120, 40, "auto", nil, func(d *uitest.Driver, _ *painter) {
			d.Pass(time.Minute)
			d.Keys("q")
			if d.Quit {
				t.Error("it does not wait")
			}
			if !silent {
				d.Send(uv.CellSizeEvent{Width: 10, Height: 20})
				d.Idle()
				if d.Quit {
					t.Error("it waits for the first answer only")
				}
				d.Send(uv.PrimaryDeviceAttributesEvent{62})
				d.Idle()
			} else {
				d.Pass(time.Second)
			}
			if !d.Quit {
				t.Errorf("silent %t: it does not quit", silent)
			}
		})
	}
}

// Another setting counts at once.
func TestPicturesAreSwitchedOff(t *testing.T) {
	var c chan ui.Reload
	synctest.Test(t, func(t *testing.T) {
		p := &painter{files: &files{in: map[string]client.FilePreview{"a.png": {Type: "PNG", Width: 40, Height: 30}}}}
		disk := uitest.NewTree(model.SchemeDisk).Add(time.Date(1999, 3, 1, 12, 0, 0, 0, time.UTC), "a.png")
		deps, _ := uitest.Deps(t, disk)
		c = make(chan ui.Reload)
		deps.Client.Files, deps.Settings.Pictures, deps.Reloads = p, "kitty", c
		d := uitest.New(t, deps, 120, 40)
		d.Pass(time.Second)
		if placeholders(d) == 0 {
			t.Error("no picture")
		}
		c <- ui.Reload{Settings: &ui.Settings{Pictures: "off"}, Say: "reloaded"}
		d.Pass(time.Second)
		if placeholders(d) != 0 {
			t.Error("the picture stays")
		}
		d.Close()
	})
}
