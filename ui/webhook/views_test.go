package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/keys"
)

func detail(e *Env) View { return NewDetail(e, "d1") }

// report is a command that has run.
func report(state model.DeliveryState) *store {
	at := time.Date(2000, 1, 1, 14, 3, 5, 0, time.Local)
	d := &model.Delivery{
		ID: "d1", At: at, Last: at, Remote: "127.0.0.1", Status: 200, Count: 1, Event: "nightly", Project: "web", Session: "tui:ops",
		Kind: model.DeliveryExec, Work: "make report && aloft mv report.pdf drive:/Reports", Bytes: 98, State: state, Exit: -1, Started: at,
	}
	if state.Ended() {
		d.Ended, d.Exit = at.Add(12*time.Second), 2
	}
	s := &store{list: []*model.Delivery{d}, details: map[string]*model.DeliveryDetail{"d1": {
		Method: "POST", Path: "/hook?token=***",
		Header: []model.HeaderLine{{Name: "Content-Type", Value: "application/json"}, {Name: "Authorization", Value: "Bearer ***"}, {Name: "User-Agent", Value: "curl/8.9"}},
		Body:   []byte(`{"event":"nightly","session_key":"tui:ops","exec":"make report && aloft mv report.pdf drive:/Reports","big":12345678901234567890,"list":[1,{"a":[]},{}],"text":"{\"x\": [1, 2]}"}`),
		Dir:    "/home/user/web", Argv: []string{"sh", "-c", "make report && aloft mv report.pdf drive:/Reports"},
	}}}
	s.print("compiling…\n\tone\n\ttwo\nlinking\nfailed: no space left on device\n")
	return s
}

func TestDetailScreens(t *testing.T) {
	for _, size := range sizes {
		in(t, report(model.DeliveryFailed), size.w, size.h, detail, func(g *rig) {
			g.golden("detail-failed")
			g.do(keys.OtherPane)
			g.golden("detail-request")
			g.do(keys.Bottom.In(keys.InDelivery))
			g.golden("detail-request-end")
			g.do(keys.DeliveryFind)
			g.typed("BIG")
			g.do(keys.DeliveryFind)
			g.typed("big")
			g.golden("detail-found")
		})
	}
}

func TestDetailOfWhatRunsFollows(t *testing.T) {
	s := report(model.DeliveryRunning)
	in(t, s, 80, 18, detail, func(g *rig) {
		var out strings.Builder
		for i := range 100 {
			fmt.Fprintf(&out, "line %d\n", i)
			s.print(out.String())
			g.Pass(50 * time.Millisecond)
		}
		g.Pass(outputEvery)
		g.has("line 99", "following")
		g.hasNot("line 70")
		for i := 1; i < len(s.asked); i++ {
			if s.asked[i].Sub(s.asked[i-1]) < outputEvery {
				t.Fatalf("asked twice within %v", s.asked[i].Sub(s.asked[i-1]))
			}
		}
		if n := len(s.asked); n < 30 || n > 60 {
			t.Errorf("asked %d times in 5 s", n)
		}
		// Whoever scrolls up stays there while more is printed.
		g.do(keys.PageUp.In(keys.InDelivery))
		g.hasNot("line 99")
		before := g.screen()
		out.WriteString("more\n")
		s.print(out.String())
		g.Pass(time.Second)
		if now := g.screen(); strings.Split(now, "\n")[3] != strings.Split(before, "\n")[3] {
			t.Errorf("it has moved:\n%s\n%s", before, now)
		}
		g.do(keys.DeliveryFollow)
		g.Pass(outputEvery)
		g.has("more", "following")
		// From the request it shows the output, which goes on following.
		g.do(keys.OtherPane)
		g.hasNot("more")
		g.do(keys.DeliveryFollow)
		g.has("more", "following")
		g.hasNot("f follows")
		// At its end it is read once more, and then never again.
		out.WriteString("the end\n")
		s.print(out.String())
		d := *s.list[0]
		d.State, d.Ended, d.Exit = model.DeliveryDone, time.Now(), 0
		s.set(d)
		g.changed()
		g.Pass(outputEvery)
		g.has("the end", "done")
		n := len(s.asked)
		g.Pass(10 * time.Second)
		if len(s.asked) != n {
			t.Errorf("it is asked for %d times after its end", len(s.asked)-n)
		}
	})
}

func TestNothingIsAskedForAfterTheViewIsClosed(t *testing.T) {
	s := report(model.DeliveryRunning)
	in(t, s, 80, 18, detail, func(g *rig) {
		g.Pass(time.Second)
		g.v.Close()
		g.Pass(time.Second)
		n := len(s.asked)
		g.Pass(10 * time.Second)
		if len(s.asked) > n {
			t.Error("a closed view still asks")
		}
	})
}

// endless is an output of a gigabyte in lines of 32 bytes, each with its number.
func endless(s *store, size int64) {
	s.size = size
	s.at = func(i int64) byte {
		n, at := i/32, i%32
		switch {
		case at == 31:
			return '\n'
		case at < 12:
			digit := n
			for range 11 - at {
				digit /= 10
			}
			return byte('0' + digit%10)
		case n == 20_000_000 && at == 14:
			return 'X'
		}
		return '.'
	}
}

