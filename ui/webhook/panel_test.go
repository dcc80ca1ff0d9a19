package webhook

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/uitest/shipped"
)

// noon is the time of the tests.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.Local)

func testPanel(t testing.TB, w, h int) *Panel {
	p := NewPanel(shipped.Env(t), func() time.Time { return noon })
	p.SetSize(w, h)
	p.SetFocus(true)
	return p
}

// some makes deliveries, the newest first: the number from-1, then down to 0.
func some(from int) []*model.Delivery {
	out := make([]*model.Delivery, 0, from)
	for i := from - 1; i >= 0; i-- {
		out = append(out, &model.Delivery{
			ID: fmt.Sprintf("d%05d", i), At: noon, Last: noon, Status: 200, Count: 1, Event: fmt.Sprintf("event%d", i), Kind: model.DeliveryExec,
			Work: "make report", State: model.DeliveryDone, Started: noon, Ended: noon.Add(12 * time.Second),
		})
	}
	return out
}

var up = model.HookStatus{State: model.HookUp, Address: "127.0.0.1:9111", URL: "http://127.0.0.1:9111/hook"}

func drawn(p *Panel) string { return ansi.Strip(strings.Join(p.View(), "\n")) }

// hostile is what a sender can put into every field.
func hostile() []*model.Delivery {
	long := strings.Repeat("very long ", 500)
	bad := "\x1b[31mred\x1b[8m\x07\x1b]52;c;AAAA\x07 \u202egnp.exe \u009b2J"
	wide := strings.Repeat("世界", 40) + "👩‍👩‍👧"
	var out []*model.Delivery
	for i, s := range []string{long, bad, wide, "line\nbreak\r\nmore\ttab", "\xff\xfe broken", strings.Repeat("e\u0301", 3000), ""} {
		for j, st := range []model.DeliveryState{
			model.DeliveryRefused, model.DeliveryIgnored, model.DeliveryDuplicate, model.DeliveryAsking, model.DeliveryWaiting,
			model.DeliveryRunning, model.DeliveryDone, model.DeliveryFailed, model.DeliveryTimeout, model.DeliveryStopped,
			model.DeliveryDenied, model.DeliveryBusy, model.DeliveryCut, model.DeliveryState(s),
		} {
			out = append(out, &model.Delivery{
				ID: fmt.Sprintf("%d-%d", i, j), At: noon.Add(-40 * time.Hour), Last: noon.Add(-time.Duration(i) * 10 * time.Hour), Event: s, Project: s, Session: s,
				Kind: model.DeliveryKind(s), Work: s, Reason: model.Say("%s", s), Remote: s, State: st, Status: 400 + i, Count: 1000000, Replay: i%2 == 0,
				Started: noon.Add(-90 * time.Hour), Exit: 255, Ahead: 9999, Bytes: 1 << 60, Output: 1 << 60, Notes: []model.Sentence{model.Say("%s", s), model.Say("%s", s)},
			})
		}
	}
	return out
}

func TestTheTitleSaysWhoCanReachTheReceiver(t *testing.T) {
	const far = string(text.Text("exposed to the network"))
	for at, want := range map[string]bool{
		"127.0.0.1:9111": false, "[::1]:9111": false, "": false, "0.0.0.0:9111": true, "[::]:9111": true, "192.0.2.7:80": true, "[fd00::2]:9111": true,
	} {
		p := testPanel(t, 60, 5)
		s := up
		s.Address = at
		p.Set(s, nil)
		if got := strings.Contains(drawn(p), far); got != want {
			t.Errorf("%s:\n%s", at, drawn(p))
		}
		s.State = model.HookOff
		p.Set(s, nil)
		if strings.Contains(drawn(p), far) {
			t.Errorf("nobody reaches what is off:\n%s", drawn(p))
		}
	}
}

// The panel warns of a port that is not the configured one.
func TestThePanelWarns(t *testing.T) {
	p := testPanel(t, 100, 9)
	s := up
	p.Set(s, nil)
	if strings.Contains(drawn(p), "another user") {
		t.Errorf("%s", drawn(p))
	}
	s.Instead = 80
	p.Set(s, nil)
	if !strings.Contains(drawn(p), "had port 80") {
		t.Errorf("%s", drawn(p))
	}
}

