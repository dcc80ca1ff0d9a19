package dialog

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/uitest/loop"
)

func someForm(env *Env) *form {
	return NewForm(env, FormOptions[string]{
		Tag: "tag", Title: hostile,
		Fields: []FormField{
			{Name: "where", Kind: FieldPick, Label: "where", Options: []FormOption{{Label: "start", Right: "1"}, {Label: chinese}, {Label: "end", Refused: "no tool"}}},
			{Name: "source", Kind: FieldCycle, Label: "source", Options: []FormOption{{Label: "line"}, {Label: "lines"}}},
			{Name: "line", Kind: FieldLine, Label: "text", Default: "before", When: func(at map[string]int) bool { return at["source"] == 0 }},
			{Name: "area", Kind: FieldArea, Label: "text", Rows: 3, When: func(at map[string]int) bool { return at["source"] == 1 }, PastedWith: "source", PastedAt: 1},
			{Kind: FieldNote, Label: "base", Value: "version 1"},
		},
		Buttons: []FormButton{{Label: "Preview", Value: "preview"}, {Label: "Insert", Value: "now"}},
		Check: func(v FormValues) (string, string) {
			if v.Text["line"] == "bad" {
				return "line", "that is bad"
			}
			return "", ""
		},
	}).(*form)
}

// formed presses keys and gives the answer, if there is one.
func formed(t *testing.T, d Dialog, ks ...string) (FormAnswered[string], bool) {
	t.Helper()
	for i, k := range ks {
		cmd, open := d.Update(loop.Key(k))
		if !open {
			if i != len(ks)-1 {
				t.Fatalf("closed by %q", k)
			}
			return cmd().(FormAnswered[string]), true
		}
	}
	return FormAnswered[string]{}, false
}

func TestFormGoesThroughItsFields(t *testing.T) {
	env := testEnv(t)
	a, ok := formed(t, someForm(env), "j", "tab", "tab", "x", "enter")
	if !ok || a.Button != "preview" || a.Values.At["where"] != 1 || a.Values.Text["line"] != "x" || a.Tag != "tag" {
		t.Errorf("%v %+v", ok, a)
	}
	if a, _ := formed(t, someForm(env), "enter"); a.Values.Text["line"] != "before" {
		t.Errorf("what is meant where nothing is typed: %+v", a)
	}
	if a, _ := formed(t, someForm(env), "tab", "tab", "tab", "right", "enter"); a.Button != "now" {
		t.Errorf("right of the first button: %+v", a)
	}
	if a, _ := formed(t, someForm(env), "tab", "tab", "tab", "left", "enter"); a.Button != "" {
		t.Errorf("left of the first button is Cancel: %+v", a)
	}
	if a, _ := formed(t, someForm(env), "tab", "tab", "k", "esc"); a.Button != "" || a.Values.Text["line"] != "k" {
		t.Errorf("backing out tells what was typed: %+v", a)
	}
}

func TestFormRefuses(t *testing.T) {
	env := testEnv(t)
	d := someForm(env)
	if _, ok := formed(t, d, "tab", "tab", "b", "a", "d", "ctrl+s"); ok || d.note != "that is bad" || d.at().Name != "line" {
		t.Errorf("%q", d.note)
	}
	d = someForm(env)
	if _, ok := formed(t, d, "j", "j", "ctrl+s"); ok || d.note != "no tool" || d.at().Name != "where" {
		t.Errorf("a refused option was taken: %q", d.note)
	}
}

