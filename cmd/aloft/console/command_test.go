package console

import (
	"testing"

	"github.com/spf13/cobra"
)

// How many arguments there are, and which are places, is read from the line that people see.
func TestArgumentsAreThoseOfTheUsage(t *testing.T) {
	for use, want := range map[string]struct {
		least, most, places int
		files               bool
	}{
		"spaces":                         {0, 0, 0, false},
		"info PLACE":                     {1, 1, 1, false},
		"show [ID]":                      {0, 1, 0, false},
		"compare PLACE [PLACE]":          {1, 2, 2, false},
		"find PLACE PATTERN":             {2, 2, 1, false},
		"batch PLACE [FILE|-]":           {1, 2, 1, true},
		"insert PLACE [FILE|-] --at X":   {1, 2, 1, true},
		"run FILE":                       {1, 1, 0, false},
		"cp SRC… DST":                    {1, -1, -1, false},
		"export PLACE… [-o DIR]":         {1, -1, -1, false},
		"rm [--final | --recent] PLACE…": {0, 0, 0, false},
		"accept PLACE [ID…]":             {1, -1, 1, false},
		"resolve PLACE ID…":              {2, -1, 1, false},
		"login NAME":                     {1, 1, 0, false},
	} {
		if least, most, places, files := arguments(use); least != want.least || most != want.most || places != want.places || files != want.files {
			t.Errorf("%s: %d to %d, %d places, files %t", use, least, most, places, files)
		}
	}
}

// A row makes a command with its flags, which says what they say.
func TestARowIsACommand(t *testing.T) {
	var got Call
	con := New(nil, nil, nil)
	con.Needs = func(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error { return run }
	c := con.Command(Command{Use: "x [A]", Short: "y", JSON: []any{Build{}}, Apart: []string{"on", "text"}, Flags: []Flag{
		{Name: "on", Value: false, Help: "h"}, {Name: "text", Value: "", Help: "h", Words: []string{"w"}}, {Name: "n", Value: 7, Help: "h"},
		{Name: "version", Value: int64(0), Help: "h"}, {Name: "many", Value: []string(nil), Help: "h"}, {Name: "file", Short: "f", Value: Path("-"), Help: "h"},
	}, Run: func(in Call) error { got = in; return nil }})
	c.SilenceErrors, c.SilenceUsage = true, true
	for _, bad := range [][]string{{"a", "b"}, {"--file="}, {"--on", "--text=w"}, {"--jsonl"}} {
		c.SetArgs(bad)
		if err := c.Execute(); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
	c = con.Command(Command{Use: "x [A]", Flags: []Flag{{Name: "on", Value: false}, {Name: "text", Value: ""}, {Name: "n", Value: 7}, {Name: "version", Value: int64(0)}, {Name: "many", Value: []string(nil)}, {Name: "file", Value: Path("-")}},
		JSON: []any{Build{}}, Lines: true, Run: func(in Call) error { got = in; return nil }})
	c.SetArgs([]string{"--on", "--text=w", "--version=3", "--many=a", "--many=b,c", "--jsonl", "arg"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	if many := got.List("many"); !got.On("on") || got.Text("text") != "w" || got.Int("n") != 7 || got.Long("version") != 3 || len(many) != 2 || got.Text("file") != "-" ||
		!got.JSONL || got.JSON || got.Or("") != "arg" || got.Given("n") || !got.Given("on") || got.On("other") {
		t.Errorf("%+v", got)
	}
}
