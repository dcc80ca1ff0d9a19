package doc

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

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

func (cs *Commands) taskCommand() *cobra.Command {
	var done doneTasks
	c := cs.adding("task PLACE [TEXT…] --at WHERE", "insert tasks: words are to do, those after --done are done", console.WantArgs(1, -1), func(f *pflag.FlagSet) {
		done.before = f.NArg
		f.Var(&done, "done", cs.con.Say("a task that is done (may be repeated)"))
	}, func(c *cobra.Command, args []string) (model.Edit, error) {
		x := model.Edit{Kind: model.EditTask, Tasks: done.merge(args)}
		if len(x.Tasks) == 0 {
			return x, console.UsageErrorFor(c, "a task is missing")
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
