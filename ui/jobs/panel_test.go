package jobs

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/uitest/shipped"
)

func newEnv(t *testing.T) *input.Env {
	t.Helper()
	env := shipped.Env(t)
	env.Styles = shipped.Theme(t).Styles(colorprofile.ASCII)
	return env
}

func snap(id string, s model.JobState, done, items int) model.JobSnapshot {
	return model.JobSnapshot{ID: id, Op: model.OpMove, State: s, Done: done, Items: items, Mine: true,
		From: model.Place{Scheme: model.SchemeDrive}, To: model.Place{Scheme: model.SchemeDrive, Path: model.Steps("文档", "a\x1b[8m")}}
}

func TestPanelIsAsWideAsItsPlaceInEveryFrame(t *testing.T) {
	env := newEnv(t)
	for _, borders := range []kit.Borders{kit.Thin, kit.Boxed, kit.Bare} {
		env.Borders = borders
		for _, w := range []int{40, 50, 80, 120} {
			for n := range 12 {
				p := NewPanel(env)
				p.SetSize(w, 6)
				var all []model.JobSnapshot
				for i := range n {
					all = append(all, snap(string(rune('a'+i)), model.JobRunning, i, n))
				}
				p.Set(all)
				lines := p.View()
				if len(lines) != 6 {
					t.Fatalf("%d lines", len(lines))
				}
				for _, l := range lines {
					if got := ansi.StringWidthWc(l); got != w {
						t.Errorf("borders %v: %d instead of %d: %q", borders, got, w, ansi.Strip(l))
					}
					if strings.Contains(l, "\x1b[8m") {
						t.Error("a name's control characters went through")
					}
				}
			}
		}
	}
}

func TestSkippedAndFailedItemsAreNotCountedAsDone(t *testing.T) {
	env := newEnv(t)
	j := snap("a", model.JobRunning, 2, 3)
	j.Skipped, j.Failed, j.CallsAll, j.Calls = 5, 1, 4, 9
	if l := ansi.Strip(Line(env, &j, 0, 100)); !strings.Contains(l, " 2/3 ") || !strings.Contains(l, "1 error") || !strings.Contains(l, "call 4/4") {
		t.Errorf("%q", l)
	}
	p := NewPanel(env)
	p.SetSize(80, 5)
	p.Set([]model.JobSnapshot{j})
	if s := ansi.Strip(strings.Join(p.View(), "\n")); !strings.Contains(s, "2/3") {
		t.Error(s)
	}
}

func TestTheLineShowsWhatMattersMost(t *testing.T) {
	all := []model.JobSnapshot{
		snap("done", model.JobDone, 1, 1), snap("paused", model.JobPaused, 0, 1),
		snap("waiting", model.JobWaiting, 0, 1), snap("login", model.JobNeedsLogin, 0, 1),
		snap("running", model.JobRunning, 0, 1),
	}
	for n, want := range map[int]string{5: "running", 4: "login", 3: "waiting", 2: "paused"} {
		if got := Shown(all[:n]); got == nil || got.ID != want {
			t.Errorf("of %d: %+v, not %s", n, got, want)
		}
	}
	if Shown(all[:1]) != nil {
		t.Error("an ended job has the line")
	}
	other := all[4]
	other.Mine = false
	if Shown([]model.JobSnapshot{other}) != nil {
		t.Error("another process's job has the line")
	}
}

func TestANarrowPanelShowsWhatAJobIs(t *testing.T) {
	p := NewPanel(newEnv(t))
	p.SetSize(50, 6)
	done := snap("a", model.JobDone, 2, 2)
	done.To.Path = model.Steps("Documents", "Tax")
	p.Set([]model.JobSnapshot{done})
	if s := ansi.Strip(strings.Join(p.View(), "\n")); !strings.Contains(s, "done  move 2 -> drive:/Documents/Tax") {
		t.Error(s)
	}
}

func TestThePanelsCursorStaysOnItsJob(t *testing.T) {
	p := NewPanel(newEnv(t))
	p.SetSize(80, 8)
	a, b, c := snap("a", model.JobDone, 1, 1), snap("b", model.JobDone, 1, 1), snap("c", model.JobDone, 1, 1)
	p.Set([]model.JobSnapshot{a, b})
	p.Do(keys.Down.In(keys.InJobs))
	p.Set([]model.JobSnapshot{c, a, b})
	if p.Current().ID != "b" {
		t.Errorf("it is on %s", p.Current().ID)
	}
	p.Set([]model.JobSnapshot{c, a}) // b was cleared
	if p.Current().ID != "a" {
		t.Errorf("it is on %s", p.Current().ID)
	}
	p.Click(1)
	if p.Current().ID != "c" {
		t.Errorf("a click puts it on %s", p.Current().ID)
	}
	p.Click(5)
	p.Set(nil)
	if p.Current() != nil {
		t.Error("there is a job where none is")
	}
}

func TestDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1: "1 s", 99 * time.Second: "99 s", 100 * time.Second: "2 min", 100 * time.Minute: "2 h",
	} {
		if got := Duration(&text.Catalogue{}, d); got != want {
			t.Errorf("%v: %q, not %q", d, got, want)
		}
	}
}