// What is wrong with a field is said in full under it, the box stays as tall, and the keys stay where they are. The
// field with the focus has a mark.
func TestFormComplainsUnderTheField(t *testing.T) {
	env := testEnv(t)
	for i, size := range [][2]int{{80, 24}, {80, 24}, {50, 16}, {40, 10}} {
		d := someForm(env)
		if i == 0 { // no taller field leaves room for it
			d.fields = slices.Delete(d.fields, 3, 4)
		}
		d.check = func(FormValues) (string, string) { return "line", "one two three four five six" }
		d.SetSize(size[0], size[1])
		d.View()
		formed(t, d, "tab", "tab", "b", "a", "d")
		before := d.View()
		formed(t, d, "ctrl+s")
		box := d.View()
		rows := strings.Split(ansi.Strip(strings.Join(box.Lines, "\n")), "\n")
		at := slices.IndexFunc(rows, func(s string) bool { return strings.HasPrefix(s, "│ > text") })
		if at < 0 || !strings.Contains(rows[at+1], "one two three") || box.Cursor == nil || box.Cursor.Y != at {
			t.Errorf("%v: %d\n%s", size, at, strings.Join(rows, "\n"))
		}
		if box.Height != before.Height || box.Lines[box.Height-2] != before.Lines[box.Height-2] {
			t.Errorf("%v: %d rows after %d, or other keys\n%s", size, box.Height, before.Height, strings.Join(rows, "\n"))
		}
		if n := strings.Count(strings.Join(rows, "\n"), "│ > "); n != 1 {
			t.Errorf("%v: %d marks of the focus", size, n)
		}
	}
}

// What is pasted outside of a field goes to its field, with its lines.
func TestFormTakesAPaste(t *testing.T) {
	env := testEnv(t)
	d := someForm(env)
	d.Update(tea.PasteMsg{Content: "one\r\n\ttwo\x1b[31m\r\nthree\u2028four\x00"})
	if a, _ := formed(t, d, "ctrl+s"); a.Values.Text["area"] != "one\n\ttwo[31m\nthree\nfour" || a.Values.At["source"] != 1 {
		t.Errorf("%+v", a.Values)
	}
}

func TestAreaEdits(t *testing.T) {
	env := testEnv(t)
	for _, c := range []struct{ keys, want string }{
		{"a enter b", "a\nb"},
		{"a b left enter", "a\nb"},
		{"a enter b home backspace", "ab"},
		{"a enter b up end delete", "ab"},
		{"a enter b home left c", "ac\nb"},
		{"a enter enter b up c", "a\nc\nb"},
		{"a b enter c d ctrl+u", "ab\n"},
		{"a enter b left left left right right c", "a\ncb"},
	} {
		a := newArea(env, "", 1)
		for _, k := range strings.Fields(c.keys) {
			a.update(loop.Key(k))
		}
		if got := a.value(); got != c.want {
			t.Errorf("%s: %q, want %q", c.keys, got, c.want)
		}
	}
	a := newArea(env, "x\ny", 1)
	if a.update(loop.Key("down")) || !a.update(loop.Key("up")) || a.update(loop.Key("up")) {
		t.Error("up and down lead out of the field at its ends only")
	}
	a.update(tea.PasteMsg{Content: "1\n2"})
	if got := a.value(); got != "x1\n2\ny" {
		t.Errorf("%q", got)
	}
}

// A large paste is quick, and drawing it costs only what is visible.
func TestAreaIsQuick(t *testing.T) {
	env := testEnv(t)
	d := someForm(env)
	d.Update(tea.PasteMsg{Content: strings.Repeat("a line of text\n", 200_000)})
	if n := testing.AllocsPerRun(5, func() { draw(d, 80, 24) }); n > 3000 {
		t.Errorf("%.0f allocations to draw it", n)
	}
}

func TestFormFollowsTheMouse(t *testing.T) {
	env := testEnv(t)
	for _, size := range [][2]int{{80, 24}, {50, 16}, {40, 10}} {
		d := someForm(env)
		s := &Stack{}
		s.SetSize(size[0], size[1])
		s.Push(d)
		click := func(what string) tea.Cmd {
			t.Helper()
			box := draw(d, size[0], size[1])
			x, y := box.At(size[0], size[1])
			for i, l := range box.Lines {
				if before, _, ok := strings.Cut(ansi.Strip(l), what); ok {
					return s.Mouse(tea.MouseClickMsg{X: x + model.Width(before), Y: y + i, Button: tea.MouseLeft})
				}
			}
			t.Fatalf("%q does not show at %v:\n%s", what, size, ansi.Strip(strings.Join(box.Lines, "\n")))
			return nil
		}
		click("start")
		if d.at().Name != "where" || d.at().At != 0 {
			t.Errorf("%v: %+v", size, d.at())
		}
		cmd := click("Insert")
		if cmd == nil {
			t.Fatal("no answer")
		}
	}
}

