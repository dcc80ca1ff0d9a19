//go:build unix

package edits

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

func (b *bench) history() []client.EditDone {
	b.Helper()
	h, err := b.e.History(b.Context(), fakePlace())
	if err != nil {
		b.Fatal(err)
	}
	return h
}

// The undo of a replacement tells what goes and what comes back.
func TestUndoOfAReplacementTellsBoth(t *testing.T) {
	b := newBench(t, sample)
	p, err := b.plan(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "second", Text: "2nd"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.e.Apply(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	u, err := b.e.PlanUndo(t.Context(), fakePlace())
	if err != nil {
		t.Fatal(err)
	}
	if e := u.Steps[0].Edit; e.Kind != model.EditRevert || e.Old != "2nd" || e.Text != "second" {
		t.Errorf("%+v", e)
	}
}

// The undo of Markdown and of tasks tells all of it, and sees that it is gone.
func TestUndoTellsWhatWasInsertedWhole(t *testing.T) {
	const text = "## New *and* formatted\n\n- one item\n- \\# another\n"
	for want, e := range map[string]model.Edit{
		text:                {Kind: model.EditMarkdown, Text: text},
		"to do\nto do, too": {Kind: model.EditTask, Tasks: []model.DocTask{{Text: "to do"}, {Text: "to do, too"}}},
	} {
		b := newBench(t, sample)
		b.do(b.at("end", e))
		u, err := b.e.PlanUndo(t.Context(), fakePlace())
		if err != nil || u.Steps[0].Edit.Old != want {
			t.Fatalf("%+v, %v", u, err)
		}
		if r, err := b.e.Apply(t.Context(), u); err != nil || r.Outcome != model.EditDone || !r.Verified {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// Undo by the service, by the inverse edit, and where there is none.
func TestUndo(t *testing.T) {
	bold := true
	for name, c := range map[string]struct {
		noRevert bool
		edit     func(b *bench) []client.EditAt
		other    bool
		undo     model.EditUndo
		fails    string // why it cannot be reverted
	}{
		"revert": {false, func(b *bench) []client.EditAt {
			return []client.EditAt{b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "# X"})}
		}, false, model.UndoRevert, ""},
		"revert several steps": {false, func(b *bench) []client.EditAt { return []client.EditAt{b.at("heading:Hollow", insert("Xyz"))} }, false, model.UndoRevert, ""},
		"text":                 {true, func(b *bench) []client.EditAt { return []client.EditAt{b.at("after:first", insert("XY"))} }, false, model.UndoInverse, ""},
		"text that is common":  {true, func(b *bench) []client.EditAt { return []client.EditAt{b.at("after:second", insert(" goal"))} }, false, model.UndoInverse, ""},
		"text, others wrote":   {true, func(b *bench) []client.EditAt { return []client.EditAt{b.at("after:first", insert("XY"))} }, true, model.UndoInverse, ""},
		"common, others wrote": {true, func(b *bench) []client.EditAt { return []client.EditAt{b.at("after:second", insert(" goal"))} }, true, model.UndoInverse, "several places"},
		"several texts": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{b.at("after:first", insert("XY")), b.at("end", insert("Z"))}
		}, false, model.UndoInverse, ""},
		"one replaced": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{{Edit: model.Edit{Kind: model.EditReplace, Old: "second", Text: "2nd"}}}
		}, false, model.UndoInverse, ""},
		"several replaced": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{{Edit: model.Edit{Kind: model.EditReplace, Old: "cost", Text: "x"}}}
		}, false, model.UndoNone, "restores the old text"},
		"formatted": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{{Edit: model.Edit{Kind: model.EditFormat, Old: "cost", Props: model.TextProps{Bold: &bold}}}}
		}, false, model.UndoNone, "the service offers no undo"},
		"markdown": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "# X"})}
		}, false, model.UndoNone, "the service offers no undo"},
		"a long text": {true, func(b *bench) []client.EditAt {
			return []client.EditAt{b.at("end", insert(strings.Repeat("é", maxKept)))}
		}, false, model.UndoNone, "restores the old text"},
		"paragraph and its text": {true, func(b *bench) []client.EditAt { return []client.EditAt{b.at("heading:Hollow", insert("X"))} }, false, model.UndoNone, "the service offers no undo"},
	} {
		b := newBench(t, sample)
		b.f.noRevert = c.noRevert
		before := b.f.markdown()
		p, err := b.plan(c.edit(b)...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Undo != c.undo || (c.undo == model.UndoNone) != strings.Contains(strings.Join(model.English(p.Notes), " "), "This edit cannot be undone") {
			t.Errorf("%s: the plan says %v, %q", name, p.Undo, p.Notes)
		}
		if r, err := b.e.Apply(t.Context(), p); err != nil {
			t.Errorf("%s: %+v %v", name, r, err)
			continue
		}
		if c.other {
			b.f.other(model.Edit{Kind: model.EditText, At: 0, Text: "zz"})
			before = "# zz" + strings.TrimPrefix(before, "# ")
		}
		u, err := b.e.PlanUndo(t.Context(), fakePlace())
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %+v, %v", name, u, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r, err := b.e.Apply(t.Context(), u); err != nil || r.Outcome != model.EditDone || len(r.Missing) > 0 || strings.HasPrefix(name, "revert") && !r.Verified {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if got := b.f.markdown(); got != before {
			t.Errorf("%s: afterwards it is\n%s\nnot\n%s", name, got, before)
		}
		h := b.history()
		if len(h) != 2 || !h[1].Undone || h[0].Undoes != h[1].ID {
			t.Errorf("%s: %+v", name, h)
		}
		if _, err := b.e.PlanUndo(t.Context(), fakePlace()); !client.Is(err, client.KindNotFound) {
			t.Errorf("%s: a second time: %v", name, err)
		}
	}
}

