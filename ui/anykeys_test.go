package ui_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client/clienttest/procs"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// restless is a session whose surroundings change: documents, a drive, a folder of
// this computer, a receiver and jobs.
type restless struct {
	*desk
	rnd    *rand.Rand
	drive  *uitest.Tree
	hooks  *uitest.Hooks
	engine *uitest.Engine
}

// Everything that is kept of an earlier reading (cursors, marks, matches, open
// lists and dialogs) must survive a newer one of another size: no sequence of keys,
// sizes and changes from outside breaks the screen or its lines.
func TestAnyKeysInARestlessWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	for seed := range procs.Seeds(16) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &restless{rnd: rand.New(rand.NewSource(int64(seed)))}
			atDesk(t, 100, 30, func(d *ui.Deps, k *desk) { w.furnish(t, d, k, seed) }, func(d *uitest.Driver, k *desk) {
				w.roam(t, d, 220)
			})
		})
	}
}

// furnish gives the session everything that the screen can show.
func (w *restless) furnish(t *testing.T, d *ui.Deps, k *desk, seed uint64) {
	t.Helper()
	w.desk = k
	m, err := keys.Load([]string{"default", "mc", "arrows"}[seed%3])
	if err != nil {
		t.Fatal(err)
	}
	d.Keys = m
	w.drive = uitest.NewTree(model.SchemeDrive).Add(time.Now(), "Reports/a.txt", "Reports/b.txt", "photos/1.jpg", "notes.txt")
	w.engine = uitest.NewEngine(uitest.Sources{w.drive})
	w.engine.Step = time.Second
	d.Client.Sources = append(d.Client.Sources.(uitest.Sources), w.drive)
	d.Client.Jobs = w.engine
	w.hooks = uitest.NewHooks()
	d.Client.Hooks = w.hooks
	d.Client.Keeper = &uitest.Memory{Known: seed%5 != 0, Lines: map[string][]string{}}
	if seed%2 == 0 {
		d.Right = w.drive.Root()
	}
	d.Settings.Borders = []string{"", "none", "full"}[w.rnd.Intn(3)]
	d.Machine.Editor = func(_, text string, _ int64, done func(string, error) tea.Msg) tea.Cmd {
		return func() tea.Msg { return done(text, nil) }
	}
}

// roam presses random keys.
func (w *restless) roam(t *testing.T, d *uitest.Driver, steps int) {
	t.Helper()
	var bound []string
	m, err := keys.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range m.Bindings() {
		bound = append(bound, b.Key)
	}
	// It begins in the panes, or with one of the lists and views open.
	start := [][]string{nil, {"f3"}, {"W"}, {"w"}, {"W", "enter"}, {":"}, {"b"}, {"?"}, {"f3", "C"}, {"A"}, {"z", "l"}, {"s"}, {"g", "r"}}
	d.Keys(start[w.rnd.Intn(len(start))]...)
	var did []string
	defer func() {
		if t.Failed() {
			t.Logf("after %q", did)
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			t.Logf("after %q", did)
			panic(r)
		}
	}()
	for range steps {
		switch n := w.rnd.Intn(20); {
		case n < 3:
			// What a person does on purpose: something is open, marked or found
			// when things change outside.
			want := purposes()[w.rnd.Intn(len(purposes()))]
			did = append(did, fmt.Sprint(want))
			for _, key := range want {
				if word, ok := strings.CutPrefix(key, "type "); ok {
					d.Type(word)
				} else {
					d.Keys(key)
				}
			}
			d.Pass(time.Second)
			did = append(did, w.happen(), w.happen())
			d.Keys("ctrl+r")
			d.Pass(time.Second)
		case n < 12:
			key := bound[w.rnd.Intn(len(bound))]
			did = append(did, key)
			d.Keys(strings.Fields(key)...)
		case n < 14:
			s := []string{"a", "Alpha", "e", "1", "x/y", "世", "drive:/", "y", "*"}[w.rnd.Intn(9)]
			did = append(did, "type "+s)
			d.Type(s)
		case n < 15:
			did = append(did, "pass")
			d.Pass(time.Duration(w.rnd.Intn(4000)) * time.Millisecond)
		case n < 16:
			size := [][2]int{{80, 24}, {120, 40}, {50, 16}, {40, 10}, {39, 9}, {200, 60}, {100, 12}, {71, 20}}[w.rnd.Intn(8)]
			did = append(did, fmt.Sprint(size))
			d.W, d.H = size[0], size[1]
			d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		case n < 17:
			x, y := w.rnd.Intn(d.W), w.rnd.Intn(d.H)
			did = append(did, fmt.Sprintf("click %d %d", x, y))
			d.Send(tea.MouseClickMsg{X: x, Y: y, Button: []tea.MouseButton{tea.MouseLeft, tea.MouseLeft, tea.MouseRight}[w.rnd.Intn(3)]})
			d.Send(tea.MouseMotionMsg{X: x, Y: w.rnd.Intn(d.H), Button: tea.MouseLeft})
			d.Send(tea.MouseWheelMsg{X: x, Y: y, Button: []tea.MouseButton{tea.MouseWheelDown, tea.MouseWheelUp}[w.rnd.Intn(2)]})
		default:
			did = append(did, w.happen())
			d.Keys([]string{"ctrl+r", "ctrl+r", "j", "esc"}[w.rnd.Intn(4)])
		}
		d.Idle()
		if d.Screen(); t.Failed() {
			return
		}
	}
	for _, j := range w.engine.Jobs() { // a paused one would wait for ever
		_ = w.engine.Cancel(j.ID)
	}
	d.Pass(10 * time.Second)
}