func TestThePanelHoldsItsSizeWhateverSendersWrite(t *testing.T) {
	all := hostile()
	bad := strings.Repeat("世界\x1b[8m", 60)
	for _, st := range []model.HookStatus{
		up, {State: model.HookOff, Why: model.Say("%s", bad)}, {State: model.HookTaken, Why: model.Say("%s", bad)}, {State: model.HookOther, PID: 1 << 30, URL: bad},
		{State: model.HookUp, URL: "http://" + bad, Open: true, Instead: 65535}, {},
	} {
		for _, borders := range []kit.Borders{kit.Thin, kit.Boxed, kit.Bare} {
			for _, w := range []int{40, 50, 80, 120} {
				for _, h := range []int{3, 5, 9} {
					p := testPanel(t, w, h)
					p.env.Borders = borders
					for _, list := range [][]*model.Delivery{nil, all} {
						p.Set(st, list)
						p.ShowToken(bad)
						p.Show("")
						p.Do(keys.PageDown.In(keys.InHook))
						lines := append(p.View(), Line(p.env, p.Current(), w))
						if len(lines) != h+1 {
							t.Fatalf("%d lines instead of %d", len(lines)-1, h)
						}
						for i, l := range lines {
							if got := ansi.StringWidthWc(l); got != w && i < h || got > w {
								t.Errorf("%v %dx%d line %d is %d wide: %q", st.State, w, h, i, got, ansi.Strip(l))
							}
							if s := ansi.Strip(l); strings.ContainsAny(s, "\x1b\a\n\r\t\u202e\u009b") || strings.Contains(l, "\x1b[8m") {
								t.Errorf("control characters went through: %q", l)
							}
						}
					}
				}
			}
		}
	}
}

func TestTheCursorStaysOnItsDelivery(t *testing.T) {
	p := testPanel(t, 80, 9)
	p.Set(up, some(1000))
	if d := p.Current(); d.ID != "d00999" || !p.Following() {
		t.Fatalf("it begins at %v", d)
	}
	for range 23 {
		p.Do(keys.Down.In(keys.InHook))
	}
	for range 3 { // into the middle of the rows that show
		p.Do(keys.Up.In(keys.InHook))
	}
	if p.Following() {
		t.Error("who leaves the newest delivery still follows it")
	}
	before := p.View()
	for n := 1001; n < 1200; n++ {
		p.Set(up, some(n))
		if d := p.Current(); d.ID != "d00979" {
			t.Fatalf("the cursor went to %s", d.ID)
		}
	}
	after := p.View()
	for i := 1; i < len(before)-1; i++ {
		if before[i] != after[i] {
			t.Errorf("row %d has moved:\n%s\n%s", i, ansi.Strip(before[i]), ansi.Strip(after[i]))
		}
	}
	p.Do(keys.HookFollow)
	if d := p.Current(); d.ID != "d01198" {
		t.Errorf("following begins at %s", d.ID)
	}
	p.Set(up, some(1300))
	if d := p.Current(); d.ID != "d01299" {
		t.Errorf("it does not follow: %s", d.ID)
	}
}

func TestTheCursorFindsANeighbourOfWhatHasGone(t *testing.T) {
	p := testPanel(t, 80, 9)
	all := some(10)
	p.Set(up, all)
	p.Do(keys.Bottom.In(keys.InHook))
	p.Set(up, all[:4])
	if d := p.Current(); d != all[3] {
		t.Errorf("%v", d)
	}
	p.Set(up, nil)
	if p.Current() != nil {
		t.Error("a delivery is left of none")
	}
	for _, a := range []keys.Action{keys.Down.In(keys.InHook), keys.Up.In(keys.InHook), keys.Top.In(keys.InHook), keys.Bottom.In(keys.InHook), keys.PageDown.In(keys.InHook), keys.PageUp.In(keys.InHook)} {
		p.Do(a)
	}
	p.Set(up, all)
	if p.Current() == nil {
		t.Error("no delivery is under the cursor")
	}
}

// With few rows above, what arrives shows at once.
func TestWhatArrivesShowsAboveTheCursor(t *testing.T) {
	p := testPanel(t, 80, 9)
	p.Set(up, some(3))
	p.Do(keys.Down.In(keys.InHook))
	p.Set(up, some(5))
	if s := drawn(p); !strings.Contains(s, "event4") || p.Current().ID != "d00001" {
		t.Error(s)
	}
}

func TestTheFilterFindsWhatShows(t *testing.T) {
	p := testPanel(t, 80, 9)
	all := some(30)
	all[7].Reason, all[7].State, all[7].Status, all[7].Remote = model.Say("bad token"), model.DeliveryRefused, 401, "10.0.0.7"
	p.Set(up, all)
	for find, want := range map[string]int{"refused": 1, "10.0.0.7": 1, "401": 1, "token": 1, "EVENT": 0, "event2": 11, "make": 30, "event?": 10} {
		p.Show(find)
		if len(p.Shown()) != want {
			t.Errorf("%q finds %d instead of %d", find, len(p.Shown()), want)
		}
	}
	p.Show("refused")
	changed := *all[7]
	changed.State = model.DeliveryDone
	all[7] = &changed
	p.Set(up, all)
	if len(p.Shown()) != 0 {
		t.Error("a delivery that has changed is still found")
	}
	if s := drawn(p); !strings.Contains(s, "No delivery matches") || !strings.Contains(s, "0 of 30") {
		t.Error(s)
	}
	if !p.back() || len(p.Shown()) != 30 || p.back() {
		t.Error("the filter cannot be taken away")
	}
}

