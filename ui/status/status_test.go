package status

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/uitest/shipped"
)

func TestEveryLineIsAsWideAsAsked(t *testing.T) {
	l := New(shipped.Env(t))
	now := time.Now()
	e := &model.Entry{Name: "会议\x1b[8m " + strings.Repeat("long ", 30) + ".tar.gz", Kind: model.KindFile, Size: 5000, Modified: now, ID: strings.Repeat("f", 32)}
	job := []model.JobSnapshot{{Mine: true, State: model.JobRunning, Items: 6, CallsAll: 1}}
	for w := 10; w < 40; w++ { // it shares its line there
		if got := ansi.StringWidthWc(l.Job(job, w)); got != w {
			t.Errorf("the job is %d instead of %d", got, w)
		}
	}
	for w := 40; w < 160; w += 9 {
		for what, line := range map[string]string{
			"header":  l.Header(Header{Account: "账号 " + strings.Repeat("x", 60), SignedOut: true, Live: 2, Failed: 1, Paused: 3, Quitting: true}, w),
			"detail":  l.Detail(Detailed{Entry: e, Listed: now, State: "version 3"}, now, w),
			"hints":   l.Hints(keys.InPane, Hinted{}, w),
			"message": l.Message("bad \x1b[2J "+strings.Repeat("words ", 40), Bad, w),
		} {
			if got := ansi.StringWidthWc(line); got != w {
				t.Errorf("%s is %d instead of %d: %q", what, got, w, ansi.Strip(line))
			}
			if strings.Contains(line, "\x1b[8m") || strings.Contains(line, "\x1b[2J") {
				t.Errorf("%s lets control characters through", what)
			}
		}
		if s := ansi.Strip(l.Hints(keys.InPane, Hinted{}, w)); !strings.Contains(s, "? help") {
			t.Errorf("at %d the hints lose the help: %q", w, s)
		}
		if s, n := l.Flags(Flags{DryRun: true, Sync: true}, w); !strings.Contains(s, "DRY-RUN") || n > w {
			t.Errorf("at %d the dry run is not said: %q", w, s)
		}
	}
}

func TestTheNameComesBeforeWhatIsSaidOfIt(t *testing.T) {
	l, listed := New(shipped.Env(t)), time.Date(2026, 8, 14, 9, 5, 0, 0, time.Local)
	now := listed.Add(time.Hour)
	e := &model.Entry{Name: "a.txt", Kind: model.KindFile, Size: 5000, Modified: now}
	if s := ansi.Strip(l.Detail(Detailed{Entry: e, Listed: listed}, now, 80)); !strings.Contains(s, "listed 09:05") {
		t.Errorf("there is room for the age: %q", s)
	}
	e.Name = strings.Repeat("n", 60) + ".txt"
	if s := ansi.Strip(l.Detail(Detailed{Entry: e, Listed: listed}, now, 80)); strings.Contains(s, "listed") || !strings.Contains(s, ".txt") || !strings.Contains(s, " text ") {
		t.Errorf("%q", s)
	}
}

func TestInfoColumnHoldsItsSize(t *testing.T) {
	l := New(shipped.Env(t))
	e := &model.Entry{Name: strings.Repeat("名", 60), Kind: model.KindFolder, Size: model.Unknown, Children: 3}
	in := About{Entry: e, Inside: Count(model.Sort(model.Listing{Entries: []model.Entry{{Name: strings.Repeat("x", 90), Kind: model.KindFolder}, {Name: "y"}}}, model.Order{}))}
	for _, borders := range []kit.Borders{kit.Thin, kit.Boxed, kit.Bare} {
		l.env.Borders = borders
		for w := 24; w < 47; w++ {
			lines := l.Info(in, w, 12)
			if len(lines) != 12 {
				t.Fatalf("%d lines", len(lines))
			}
			for _, s := range lines {
				if got := ansi.StringWidthWc(s); got != w {
					t.Errorf("borders %d: %d instead of %d: %q", borders, got, w, ansi.Strip(s))
				}
			}
		}
	}
}

// From one listed folder to the next the column keeps its form: it changes once, when what is in the folder is known.
func TestInfoColumnKeepsItsForm(t *testing.T) {
	l := New(shipped.Env(t))
	of := func(in About) string {
		in.Entry = &model.Entry{Name: "a", Kind: model.KindFolder, ID: "1", Children: model.Unknown}
		return ansi.Strip(strings.Join(l.Info(in, 40, 12), "\n"))
	}
	for _, in := range []About{{}, {Follows: true}, {Follows: true, Listing: true}, {Follows: true, Err: errors.New("no")}} {
		lists := in.Follows && in.Err == nil
		if s := of(in); strings.Contains(s, "3 preview") != lists || strings.Contains(s, "kind") == lists {
			t.Errorf("%+v: %s", in, s)
		}
	}
}

// A key that is refused where the keys go is not offered.
func TestHintsLeaveOutWhatIsRefused(t *testing.T) {
	l := New(shipped.Env(t))
	all := ansi.Strip(l.Hints(keys.InPane, Hinted{Documents: true}, 200))
	if !strings.Contains(all, "c copy") || !strings.Contains(all, "m move") {
		t.Fatal(all)
	}
	less := ansi.Strip(l.Hints(keys.InPane, Hinted{Documents: true, Refused: 1 << 0}, 200))
	if strings.Contains(less, "c copy") || !strings.Contains(less, "m move") {
		t.Error(less)
	}
}

// A screen that chooses says so, and with which keys, as far as there is room.
func TestHeaderSaysHowToChoose(t *testing.T) {
	l := New(shipped.Env(t))
	h := Header{Account: "me", Choosing: true, Hook: Hook{There: true, Told: true, Status: model.HookStatus{State: model.HookUp}}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{120, " aloft   Choose: Enter picks a file, Alt-Enter a folder or all selected "},
		{80, " Choose: Enter picks a file, Alt-Enter a folder "},
		{50, " Choose: Enter or Alt-Enter "},
		{40, " Choose: Alt-Enter "},
	} {
		if got := ansi.Strip(l.Header(h, c.width)); !strings.HasPrefix(got, c.want) || ansi.StringWidth(got) != c.width {
			t.Errorf("%d cells: %q", c.width, got)
		}
	}
}