func TestTheLineSaysWhatHoldsAJobUp(t *testing.T) {
	env := newEnv(t)
	j := snap("a", model.JobRunning, 2, 30)
	j.Left, j.Error = time.Minute, model.Say("trying again: drive.example does not\x1b[8m answer")
	for _, width := range []int{40, 80, 120} {
		l := ansi.Strip(Line(env, &j, 0, width))
		if ansi.StringWidth(l) > width || !strings.Contains(l, "2/30") || strings.Contains(l, "left") || strings.ContainsRune(l, '\x1b') {
			t.Errorf("%d: %q", width, l)
		}
		if width >= 80 && !strings.Contains(l, "trying again: drive.example") {
			t.Errorf("%d: %q", width, l)
		}
	}
}

// Drawing changes nothing in the panel: a click on one that was never drawn finds
// the right row.
func TestPanelScrollsWithoutBeingDrawn(t *testing.T) {
	p := NewPanel(newEnv(t))
	p.SetSize(80, 6)
	var all []model.JobSnapshot
	for i := range 12 {
		all = append(all, snap(string(rune('a'+i)), model.JobDone, 1, 1))
	}
	p.Set(all)
	p.Do(keys.Bottom.In(keys.InJobs))
	p.Click(1)
	if got := p.Current().ID; got != "i" {
		t.Errorf("the first of the last four rows is %q", got)
	}
}

// The sentence of an empty panel is whole on a narrow screen, too.
func TestTheEmptyPanelSaysAllOfIt(t *testing.T) {
	env := newEnv(t)
	for _, w := range []int{40, 50, 80} {
		p := NewPanel(env)
		p.SetSize(w, 6)
		var said []string
		for _, l := range p.View()[1:5] {
			said = append(said, strings.Fields(strings.Trim(ansi.Strip(l), "│ "))...)
		}
		if got := strings.Join(said, " "); got != "No jobs. Every change you make in a pane appears here." {
			t.Errorf("%d wide: %q", w, got)
		}
	}
}

// Jobs of one kind and one place are told apart by what they are about.
func TestJobsSayWhatTheyAreAbout(t *testing.T) {
	p := NewPanel(newEnv(t))
	var all []model.JobSnapshot
	for i, name := range []string{"plan.txt", "esc\x1b[31m", "文档.md", ""} {
		s := snap(name, model.JobDone, i, max(1, i))
		s.To.Path, s.Name = model.Steps("Backup"), name
		all = append(all, s)
	}
	p.Set(all)
	for _, size := range [][2]int{{80, 7}, {50, 7}} {
		p.SetSize(size[0], size[1])
		shown := ansi.Strip(strings.Join(p.View(), "\n"))
		for _, want := range []string{"plan.txt   move 1 -> drive:/Backup ", "esc\ufffd[31m  ", "文档.md …  move 2 -> drive:/Backup ", "move 3 -> drive:/Backup  "} {
			if !strings.Contains(shown, want) {
				t.Errorf("%q is not in\n%s", want, shown)
			}
		}
	}
	if said := Words(p.env, &all[0]); !strings.Contains(said, "plan.txt") {
		t.Error(said)
	}
	if p.setFilter("plan"); len(p.Shown()) != 1 {
		t.Errorf("the filter finds %d", len(p.Shown()))
	}
}

// Each job has a bar with its share, its rate and the time it needs; an ended one has neither. Twenty that look the same
// are told apart by their names, their folders, or when they were made.
func TestEachJobHasItsBar(t *testing.T) {
	p := NewPanel(newEnv(t))
	var all []model.JobSnapshot
	for i := range 20 {
		j := snap(string(rune('a'+i)), model.JobRunning, 0, 1)
		j.Op, j.Name, j.Bytes, j.BytesAll, j.Rate, j.Left = model.OpUpload, "report of the second quarter-"+string(rune('a'+i))+".pdf", int64(i)<<20, 20<<20, 3<<20, 12*time.Second
		all = append(all, j)
	}
	all[1].State, all[1].Done = model.JobDone, 1
	for i := range 3 {
		all[17+i].Name, all[17+i].MadeAt = "same.txt", time.Date(2026, 8, 14, 9, 5, i, 0, time.Local)
	}
	all[17].From.Path = model.Steps("Elsewhere")
	p.Set(all)
	for _, size := range [][2]int{{50, 30}, {80, 30}, {120, 30}, {200, 30}} {
		p.SetSize(size[0], size[1])
		seen := map[string]bool{}
		rows := p.View()[1:21]
		for i, l := range rows {
			l = ansi.Strip(l)
			what := l[:strings.IndexAny(l+"░", "█░")]
			if size[0] >= 80 {
				what, _, _ = strings.Cut(l, "upload")
			}
			if seen[what] {
				t.Errorf("%d: two rows say %q", size[0], what)
			}
			seen[what] = true
			if live := !strings.Contains(l, "done"); live != (strings.Contains(l, "%") && strings.ContainsAny(l, "█░")) || live && !strings.Contains(l, "12 s") || live && size[0] >= 80 && !strings.Contains(l, "3.0 M/s") {
				t.Errorf("%d, row %d: %q", size[0], i, l)
			}
		}
		if all := ansi.Strip(strings.Join(rows, "\n")); size[0] >= 80 && !strings.Contains(all, "████") {
			t.Errorf("no bar is filled:\n%s", all)
		}
	}
}