func TestFormFitsEverySize(t *testing.T) {
	env := testEnv(t)
	for w := 24; w < 100; w += 7 {
		for h := 6; h < 30; h += 3 {
			d := someForm(env)
			d.Update(tea.PasteMsg{Content: chinese + "\n" + hostile + "\n" + strings.Repeat("x", 200)})
			for range 6 {
				b := draw(d, w, h)
				if len(b.Lines) != b.Height || b.Height > h || b.Width > w {
					t.Fatalf("%dx%d: %d lines, %dx%d", w, h, len(b.Lines), b.Width, b.Height)
				}
				for _, l := range b.Lines {
					if n := model.Width(ansi.Strip(l)); n != b.Width {
						t.Fatalf("%dx%d: %d wide instead of %d: %q", w, h, n, b.Width, ansi.Strip(l))
					}
				}
				d.Update(loop.Key("tab"))
			}
		}
	}
}

// Of ten thousand matches, and of a long text, as much is shown as anybody reads.
func TestALargePlanIsDrawnQuickly(t *testing.T) {
	env := testEnv(t)
	e := model.Edit{Kind: model.EditReplace, Old: "a", Text: "b"}
	p := &model.EditPlan{Entry: model.Entry{Name: hostile}, Version: 7}
	for i := range 10_000 {
		r := model.Range{Begin: int64(i * 3), End: int64(i*3 + 1)}
		e.Ranges = append(e.Ranges, r)
		p.Matches.All = append(p.Matches.All, model.Match{Range: r, Context: fmt.Sprint("context a ", i)})
	}
	p.Steps = []model.EditStep{{Edit: e}, {Edit: model.Edit{Kind: model.EditMarkdown, Text: strings.Repeat("word ", 1<<18)}}}
	body := editBody(env, p, &EditPlanOptions[int]{}, 70)
	if len(body) > 4*maxShown {
		t.Errorf("%d lines", len(body))
	}
	d := NewEditPlan(env, p, EditPlanOptions[string]{})
	if _, open := d.Update(loop.Key("n")); open {
		t.Error("n leaves it open")
	}
}

// An undo by the service shows what goes and what comes back.
func TestUndoShowsWhatComesBack(t *testing.T) {
	back := model.Edit{Kind: model.EditRevert, Version: 6, Old: "# Milk\n\n- **five** litres\n", Text: "two litres"}
	p := &model.EditPlan{Version: 6, Steps: []model.EditStep{{Edit: back}}}
	var got []string
	for _, l := range editBody(testEnv(t), p, &EditPlanOptions[int]{Undo: true}, 70) {
		got = append(got, l.text)
	}
	if s := strings.Join(got, "\n"); !strings.HasSuffix(s, "the service undoes version 6\n- # Milk\n- \n- - **five** litres\n+ two litres") {
		t.Error(s)
	}
	// The paragraph that was made for a text goes with it.
	p.Steps = append(p.Steps, model.EditStep{Edit: model.Edit{Kind: model.EditRevert, Version: 5, Old: back.Old}})
	lines := editBody(testEnv(t), p, &EditPlanOptions[int]{Undo: true}, 70)
	if n := len(slices.DeleteFunc(lines, func(l line) bool { return l.text != "- # Milk" })); n != 1 {
		t.Errorf("said %d times", n)
	}
}

// A text around the place that is only the beginning of its paragraph says so.
func TestTheTextAroundAnEditIsMarkedWhereItGoesOn(t *testing.T) {
	step := model.EditStep{Edit: model.Edit{Kind: model.EditParagraph, Text: "new"},
		Around: model.Around{Before: "put pages under page", Gap: true, After: "Search for", More: true}}
	for want, cut := range map[string]bool{
		"  put pages under page…\n+ new\n  Search for…": true,
		"  put pages under page\n+ new\n  Search for":   false,
	} {
		step.Gap, step.More = cut, cut
		var got []string
		for _, l := range editBody(testEnv(t), &model.EditPlan{Version: 6, Steps: []model.EditStep{step}}, &EditPlanOptions[int]{Undo: true}, 70) {
			got = append(got, l.text)
		}
		if s := strings.Join(got, "\n"); !strings.HasSuffix(s, want) {
			t.Errorf("%q, want %q", s, want)
		}
	}
}