// What was sent and never answered is settled later, if it can be proved; while it
// is open nothing older is reverted.
func TestHistorySettles(t *testing.T) {
	for name, c := range map[string]struct {
		made   bool
		others bool
		later  time.Duration
		want   model.EditOutcome
	}{
		"made":            {true, false, 0, model.EditDone},
		"not yet":         {false, false, 10 * time.Second, model.EditUnknown},
		"never":           {false, false, time.Minute, model.EditFailed},
		"never, others":   {false, true, time.Minute, model.EditConflict},
		"not yet, others": {false, true, 10 * time.Second, model.EditUnknown},
	} {
		b := newBench(t, sample)
		b.f.noRevert = true
		b.do(b.at("start", insert("older")))
		p, err := b.plan(b.at("end", insert("mine")))
		if err != nil {
			t.Fatal(err)
		}
		// The process dies after the service has, or has not, made the edit.
		func() {
			defer func() { _ = recover() }()
			b.e.o.Hook = func(point string) {
				if point == "sent" || point == "step" && !c.made {
					panic(point)
				}
			}
			_, _ = b.e.Apply(t.Context(), p)
		}()
		if c.made { // and the line of its answer was never written
			drop(t, b)
		}
		b.e = b.engine(b.e.o.Dir)
		if c.others {
			b.f.other(model.Edit{Kind: model.EditText, At: 0, Text: "zz"})
		}
		b.clock = b.clock.Add(c.later)
		h := b.history()
		if len(h) != 2 || h[0].Outcome != c.want || h[1].Outcome != model.EditDone {
			t.Errorf("%s: %+v", name, h)
		}
		u, err := b.e.PlanUndo(t.Context(), fakePlace())
		if open := c.want == model.EditUnknown; open != client.Is(err, client.KindConflict) {
			t.Errorf("%s: undo %+v, %v", name, u, err)
		}
	}
}

// An edit listed by the service is no proof for two of ours.
func TestRememberedForAnother(t *testing.T) {
	b := newBench(t, sample)
	format := client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "goal", Props: model.TextProps{Color: "00FF00"}}}
	first, err := b.plan(format)
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.plan(format)
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(e model.Edit) error { // the other writer is quicker, and no answer comes
		b.f.before = nil
		if r, err := b.e.Apply(t.Context(), first); err != nil || r.Outcome != model.EditDone {
			t.Errorf("%+v, %v", r, err)
		}
		return lost(e)
	}
	other := b.engine(b.e.o.Dir)
	if r, err := other.Apply(t.Context(), second); r.Outcome != model.EditUnknown {
		t.Errorf("%+v, %v", r, err)
	}
}

// An edit whose outcome will never be known does not prevent reverting older ones
// forever.
func TestUndoBesideTheUnknown(t *testing.T) {
	b := newBench(t, sample)
	b.f.noRevert = true
	b.do(b.at("start", insert("older")))
	p, err := b.plan(client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "goal", Props: model.TextProps{Color: "00FF00"}}})
	if err != nil {
		t.Fatal(err)
	}
	b.f.after = lost
	if r, err := b.e.Apply(t.Context(), p); r.Outcome != model.EditUnknown {
		t.Fatalf("%+v, %v", r, err)
	}
	b.f.after = nil
	_, err = b.e.PlanUndo(t.Context(), fakePlace())
	b.wantKind(err, client.KindConflict)
	b.clock = b.clock.Add(time.Minute)
	u, err := b.e.PlanUndo(t.Context(), fakePlace())
	if err != nil || u.Steps[0].Edit.Old != "older" || !strings.Contains(strings.Join(model.English(u.Notes), " "), "(format)") {
		t.Errorf("%+v, %v", u, err)
	}
}

