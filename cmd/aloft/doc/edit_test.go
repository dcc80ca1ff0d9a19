package doc

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// Open and done tasks come in the order in which they were written.
func TestTasksKeepTheirOrder(t *testing.T) {
	for line, want := range map[string]string{
		"doc a b":                          "[ ]a [ ]b",
		"doc --done x":                     "[x]x",
		"--done x doc a":                   "[x]x [ ]a",
		"doc a --done x b --done=y --at e": "[ ]a [x]x [ ]b [x]y",
		"doc --done x --done y a -- --b":   "[x]x [x]y [ ]a [ ]--b",
	} {
		var done doneTasks
		f := pflag.NewFlagSet("task", pflag.ContinueOnError)
		done.before = f.NArg
		f.Var(&done, "done", "")
		f.String("at", "", "")
		if err := f.Parse(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, x := range done.merge(f.Args()[1:]) {
			box := " [ ]"
			if x.Done {
				box = " [x]"
			}
			got += box + x.Text
		}
		if got := strings.TrimSpace(got); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestPicked(t *testing.T) {
	for in, want := range map[string][]int{"1": {1}, "1,3": {1, 3}, " 2, 1 ,2": {2, 1}, "0": nil, "-1": nil, "x": nil, "1,": nil, "1-3": nil} {
		e := editing{pick: in}
		got, err := e.picked(console.Call{Cmd: &cobra.Command{}})
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v", in, got, err)
		}
		if err != nil && console.ExitCode(err) != console.ExitUsage {
			t.Errorf("%q: exit code %d", in, console.ExitCode(err))
		}
	}
	e := editing{pick: "1", all: true}
	if _, err := e.picked(console.Call{Cmd: &cobra.Command{}}); console.ExitCode(err) != console.ExitUsage {
		t.Error("--pick with --all was taken")
	}
}

func TestLevels(t *testing.T) {
	spec, _ := model.EditParagraph.Spec()
	level, _ := spec.Field("level")
	for _, w := range []string{"body", "title", "subtitle", "h1", "h9"} {
		n, ok := level.Choose(w)
		if !ok || levelWord(n) != w {
			t.Errorf("%s: %d, %v, %s", w, n, ok, levelWord(n))
		}
	}
	for _, w := range []string{"h0", "h10", "x", "H1 ", "-1", "hh1"} {
		if n, ok := level.Choose(w); ok {
			t.Errorf("%q is level %d", w, n)
		}
	}
}

func TestOneLine(t *testing.T) {
	for _, s := range []string{"", "a\nb", "a\r", "a\u2028b", "a\u0085"} {
		if err := oneLine(s, true); !client.Is(err, client.KindInvalid) {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"a", "a\tb", " ", "名前 😀"} {
		if err := oneLine(s, true); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	if oneLine("", false) != nil {
		t.Error("an empty paragraph was refused")
	}
}

func TestColors(t *testing.T) {
	for s, want := range map[string]bool{"FF0000": true, "00ff7a": true, "": false, "#FF0000": false, "FFF": false, "GG0000": false, "FF00000": false} {
		if model.IsColor(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

func TestOtherCase(t *testing.T) {
	for _, c := range [][3]string{
		{"the Hedge was cut", "hedge", "Hedge"}, {"one\nTWO words", "two W", "TWO w"}, {"a\nb", "a b", ""}, {"ÉTÉ", "été", "ÉTÉ"}, {"x", "long", ""},
	} {
		if got := otherCase(c[0], c[1]); got != c[2] {
			t.Errorf("%q in %q: %q", c[1], c[0], got)
		}
	}
}

func TestOneEach(t *testing.T) {
	match := func(kind model.EditKind, old string, all bool, pick ...int) chosen {
		return chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: kind, Old: old}, Pick: pick}, all: all}
	}
	plan := &model.EditPlan{Steps: []model.EditStep{
		{Edit: model.Edit{Kind: model.EditReplace, Old: "a", Ranges: []model.Range{{Begin: 5, End: 6}, {Begin: 1, End: 2}}}},
		{Edit: model.Edit{Kind: model.EditReplace, Old: "b", Ranges: []model.Range{{Begin: 8, End: 9}}}},
	}}
	cs := &Commands{con: &console.Console{}}
	for _, c := range []struct {
		x    chosen
		code int
	}{
		{match(model.EditReplace, "a", false), console.ExitConflict}, {match(model.EditReplace, "a", true), console.ExitDone},
		{match(model.EditReplace, "a", false, 1, 2), console.ExitDone}, {match(model.EditReplace, "b", false), console.ExitDone},
		{match(model.EditFormat, "a", false), console.ExitDone},
	} {
		if got := console.ExitCode(cs.oneEach(plan, []chosen{c.x})); got != c.code {
			t.Errorf("%+v: exit code %d, want %d", c.x, got, c.code)
		}
	}
}

// A mistake in a line of a batch is reported with its number.
func TestBatchLines(t *testing.T) {
	cs := &Commands{con: &console.Console{}}
	read := func(data string) ([]chosen, error) {
		return cs.batch(console.Call{Args: []string{"docs:/x"}, Cmd: &cobra.Command{}}, data, &editing{})
	}
	got, err := read(`{"edit":"text","at":"end","text":"x"}` + "\n\n" + `{"edit":"replace","old":"a","text":"","all":true}` + "\n" +
		`{"edit":"task","at":"heading:T","nth":2,"tasks":[{"text":"t","done":true}]}`)
	if err != nil || len(got) != 3 || got[0].At.Kind != model.WhereEnd || !got[1].all || got[2].At.Nth != 2 || !got[2].Edit.Tasks[0].Done {
		t.Fatalf("%+v, %v", got, err)
	}
	for data, want := range map[string]string{
		"":                                     "the input has no edits",
		"\n \n":                                "the input has no edits",
		"{":                                    "line 1: ",
		`{"edit":"page-break","at":"end"}{}`:   "more than one",
		"\n" + `{"edit":"text","at":"end"}`:    "line 2: the text is empty",
		`{"edit":"text","text":"x"}`:           `the key "at" is missing`,
		`{"edit":"write"}`:                     `edit must be one of `,
		`{"edit":"text","at":"up","text":"x"}`: "is not a place",
		`{"edit":"text","at":"end","text":"x","size":1}`:          `unknown field`,
		`{"edit":"replace","text":"x"}`:                           `the key "old" is missing`,
		`{"edit":"replace","old":"x","all":true,"pick":[1]}`:      "cannot be used together",
		`{"edit":"replace","old":"x","pick":[0]}`:                 "from 1",
		`{"edit":"format","old":"x"}`:                             "nothing to set",
		`{"edit":"format","old":"x","color":"red"}`:               "RRGGBB",
		`{"edit":"task","at":"end","tasks":[{"text":"a\nb"}]}`:    "line break",
		`{"edit":"table","at":"end","rows":0,"cols":2}`:           "at least one row",
		`{"edit":"text","at":"end","nth":2,"text":"x"}`:           "--nth is for",
		`{"edit":"image","at":"end","file":"x","image_id":"y"}`:   "cannot be used together",
		`{"edit":"replace-image","file":"x"}`:                     `the key "image" is missing`,
		`{"edit":"paragraph","at":"end","level":"h99","text":""}`: "h1 to h9",
	} {
		_, err := read(data)
		if err == nil || console.ExitCode(err) != console.ExitUsage || !strings.Contains(cs.con.Explain(err), want) {
			t.Errorf("%s: %v", data, err)
		}
	}
}

// Some services return the newest version whatever is asked for; that is no answer
// to a question about an older one.
func TestShownVersion(t *testing.T) {
	var d document
	fail := errors.New("no")
	for _, c := range []struct {
		asked, came int64
		err         error
		ok          bool
	}{{0, 7, nil, true}, {7, 7, nil, true}, {3, 7, nil, false}, {3, 0, fail, false}, {0, 0, fail, false}} {
		err := d.shown(c.asked, c.came, c.err)
		if (err == nil) != c.ok || c.err != nil && !errors.Is(err, c.err) || err != nil && c.err == nil && !client.Is(err, client.KindUnsupported) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