func outlineOf(titles ...string) model.Outline {
	root := &model.OutlineNode{Title: "doc", Level: model.LevelTitle}
	for _, s := range titles {
		root.Children = append(root.Children, &model.OutlineNode{Title: s, Level: 1})
	}
	return model.Outline{Nodes: []*model.OutlineNode{root}, Version: 1}
}

// Sections without a change are side by side; what is gone is where it was.
func TestComparedSectionsStandSideBySide(t *testing.T) {
	env := testEnv(t)
	old, now := outlineOf("a", "b", "c", "d"), outlineOf("a", "c", "e", "dd")
	o, n := old.Nodes[0].Children, now.Nodes[0].Children
	c := &client.Comparison{OldOutline: old, NewOutline: now, Changes: []model.OutlineChange{
		{Kind: model.SectionGone, Old: o[1]}, {Kind: model.SectionAdded, New: n[2]},
		{Kind: model.SectionRenamed, Old: o[3], New: n[3]}, {Kind: model.SectionChanged, Old: o[3], New: n[3]},
	}}
	var got []string
	for _, p := range pairs(env, c) {
		title := func(n *model.OutlineNode) string {
			if n == nil {
				return ""
			}
			return n.Title
		}
		got = append(got, title(p.old)+"|"+p.mark()+"|"+title(p.now))
	}
	if s := strings.Join(got, " "); s != "doc||doc a||a b|-| c||c |+|e d|=~|dd" {
		t.Error(s)
	}
}

func TestMatchesArePicked(t *testing.T) {
	env := testEnv(t)
	m := model.Matches{Text: "a", Version: 3}
	for i := range 5 {
		m.All = append(m.All, model.Match{Range: model.Range{Begin: int64(i), End: int64(i + 1)}, Context: hostile})
	}
	pick := func(one bool, ks ...string) string {
		d := NewMatches(env, MatchesOptions[string]{Matches: m, One: one, Begin: 1})
		for _, k := range ks {
			if cmd, open := d.Update(loop.Key(k)); !open {
				return fmt.Sprint(cmd().(MatchesAnswered[string]).Pick)
			}
		}
		return "open"
	}
	for _, c := range []struct {
		one  bool
		keys string
		want string
	}{
		{false, "enter", "[2]"}, {false, "space space enter", "[2 3]"}, {false, "a enter", "[1 2 3 4 5]"},
		{false, "a a j enter", "[3]"}, {false, "space k space enter", "[3]"}, {true, "space", "[2]"}, {true, "a j enter", "[3]"}, {false, "a esc", "[]"},
	} {
		if got := pick(c.one, strings.Fields(c.keys)...); got != c.want {
			t.Errorf("%s: %s, want %s", c.keys, got, c.want)
		}
	}
	one := NewMatches(env, MatchesOptions[string]{Matches: m, One: true})
	one.SetSize(80, 24)
	if v := ansi.Strip(strings.Join(one.View().Lines, "\n")); !strings.Contains(v, `Which of the 5 matches of "a"?`) || !strings.Contains(v, "Enter choose this one") {
		t.Error(v)
	}
	if k := NewMatches(env, MatchesOptions[string]{Matches: m}).Context(); k != keys.InMatches {
		t.Error(k)
	}
}