func TestAnOutputOfAGigabyteIsReadInWindows(t *testing.T) {
	s := report(model.DeliveryDone)
	endless(s, 1<<30)
	in(t, s, 80, 18, detail, func(g *rig) {
		g.has("000033554431", "100%", "output 1.0 G")
		g.do(keys.Top.In(keys.InDelivery))
		g.Pass(time.Second)
		g.has("000000000000", "0%")
		for range 3000 { // through several windows
			g.do(keys.PageDown.In(keys.InDelivery))
			if g.v.(*Detail).out.asking || g.v.(*Detail).out.waiting {
				g.Pass(outputEvery)
			}
		}
		first := fmt.Sprintf("%012d", 3000*15)
		g.has(first)
		g.do(keys.Up.In(keys.InDelivery), keys.Up.In(keys.InDelivery))
		g.has(fmt.Sprintf("%012d", 3000*15-2))
		if n := len(g.v.(*Detail).out.data); n > window {
			t.Errorf("%d bytes are kept", n)
		}
		g.do(keys.Bottom.In(keys.InDelivery))
		g.Pass(time.Second)
		g.has("000033554431")
		g.do(keys.PageUp.In(keys.InDelivery))
		g.has(fmt.Sprintf("%012d", 33554431-29))
	})
}

func TestFindInALargeOutput(t *testing.T) {
	s := report(model.DeliveryDone)
	endless(s, 4<<20)
	hits := map[int64]bool{10_000: true, 90_000: true, 90_001: true}
	plain := s.at
	s.at = func(i int64) byte {
		if hits[i/32] && i%32 >= 14 && i%32 < 20 {
			return "NEEDLE"[i%32-14]
		}
		return plain(i)
	}
	s.most = 100_003 // a call returns less than was requested
	in(t, s, 80, 18, detail, func(g *rig) {
		g.do(keys.Top.In(keys.InDelivery))
		g.Pass(time.Second)
		g.do(keys.DeliveryFind)
		g.typed("needle")
		g.Pass(time.Second)
		g.has("000000010000")
		g.do(keys.DeliveryFindNext)
		g.Pass(time.Second)
		g.has("000000090000")
		g.do(keys.DeliveryFindNext, keys.DeliveryFindNext) // round to the first
		g.Pass(time.Second)
		g.has("000000010000")
		g.do(keys.DeliveryFindPrev)
		g.Pass(time.Second)
		g.has("000000090001")
		g.do(keys.DeliveryFindPrev, keys.DeliveryFindPrev)
		g.Pass(time.Second)
		g.has("000000010000")
		g.do(keys.DeliveryFind)
		g.typed("Needle") // as it is typed
		g.Pass(time.Second)
		if n := len(g.told); n != 1 || !strings.Contains(g.told[0], "Needle not found here") {
			t.Errorf("%q", g.told)
		}
		if goesBack(g.v) {
			t.Error("something is still looked for")
		}
	})
}