// purposes are what people do, as keys.
func purposes() [][]string {
	return [][]string{
		{"esc", "esc", "1", "f3", "f", "type Alpha", "enter", "n"}, {"f", "type a", "enter", "n", "n"}, {"/", "type a", "enter"},
		{"esc", "esc", "1", "f3", "z", "M", "G"}, {"esc", "esc", "1", "f3", "l", "l", "G"}, {"esc", "esc", "1", "f3", "C", "G"},
		{"esc", "esc", "2", "A"}, {"esc", "esc", "2", "A", "d"}, {"esc", "esc", "2", "space", "space", "x"}, {"2", "v", "G"}, {"2", "G", "r"},
		{"W", "G"}, {"W", "G", "enter", "G"}, {"W", "/", "type a", "enter", "G"}, {"w", "G"}, {"w", "G", "enter", "G"},
		{":", "type a", "down", "down"}, {"?", "/", "type a", "enter", "down"}, {"esc", "2", "A", "m"}, {"esc", "b", "G"}, {"1", "g", "r"},
	}
}

// happen changes something outside, and says what.
func (w *restless) happen() string {
	rnd := w.rnd
	pick := func(all ...string) string { return all[rnd.Intn(len(all))] }
	switch rnd.Intn(9) {
	case 0, 1:
		id := pick(w.plan, w.other)
		w.Rewrite(id, someMarkdown(rnd))
		return "rewritten"
	case 2:
		w.Other(w.plan, "## Alpha\n\nMore.\n")
		return "appended"
	case 3:
		w.Put("", pick("Zeta", "Alpha", "2024 plan"), model.KindDoc)
		return "a new document"
	case 4:
		w.drive.Add(time.Now(), fmt.Sprintf("%s%d.txt", pick("Reports/", "", "photos/"), rnd.Intn(40)))
		return "a new file"
	case 5:
		folder := pick("", "Reports", "photos")
		at := []string{folder}
		if folder == "" {
			at = nil
		}
		if names := w.drive.Names(at...); len(names) > 0 {
			w.drive.Remove(append(at, names[rnd.Intn(len(names))])...)
		}
		return "something gone"
	case 6:
		file := filepath.Join(w.dir, fmt.Sprintf("f%d.md", rnd.Intn(12)))
		if os.Remove(file) != nil {
			_ = os.WriteFile(file, []byte("# here\n"), 0o600)
		}
		return "a file on disk"
	case 7:
		if rnd.Intn(3) == 0 {
			w.engine.EndElsewhere(model.OpMove, w.drive.Root(), w.drive.Root())
			return "a job of others"
		}
		if all := w.hooks.Deliveries(); len(all) > 0 && rnd.Intn(2) == 0 {
			e := *all[rnd.Intn(len(all))]
			e.State, e.Ended = model.DeliveryDone, time.Now()
			w.hooks.Deliver(e)
			w.hooks.Print(e.ID, strings.Repeat("a line\n", rnd.Intn(30)))
			return "a delivery goes on"
		}
		feed(w.hooks)
		return "deliveries"
	}
	if rnd.Intn(3) == 0 {
		_ = w.hooks.Clear(context.Background())
		return "cleared"
	}
	w.hooks.Say("tui:ops", model.Message{Text: strings.Repeat("word ", rnd.Intn(90)), At: time.Now()})
	return "said"
}

// someMarkdown is a document of random shape.
func someMarkdown(rnd *rand.Rand) string {
	var b strings.Builder
	for i := range rnd.Intn(9) {
		b.WriteString(strings.Repeat("#", 1+rnd.Intn(4)) + fmt.Sprintf(" Alpha %d\n\n", i))
		for range rnd.Intn(12) {
			b.WriteString("Alpha and more of it, " + strings.Repeat("a word ", rnd.Intn(30)))
			b.WriteString("\n\n")
		}
	}
	return b.String()
}