// A field's completions are marked as a prompt's are, and take the same room.
func TestAFieldShowsItsCompletions(t *testing.T) {
	var st Stack
	st.Push(NewForm(testEnv(t), FormOptions[string]{
		Fields:  []FormField{{Name: "file", Kind: FieldLine, Label: "file", Complete: true}, {Name: "x", Kind: FieldLine, Label: "width"}},
		Buttons: []FormButton{{Label: "Insert", Value: "now"}},
	}))
	rows := func() []string {
		all := boxes(&st, 80, 24)[0].Lines[2:6]
		for i := range all {
			all[i] = strings.Trim(ansi.Strip(all[i]), "│ ")
		}
		return all
	}
	ask := st.Update(loop.Key("tab"))().(input.CompleteAsked)
	st.Update(input.Completed{ID: ask.ID, Seq: ask.Seq, Items: []string{"a.png", "b.png", "c.png", "d.png", "e.png"}})
	for i, want := range []string{
		"> a.png|b.png|… 3 more (Tab shows all)|width", "a.png|> b.png|… 3 more (Tab shows all)|width",
		"b.png|> c.png|… 2 more (Tab shows all)|width", "c.png|> d.png|e.png|width", "c.png|d.png|> e.png|width",
	} {
		st.Update(loop.Key("tab"))
		if got := strings.Join(rows(), "|"); got != want {
			t.Errorf("%d: %q", i, got)
		}
	}
}

// someChanges is a form with a preview of thirty changes, of which the one that is
// typed cannot be; a key takes its second button whatever is wrong.
func someChanges(env *Env) *form {
	return NewForm(env, FormOptions[string]{
		Title: "Thirty",
		Fields: []FormField{
			{Name: "bad", Kind: FieldLine, Label: "bad", Value: "0.x", Tail: ".x"},
			{Name: "more", Kind: FieldLine, Label: "more", Optional: true},
			{Name: "pick", Kind: FieldCycle, Label: "pick", Options: []FormOption{{Label: "a"}, {Label: "b"}}},
		},
		Buttons: []FormButton{{Label: "Go", Value: "go"}, {Label: "Elsewhere", Value: "else", Key: keys.FormEditor, Anyway: true}},
		Check:   func(FormValues) (string, string) { return "bad", "not yet" },
		Preview: func(v FormValues) FormPreview {
			out := FormPreview{Summary: "of " + v.Text["bad"] + hostile, Wrong: true}
			for i := range 30 {
				c := FormChange{Old: fmt.Sprintf("old %d %s", i, chinese), New: fmt.Sprintf("new %d", i)}
				c.Wrong = fmt.Sprint(i)+".x" == v.Text["bad"]
				out.Rows = append(out.Rows, c)
			}
			return out
		},
	}).(*form)
}

// What cannot be is visible after each change, and all of it can be scrolled to.
func TestFormShowsWhatItWillDo(t *testing.T) {
	env := testEnv(t)
	d := someChanges(env)
	d.SetSize(80, 24)
	shows := func(want string, not ...string) {
		t.Helper()
		got := ansi.Strip(strings.Join(d.View().Lines, "\n"))
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
		for _, s := range not {
			if strings.Contains(got, s) {
				t.Errorf("%q in\n%s", s, got)
			}
		}
	}
	shows("! old 0", "old 20")
	formed(t, d, "backspace", "2", "5") // the cursor began before the tail
	shows("! old 25", "old 0 ", "old 26", "\x1b")
	formed(t, d, "pgdown")
	shows("new 29", "old 14")
	formed(t, d, "pgup", "pgup", "pgup", "pgup")
	shows("old 0 ")
	d.mouse(image.Pt(1, 1), 3)
	shows("old 3 ", "old 2 ")
	formed(t, d, "left")
	shows("old 3 ", "old 2 ") // nothing has changed
	formed(t, d, "tab", "tab", "pgdown")
	shows("new 18")
	if _, ok := formed(t, d, "enter"); ok || d.note != "not yet" {
		t.Errorf("%q", d.note)
	}
	for _, k := range []string{"f4", "alt+e"} {
		if a, ok := formed(t, d, k); !ok || a.Button != "else" {
			t.Errorf("%s: %+v", k, a)
		}
	}
	if formed(t, d, "enter"); d.at().Name != "bad" {
		t.Errorf("Enter stopped at %s, which may be empty", d.at().Name)
	}
	d = someForm(env)
	if formed(t, d, "f4"); d.note == "" {
		t.Error("a key that does nothing here says nothing")
	}
}