func TestOneLineOfTenMegabytes(t *testing.T) {
	s := report(model.DeliveryDone)
	s.print(strings.Repeat("世", 10<<20/3))
	in(t, s, 80, 18, detail, func(g *rig) {
		g.has("世世")
		g.do(keys.Top.In(keys.InDelivery))
		g.Pass(time.Second)
		for range 200 {
			g.do(keys.PageDown.In(keys.InDelivery))
		}
		g.Pass(time.Second)
		g.hasNot("\ufffd")
		g.do(keys.Bottom.In(keys.InDelivery))
		g.Pass(time.Second)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 100 {
			g.do(keys.Up.In(keys.InDelivery))
			g.v.View()
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 100<<20 {
			t.Errorf("a hundred lines took %d MiB", grown>>20)
		}
	})
}

func TestHostileOutputAndRequest(t *testing.T) {
	bad := "\x1b[31mred\x1b[8mhidden\x1b]0;title\x07\x1b]52;c;AAAA\x07\r\x9b2J \xff\xfe \u202egnp.exe 👩‍👩‍👧 \u200b\tend"
	s := report(model.DeliveryDone)
	s.print(bad + "\n" + strings.Repeat("e\u0301", 4000) + "\n" + strings.Repeat("\u0301", 4000) + "\nbar 10%\rbar 20%\r\n")
	d := s.details["d1"]
	d.Path, d.Body, d.Dir, d.Prompt, d.Argv = bad, []byte(bad), bad, bad, []string{bad}
	d.Header = []model.HeaderLine{{Name: bad, Value: bad}, {Name: "", Value: ""}}
	one := *s.list[0]
	one.Event, one.Project, one.Session, one.Work, one.Reason, one.Remote, one.Notes, one.Of = bad, bad, bad, bad, model.Say("%s", bad), bad, []model.Sentence{model.Say("%s", bad)}, bad
	s.list[0] = &one
	for _, size := range append(sizes, struct{ w, h int }{40, 7}, struct{ w, h int }{4, 3}) {
		in(t, s, size.w, size.h, detail, func(g *rig) {
			for range 2 {
				for range 30 {
					g.screen()
					g.do(keys.Down.In(keys.InDelivery))
				}
				g.do(keys.Top.In(keys.InDelivery), keys.OtherPane)
			}
			if g.h > 10 {
				g.has("[31mred", "\ufffd")
				if g.w < beside {
					g.do(keys.OtherPane)
				}
				g.do(keys.Top.In(keys.InDelivery))
			}
		})
	}
}

func TestBodyIsIndentedAsItIs(t *testing.T) {
	body := `{"z":1,"a":[1,2.50,{"b":{}}],"n":12345678901234567890123,"s":"a,b:{\"x\"}\\","e":[ ],"t":true,"u":null,"z":2}`
	lines, cut := indented([]byte(body))
	got := strings.Join(lines, "\n")
	var want, again any
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got), &again); err != nil || cut != 0 || fmt.Sprint(want) != fmt.Sprint(again) {
		t.Fatalf("%v %d\n%s", err, cut, got)
	}
	if !strings.Contains(got, "\n  \"n\": 12345678901234567890123,\n") || !strings.Contains(got, `"e": [],`) || strings.Index(got, `"z": 1`) > strings.Index(got, `"a"`) {
		t.Errorf("%s", got)
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if lines, _ := indented([]byte(deep)); len(lines) < 17_000 || len(strings.Join(lines, "\n")) > 2_000_000 {
		t.Errorf("%d lines, %d bytes", len(lines), len(strings.Join(lines, "\n")))
	}
	long := `[` + strings.Repeat(`{"a":1},`, 1<<20) + `2]`
	if lines, cut := indented([]byte(long)); len(lines) < 100_000 || lines[1] != "  {" || cut < len(long)/2 || cut >= len(long) {
		t.Errorf("%d lines, cut %d", len(lines), cut)
	}
	wide := strings.Repeat("[", 1000) + strings.Repeat("1,", 1<<19) + "1" + strings.Repeat("]", 1000)
	if lines, cut := indented([]byte(wide)); cut == 0 || len(strings.Join(lines, "\n")) > 6*maxBody {
		t.Errorf("%d lines, cut %d", len(lines), cut)
	}
	for _, s := range []string{"", "no json\nat all", `{"a":1} x`, strings.Repeat("x", 3<<20), "\x00\xff"} {
		lines, cut := indented([]byte(s))
		n := 0
		for _, l := range lines {
			n += len(l)
		}
		if n > maxBody || n+cut+len(lines) < len(s) {
			t.Errorf("%.20q: %d lines, %d bytes, cut %d", s, len(lines), n, cut)
		}
	}
}

func TestCutLines(t *testing.T) {
	for _, s := range []string{
		"", "\n", "a", "a\n", "a\nb", "a\r\nb\rc\n\n", strings.Repeat("世", 5000), strings.Repeat("x", longLine) + "\r\n" + strings.Repeat("\xff", 9000),
		strings.Repeat("\x80", 9000),
	} {
		last := -1
		cutLines(s, func(line string, at int) {
			if at <= last || s[at:at+len(line)] != line || len(line) > longLine || strings.ContainsAny(line, "\r\n") {
				t.Errorf("%.20q: %.20q at %d", s, line, at)
			}
			last = at
		})
	}
}

func TestAFailureToReadIsSaidAndTriedAgain(t *testing.T) {
	s := report(model.DeliveryDone)
	s.err = errors.New("the store is \x1b[31mbroken")
	s.outErr = errors.New("no file")
	in(t, s, 80, 18, detail, func(g *rig) {
		g.has("make report", "the store is \ufffd[31mbroken")
		g.do(keys.OtherPane)
		g.has("no file")
		s.err, s.outErr = nil, nil
		g.changed()
		g.Pass(time.Second)
		g.has("linking")
	})
	in(t, &store{}, 80, 18, detail, func(g *rig) { g.has("no longer exists") })
}

// Who goes to the end while the request is read is there when it has come.
func TestTheEndOfWhatIsStillRead(t *testing.T) {
	s := report(model.DeliveryDone)
	s.list[0].Kind, s.details["d1"].Argv = model.DeliveryPrompt, nil
	in(t, s, 80, 12, detail, func(g *rig) {
		for _, moved := range []bool{false, true} {
			g.v.Close()
			g.v = NewDetail(viewEnv(g.t, s), "d1")
			g.v.SetSize(g.w, g.h)
			read := g.v.Changed()
			g.do(keys.Bottom.In(keys.InDelivery))
			if moved {
				g.do(keys.Up.In(keys.InDelivery))
			}
			g.Run(read)
			g.Idle()
			if at := strings.Contains(g.screen(), "100%"); at == moved {
				t.Errorf("moved %v, and the end shows: %v\n%s", moved, at, g.screen())
			}
		}
	})
}
