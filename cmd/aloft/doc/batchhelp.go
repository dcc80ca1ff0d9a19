package doc

import (
	"slices"
	"strings"

	"aloft/model"
)

// batchKinds are the edits that a batch may have.
func batchKinds() []string {
	var out []string
	for _, s := range model.EditSpecs() {
		if s.Batch() {
			out = append(out, string(s.Kind))
		}
	}
	return out
}

// batchKeys are the keys of their fields, without those that are named on their
// own.
func batchKeys() []string {
	var out []string
	for _, s := range model.EditSpecs() {
		for _, f := range s.Fields {
			name := f.Name
			if f.Type == model.FieldTasks {
				name += ` ([{"text", "done"}])`
			}
			if s.Batch() && name != "old" && name != "text" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (cs *Commands) batchHelp() string {
	keys := cs.con.Say(`FILE (or standard input) has one JSON object per line. Each is an edit: {"edit": KIND, …}. KIND is one of %s. The other keys are at, nth, old, text, pick (a list of numbers), all, %s.`,
		strings.Join(batchKinds(), ", "), strings.Join(batchKeys(), ", "))
	return strings.Join(model.Ruler{}.Wrap(keys, 92), "\n") + "\n" + cs.con.Say(`aloft finds all places in one version. The edits then run from the end of the
document to its start, so that none moves the place of another.`)
}