func TestTypingTheFilter(t *testing.T) {
	p := testPanel(t, 80, 9)
	p.Set(up, some(30))
	p.Do(keys.HookFilter)
	if !p.Typing() || p.Prompt() == nil {
		t.Fatal("nothing is typed into")
	}
	p.Type(tea.PasteMsg{Content: "event1"})
	if len(p.Shown()) != 11 {
		t.Errorf("%d", len(p.Shown()))
	}
	p.Type(tea.KeyPressMsg{Code: tea.KeyDown})
	if p.At != 1 {
		t.Error("the cursor does not move while typing")
	}
	p.Type(tea.KeyPressMsg{Code: tea.KeyEnter})
	if p.Typing() || len(p.Shown()) != 11 {
		t.Error("Enter does not keep the filter")
	}
	p.Do(keys.HookFilter)
	p.Type(tea.KeyPressMsg{Code: tea.KeyEscape})
	if p.Typing() || len(p.Shown()) != 30 {
		t.Error("Esc does not drop the filter")
	}
}

func TestTheTitleSaysThatItIsOpenAtEveryWidth(t *testing.T) {
	st := up
	st.Open = true
	for w := 40; w < 130; w += 3 {
		p := testPanel(t, w, 9)
		p.Set(st, some(1))
		p.Show(strings.Repeat("x", 100))
		if s := ansi.Strip(p.View()[0]); !strings.Contains(s, "open, no token") {
			t.Errorf("at %d: %s", w, s)
		}
	}
}

func TestTheTokenShowsOnlyOnRequest(t *testing.T) {
	p := testPanel(t, 50, 9)
	token := strings.Repeat("0123456789abcdef", 4)
	p.Set(up, some(3))
	if strings.Contains(drawn(p), "0123456789") {
		t.Fatal("the token shows by itself")
	}
	p.ShowToken(token)
	joined := strings.Join(strings.Fields(drawn(p)), "")
	if !strings.Contains(joined, token) {
		t.Errorf("not all of the token shows: %s", drawn(p))
	}
	if !p.HideToken() || p.HideToken() || strings.Contains(drawn(p), "0123456789") {
		t.Error("the token stays")
	}
}

func TestClicks(t *testing.T) {
	p := testPanel(t, 80, 9)
	p.Set(model.HookStatus{State: model.HookPaused}, some(3))
	lines := strings.Split(drawn(p), "\n")
	for y, l := range lines {
		_, name, row := strings.Cut(l, "event")
		if got := p.Click(y); got != row {
			t.Errorf("line %d %q: %v", y, l, got)
		} else if row && p.Current().Event != "event"+name[:1] {
			t.Errorf("line %d chose %s", y, p.Current().Event)
		}
	}
}

func TestTimesAndDurations(t *testing.T) {
	for _, x := range []struct {
		d    model.Delivery
		want string
	}{
		{model.Delivery{State: model.DeliveryAsking}, ""},
		{model.Delivery{State: model.DeliveryDone, Started: noon, Ended: noon.Add(40 * time.Millisecond)}, "40 ms"},
		{model.Delivery{State: model.DeliveryDone, Started: noon, Ended: noon.Add(12 * time.Second)}, "12 s"},
		{model.Delivery{State: model.DeliveryRunning, Started: noon.Add(-61*time.Second - time.Millisecond)}, "61 s"},
		{model.Delivery{State: model.DeliveryRunning, Started: noon.Add(time.Minute)}, "0 s"}, // clocks go back
		{model.Delivery{State: model.DeliveryCut, Started: noon}, ""},
	} {
		if got := Lasted(shipped.Env(t), &x.d, noon); got != x.want {
			t.Errorf("%v: %q instead of %q", x.d, got, x.want)
		}
	}
	c := shipped.Env(t).Text
	a, _ := when(c, noon, noon)
	if b, _ := when(c, noon.Add(-20*time.Hour), noon); a != "12:00:00" || b != "Mar 01" {
		t.Error(a, b)
	}
}

// A step of the cursor in a full list is drawn in far less than a frame's time.
func BenchmarkStep(b *testing.B) {
	p := testPanel(b, 120, 13)
	p.Set(up, some(1000))
	for b.Loop() {
		p.Do(keys.Down.In(keys.InHook))
		p.View()
	}
}

// A state is shown whole, or not at all: "refuse…" says nothing.
func TestStatesAreNeverCut(t *testing.T) {
	for w := 22; w <= 130; w++ {
		for state := range states {
			p := testPanel(t, w, 5)
			d := model.Delivery{ID: "d", At: noon, Last: noon, Status: 200, State: state, Kind: model.DeliveryExec, Event: "push", Work: "make"}
			p.Set(up, []*model.Delivery{&d})
			if got := drawn(p); !strings.Contains(got, State(p.env.Text, state)) {
				t.Errorf("%d columns, %s:\n%s", w, state, got)
			}
		}
	}
}
