package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// adding is a command that puts one thing somewhere in a document. flags, when
// set, defines flags of its own.
func (a *app) adding(use string, short text.Text, args cobra.PositionalArgs, flags func(*pflag.FlagSet), edit func(c *cobra.Command, args []string) (model.Edit, error)) *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: use, Short: a.cat.Say(short), Args: args, ValidArgsFunction: a.placeThenFiles(),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			x, err := edit(c, args[1:])
			if err != nil {
				return err
			}
			return a.edit(c, args[0], e, string(x.Kind), chosen{EditAt: client.EditAt{Edit: x, At: w}})
		}),
	}
	if flags != nil {
		flags(c.Flags())
	}
	a.atFlags(c, &e)
	return c
}

func (a *app) docTextCommand() *cobra.Command {
	return a.adding("text PLACE TEXT --at WHERE", "insert text into a paragraph or a table's cell", wantArgs(2, 2), nil, func(_ *cobra.Command, args []string) (model.Edit, error) {
		return model.Edit{Kind: model.EditText, Text: args[0]}, oneLine(args[0], true)
	})
}

// oneLine refuses what the service takes for more than one paragraph ("no
// newline characters" of doc.insert_text in the specification).
func oneLine(s string, needed bool) error {
	switch {
	case s == "" && needed:
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, text.CliTextEmpty)
	case strings.ContainsAny(s, "\r\n\v\f\u0085\u2028\u2029"):
		e := client.Errorf(client.KindInvalid, "edit", model.Place{}, "the text has a line break in it; nothing was changed")
		e.Hint = "aloft insert takes several paragraphs, aloft doc paragraph one"
		return e
	}
	return nil
}

func (a *app) docPageBreakCommand() *cobra.Command {
	return a.adding("page-break PLACE --at WHERE", "insert a page break", wantArgs(1, 1), nil, func(*cobra.Command, []string) (model.Edit, error) {
		return model.Edit{Kind: model.EditPageBreak}, nil
	})
}

func (a *app) docTableCommand() *cobra.Command {
	var rows, cols int
	return a.adding("table PLACE --at WHERE --rows N --cols N", "insert an empty table", wantArgs(1, 1), func(f *pflag.FlagSet) {
		f.IntVar(&rows, "rows", 2, a.cat.Say("how many rows"))
		f.IntVar(&cols, "cols", 2, a.cat.Say("how many columns"))
	}, func(c *cobra.Command, _ []string) (model.Edit, error) {
		if rows < 1 || cols < 1 {
			return model.Edit{}, usageErrorFor(c, text.CliTableSize, rows, cols)
		}
		return model.Edit{Kind: model.EditTable, Rows: rows, Cols: cols}, nil
	})
}

// styling are the flags of a new paragraph.
type styling struct {
	level, list   string
	depth, indent int
}

func (a *app) docParagraphCommand() *cobra.Command {
	var s styling
	c := a.adding("paragraph PLACE [TEXT] --at WHERE", "insert a paragraph, a heading or a list item", wantArgs(1, 2), func(f *pflag.FlagSet) {
		f.StringVar(&s.level, "level", "", a.cat.Say("body, title, subtitle, or h1 to h9"))
		f.StringVar(&s.list, "list", "", a.cat.Say("an item of a list: bullet or number"))
		f.IntVar(&s.depth, "list-level", 0, a.cat.Say("how deep in the list, 1 to 9"))
		f.IntVar(&s.indent, "indent", 0, a.cat.Say("how far indented"))
	}, func(c *cobra.Command, args []string) (model.Edit, error) {
		x := model.Edit{Kind: model.EditParagraph}
		if len(args) > 0 {
			x.Text = args[0]
		}
		err := oneLine(x.Text, false)
		if err == nil {
			x.Paragraph, err = s.style(c)
		}
		return x, err
	})
	oneOfWords(c, "level", "body", "title", "subtitle", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9")
	oneOfWords(c, "list", "bullet", "number")
	return c
}

func (s *styling) style(c *cobra.Command) (model.ParagraphStyle, error) {
	p := model.ParagraphStyle{ListLevel: s.depth, Indent: s.indent}
	var ok bool
	if p.Level, ok = levelOf(s.level); !ok || s.level == "" && c.Flags().Changed("level") {
		return p, usageErrorFor(c, "--level is body, title, subtitle, or h1 to h9, not %q", s.level)
	}
	if p.List, ok = listOf(s.list); !ok || s.list == "" && c.Flags().Changed("list") {
		return p, usageErrorFor(c, "--list is bullet or number, not %q", s.list)
	}
	switch {
	case c.Flags().Changed("list-level") && (s.depth < 1 || s.depth > 9):
		return p, usageErrorFor(c, "--list-level is 1 to 9, not %d", s.depth)
	case s.depth != 0 && p.List == 0:
		return p, usageErrorFor(c, "--list-level needs --list")
	case s.indent < 0:
		return p, usageErrorFor(c, "--indent is not negative: %d", s.indent)
	}
	return p, nil
}

// levelOf reads a level as it is shown; "" leaves it as it is.
func levelOf(s string) (int, bool) {
	switch s {
	case "":
		return 0, true
	case "body":
		return model.LevelBody, true
	case "title":
		return model.LevelTitle, true
	case "subtitle":
		return model.LevelSubtitle, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "h"))
	return n, err == nil && n >= 1 && n <= 9
}

// The kinds of lists ("Parameter rules" in the specification of the doc tools).
const (
	listBullets = 1
	listNumbers = 2
)

func listOf(s string) (int, bool) {
	switch s {
	case "":
		return 0, true
	case "bullet":
		return listBullets, true
	case "number":
		return listNumbers, true
	}
	return 0, false
}

// doneTasks collects --done in one order with the words between them: both are
// tasks, and their order is the order of the list.
type doneTasks struct {
	before func() int // how many words stand before the flag
	all    []doneTask
}

type doneTask struct {
	at   int
	text string
}

// String is of pflag.Value.
func (d *doneTasks) String() string { return "" }

// Type is of pflag.Value.
func (d *doneTasks) Type() string { return "string" }

// Set is of pflag.Value.
func (d *doneTasks) Set(s string) error {
	d.all = append(d.all, doneTask{d.before(), s})
	return nil
}

// merge puts the tasks that are done between those to do. The first word of the
// command line is the document.
func (d *doneTasks) merge(todo []string) []model.DocTask {
	var out []model.DocTask
	next := 0
	for i := 0; i <= len(todo); i++ {
		for next < len(d.all) && d.all[next].at-1 <= i {
			out = append(out, model.DocTask{Done: true, Text: d.all[next].text})
			next++
		}
		if i < len(todo) {
			out = append(out, model.DocTask{Text: todo[i]})
		}
	}
	return out
}

func (a *app) docTaskCommand() *cobra.Command {
	var done doneTasks
	c := a.adding("task PLACE [TEXT…] --at WHERE", "insert tasks: words are to do, those after --done are done", wantArgs(1, -1), func(f *pflag.FlagSet) {
		done.before = f.NArg
		f.Var(&done, "done", a.cat.Say("a task that is done (may be repeated)"))
	}, func(c *cobra.Command, args []string) (model.Edit, error) {
		x := model.Edit{Kind: model.EditTask, Tasks: done.merge(args)}
		if len(x.Tasks) == 0 {
			return x, usageErrorFor(c, "a task is missing")
		}
		for _, t := range x.Tasks {
			if err := oneLine(t.Text, true); err != nil {
				return x, err
			}
		}
		return x, nil
	})
	return c
}
