package keep

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

var drive = model.Place{Scheme: model.SchemeDrive}

// everything is a session in which nothing has its zero value.
func everything() client.Session {
	docs := model.DocumentsRoot("work")
	odd := model.Place{Scheme: model.SchemeDisk, Path: model.Steps("a\\b", "\xff\xfe", "\x1b[8m")}
	return client.Session{
		Sides: [2]client.Side{{At: 1, Tabs: []client.Tab{
			{Place: odd, On: odd.Join("x:y"), Order: model.Order{By: model.SortTime, Desc: true, Mixed: true}, Filter: "*.txt",
				Back: []model.Place{drive, odd}, Forward: []model.Place{odd.Parent()},
				Selected: []client.Selected{{Folder: odd, Key: model.Key{Name: "\xff", Kind: model.KindFile}}, {Folder: drive, Key: model.Key{Name: "b", Kind: model.KindFolder, Nth: 2}}}},
			{Place: docs, On: docs.JoinPin("twin", "id1"), Order: model.Order{By: model.SortName},
				Selected: []client.Selected{{Folder: docs, Key: model.Key{Name: "twin", Kind: model.KindDoc, ID: "id1"}}}},
		}}, {Tabs: []client.Tab{{Place: drive, Order: model.Order{By: model.SortSize}}}}},
		Focus: 1, Zoom: true, Split: true, Sync: true, NoInfo: true, Over: true, Panel: client.PanelHooks, OnPanel: true, Ground: "#1e1e2e",
		Reading: client.Reading{Place: docs.Join("doc"), Heading: client.Heading{Title: "Überschrift", Nth: 2}},
	}
}

