package doc

import "aloft/model"

// doneTasks collects --done together with the arguments between them: both are
// tasks, and their order is that of the list.
type doneTasks struct {
	before func() int // how many arguments come before the flag
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

// merge puts the done tasks between the open ones. The first argument of the
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