// drop removes the last line of the journal.
func drop(t *testing.T, b *bench) {
	t.Helper()
	f := glob(t, b)[0]
	data, err := os.ReadFile(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	if err := os.WriteFile(f, bytes.Join(lines[:len(lines)-1], nil), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A real process is killed between its intent and its answer.
func TestKilled(t *testing.T) {
	for _, point := range []string{"intent", "step", "sent"} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
		cmd.Env = append(os.Environ(), "ALOFT_EDITS_CHILD="+dir, "ALOFT_EDITS_KILL="+point)
		out, err := cmd.CombinedOutput()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); err == nil || !ok || ws.Signal() != syscall.SIGKILL {
			t.Fatalf("%s: %v\n%s", point, err, out)
		}
		b := newBench(t, sample)
		b.f.noRevert = true
		b.e = b.engine(dir)
		want := model.EditUnknown
		if point == "sent" { // the step's answer was written, only the end was not
			b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "killed"})
			want = model.EditDone
		}
		if h := b.history(); len(h) != 1 || h[0].Outcome != want || want == model.EditDone && h[0].Version != 2 || h[0].Kinds[0] != model.EditText {
			t.Errorf("%s: %+v", point, h)
		}
		if point == "step" { // it turns out to have been made
			b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "killed"})
			if h := b.history(); len(h) != 1 || h[0].Outcome != model.EditDone {
				t.Errorf("%s: %+v", point, h)
			}
			if u, err := b.e.PlanUndo(t.Context(), fakePlace()); err != nil || len(u.Steps) != 1 {
				t.Errorf("%+v, %v", u, err)
			}
		}
		if i, err := os.Stat(glob(t, b)[0]); err != nil || i.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", i.Mode(), err)
		}
	}
}

// TestKilledChild is the process that is killed; alone it does nothing.
func TestKilledChild(t *testing.T) {
	dir, point := os.Getenv("ALOFT_EDITS_CHILD"), os.Getenv("ALOFT_EDITS_KILL")
	if dir == "" {
		return
	}
	b := newBench(t, sample)
	b.f.noRevert = true
	b.e = b.engine(dir)
	b.e.o.Hook = func(p string) {
		if p == point {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	b.do(b.at("start", insert("killed")))
}

// Several processes write one journal; a torn line does not damage another.
func TestJournalTogether(t *testing.T) {
	dir := t.TempDir()
	b := newBench(t, sample)
	d := b.e.docOf(b.f, b.f, fakePlace(), model.Entry{ID: b.f.id})
	var g sync.WaitGroup
	const writers, each = 4, 33 // so many that the oldest ones are dropped meanwhile
	for w := range writers {
		g.Go(func() {
			j := b.engine(dir).journal(d)
			for i := range each {
				id := fmt.Sprint("w", w, "i", i)
				if err := j.append(record{T: recIntent, ID: id, Base: 1, Marks: []mark{{Kind: model.EditText, At: 7, Text: strings.Repeat("x", 5000)}}}); err != nil {
					t.Error(err)
				}
				if err := j.append(record{T: recMade, ID: id, Version: 2, Place: 9}); err != nil {
					t.Error(err)
				}
				if err := j.append(record{T: recEnd, ID: id, Out: model.EditDone, Version: 2}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	g.Wait()
	j := b.engine(dir).journal(d)
	all, err := j.read()
	if err != nil || len(all) < maxEdits || len(all) > maxEdits+maxEdits/4 {
		t.Fatalf("%d edits, %v", len(all), err)
	}
	kept := map[string]bool{}
	for _, h := range all {
		kept[h.id] = true
		if h.out != model.EditDone || h.made[0] != 2 || h.marks[0].At != 9 {
			t.Errorf("%+v", h)
		}
	}
	for w := range writers {
		if id := fmt.Sprint("w", w, "i", each-1); !kept[id] {
			t.Errorf("the last edit of a writer is gone: %s", id)
		}
	}
	before := len(all)
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"v":1,"t":"intent","id":"torn`); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if err := j.append(record{T: recIntent, ID: "behind", Base: 3, Marks: []mark{{Kind: model.EditText}}}); err != nil {
		t.Fatal(err)
	}
	if all, err = j.read(); err != nil || len(all) != before+1 || all[before].id != "behind" {
		t.Fatalf("%d edits, %v", len(all), err)
	}
}

func FuzzReplay(f *testing.F) {
	line, err := record{T: recIntent, ID: "a", Base: 1, Marks: []mark{{Kind: model.EditText, Text: "x"}}}.line()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add(append(bytes.Clone(line), `{"v":1,"t":"made","id":"a","step":9,"version":2}`+"\n"...))
	f.Add([]byte("{}\nnull\n[1]\n" + `{"v":1,"t":"end","id":"a","out":"done"}` + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, h := range replay(b) {
			h.told()
			if h.steps() > len(h.marks) || len(h.marks) == 0 {
				t.Fatalf("%+v", h)
			}
			var again []byte
			for _, r := range h.records() {
				l, err := r.line()
				if err != nil {
					return // a time that JSON cannot encode
				}
				again = append(again, l...)
			}
			if got := replay(again); len(got) != 1 || got[0].id != h.id || got[0].out != h.out || got[0].steps() != h.steps() {
				t.Fatalf("%+v, again %+v", h, got)
			}
		}
	})
}