// form is all of a session as a text: a place has an empty path in two ways.
func form(t *testing.T, s client.Session) string {
	t.Helper()
	out, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestASessionComesBack(t *testing.T) {
	dir := t.TempDir()
	want := everything()
	if err := Open(dir).SetSession("xterm local", want); err != nil {
		t.Fatal(err)
	}
	got, err := Open(dir).Session("xterm local")
	if err != nil || form(t, got) != form(t, want) {
		t.Errorf("err %v, got\n%+v, want\n%+v", err, got, want)
	}
	if got, err := Open(dir).Session("xterm+ssh local"); err != nil || !reflect.DeepEqual(got, client.Session{}) {
		t.Errorf("of another terminal: %v %+v", err, got)
	}
	for _, of := range []string{"../../x y", strings.Repeat("long/", 100)} {
		if err := Open(dir).SetSession(of, want); err != nil {
			t.Error(err)
		}
		if got, err := Open(dir).Session(of); err != nil || got.Focus != 1 {
			t.Errorf("%.10s: %v", of, err)
		}
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
}

// What no file can hold is left out, and what there is too much of.
func TestOnlyWhatCanBeStored(t *testing.T) {
	s := client.Session{Focus: 1}
	invalid := drive.Join("")
	for i := range 30 {
		tab := client.Tab{Place: drive.Join(fmt.Sprint(i)), On: invalid, Filter: "\x1b"}
		for j := range 200 {
			tab.Back = append(tab.Back, drive.Join(fmt.Sprint(j)))
		}
		s.Sides[0].Tabs = append(s.Sides[0].Tabs, tab)
	}
	s.Sides[0].Tabs[1].Place = invalid
	s.Sides[0].At = 3
	for i := range client.MaxSelected + 1 {
		s.Sides[0].Tabs[0].Selected = append(s.Sides[0].Tabs[0].Selected, client.Selected{Folder: drive, Key: model.Key{Name: fmt.Sprint(i)}})
	}
	s.Reading.Place = invalid
	k := Open(t.TempDir())
	if err := k.SetSession("x", s); err != nil {
		t.Fatal(err)
	}
	got, err := k.Session("x")
	if err != nil {
		t.Fatal(err)
	}
	side := got.Sides[0]
	first := side.Tabs[0]
	if len(side.Tabs) != client.MaxTabs || side.Tabs[side.At].Place.Base() != "3" || len(got.Sides[1].Tabs) != 0 || !got.Reading.Place.IsZero() {
		t.Errorf("%d tabs, at %d, %v", len(side.Tabs), side.At, got.Reading)
	}
	if len(first.Back) != client.MaxSteps || first.Back[client.MaxSteps-1].Base() != "199" || first.Filter != "" || first.Selected != nil || !first.On.IsZero() {
		t.Errorf("%d steps, filter %q, %d selected, on %v", len(first.Back), first.Filter, len(first.Selected), first.On)
	}
}

func TestDamagedSessionsAreNone(t *testing.T) {
	good, err := json.Marshal(lines(everything(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"empty": "", "cut": string(good[:len(good)/2]), "other form": "[]", "null": "null", "binary": "\x00\xff",
		"new version": strings.Replace(string(good), `"version":1`, `"version":2`, 1),
		"of another":  strings.Replace(string(good), `"of":"x"`, `"of":"y"`, 1),
		"one side":    `{"version":1,"of":"x","sides":[{"tabs":[]}]}`,
		"no such tab": `{"version":1,"of":"x","sides":[{"tabs":[],"at":1},{"tabs":[]}]}`,
		"bad focus":   `{"version":1,"of":"x","focus":2,"sides":[{},{}]}`,
		"bad panel":   `{"version":1,"of":"x","panel":"rm","sides":[{},{}]}`,
		"bad order":   strings.Replace(string(good), `"by":"time"`, `"by":"luck"`, 1),
		"bad place":   strings.Replace(string(good), `"place":"drive:/"`, `"place":"gopher:/"`, 1),
		"control":     strings.Replace(string(good), `"filter":"*.txt"`, `"filter":"\u001b[8m"`, 1),
		"huge":        string(good) + strings.Repeat(" ", maxFile),
	} {
		dir := t.TempDir()
		if file == string(good) {
			t.Fatalf("%s: nothing was spoiled", name)
		}
		if err := os.WriteFile(filepath.Join(dir, sessionName("x")), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		k := Open(dir)
		got, err := k.Session("x")
		if !client.Is(err, client.KindLocal) || strings.Contains(err.Error(), "\n") || !reflect.DeepEqual(got, client.Session{}) {
			t.Errorf("%s: err %v, got %+v", name, err, got)
		}
		if err := k.SetSession("x", everything()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := k.Session("x"); err != nil {
			t.Errorf("%s: it stays damaged: %v", name, err)
		}
	}
}

// Whatever a file holds, reading it ends without a panic, and what was read can be
// written and is read as the same.
func FuzzReadSession(f *testing.F) {
	good, _ := json.Marshal(lines(everything(), "x"))
	f.Add(good)
	f.Add([]byte(`{"version":1,"of":"x","sides":[{"tabs":[{"place":"drive:/","by":"name"}]},{"tabs":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readSession(data, "x")
		if err != nil {
			return
		}
		for _, side := range s.Sides {
			if side.At < 0 || side.At > 0 && side.At >= len(side.Tabs) {
				t.Errorf("at %d of %d", side.At, len(side.Tabs))
			}
		}
		again, err := json.Marshal(lines(s, "x"))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := readSession(again, "x"); err != nil || form(t, back) != form(t, s) {
			t.Errorf("err %v, read\n%+v, then\n%+v", err, s, back)
		}
	})
}

func TestOrdersHoldBelowTheirFolder(t *testing.T) {
	dir := t.TempDir()
	k := Open(dir)
	byTime, byName, bySize := model.Order{By: model.SortTime, Desc: true}, model.Order{By: model.SortName}, model.Order{By: model.SortSize, Mixed: true}
	photos := drive.Join("Photos")
	set := func(k *Keeper, at model.Place, o model.Order) {
		t.Helper()
		if err := k.SetOrder(at, o); err != nil {
			t.Fatal(err)
		}
	}
	is := func(at model.Place, want model.Order) {
		t.Helper()
		for _, k := range []*Keeper{k, Open(dir)} {
			if got := k.Order(at); got != want {
				t.Errorf("%v: %+v, want %+v", at, got, want)
			}
		}
	}
	set(k, photos, byTime)
	is(drive, byName)
	is(photos, byTime)
	is(photos.Join("2024").Join("June"), byTime)
	is(drive.Join("Photos2"), byName)
	set(k, photos.Join("2024"), byName)
	is(photos.Join("2024").Join("June"), byName)
	is(photos.Join("2025"), byTime)
	set(k, photos.Join("2024"), byTime) // as above it: nothing of its own
	if n := len(k.orders); n != 1 {
		t.Errorf("%d orders are stored", n)
	}
	// Another program's orders stay, and of what both set the later one wins.
	other := Open(dir)
	set(other, drive.Join("Work"), bySize)
	set(other, photos, bySize)
	set(k, drive.Join("Music"), byTime)
	is = func(at model.Place, want model.Order) {
		t.Helper()
		if got := Open(dir).Order(at); got != want {
			t.Errorf("%v: %+v, want %+v", at, got, want)
		}
	}
	is(drive.Join("Work"), bySize)
	is(drive.Join("Music"), byTime)
	is(photos, bySize)
}

func TestOrdersAreBounded(t *testing.T) {
	var o orders
	byTime := model.Order{By: model.SortTime}
	for i := range maxOrders {
		o = o.set(drive.Join(fmt.Sprint(i)), byTime)
	}
	o.used(drive.Join("0"))
	o = o.set(drive.Join("new"), byTime)
	has := func(name string) bool {
		return slices.ContainsFunc(o, func(l orderLine) bool { return l.Place.Base() == name })
	}
	if len(o) != maxOrders || !has("0") || has("1") || !has("2") || !has("new") {
		t.Errorf("%d orders; 0 %v, 1 %v, 2 %v", len(o), has("0"), has("1"), has("2"))
	}
	// What this program uses is moved on in the file, too.
	k := Open(t.TempDir())
	for i := range maxOrders {
		o[i] = orderLine{drive.Join(fmt.Sprint(i)), model.SortTime, false, false}
	}
	if err := k.write(ordersFile, o); err != nil {
		t.Fatal(err)
	}
	k.Order(drive.Join("0").Join("below"))
	if err := k.SetOrder(drive.Join("new"), byTime); err != nil {
		t.Fatal(err)
	}
	if k = Open(k.dir); k.Order(drive.Join("0")) != byTime || k.Order(drive.Join("1")) == byTime {
		t.Error("the order that was used is dropped before one that was not")
	}
	odd := orders{{Place: drive, By: "luck"}, {Place: drive.Join(""), By: model.SortSize}, {Place: drive, By: model.SortSize}}.sound()
	if len(odd) != 1 {
		t.Errorf("%+v", odd)
	}
}
