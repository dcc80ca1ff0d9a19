package doc

import (
	"errors"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// jsonFound is one of several headings or texts of which one has to be chosen;
// --nth takes its number.
type jsonFound struct {
	Nth      int      `json:"nth"`
	Level    string   `json:"level,omitempty"`
	Position int64    `json:"position"`
	Above    []string `json:"above,omitempty"`
	Context  string   `json:"context,omitempty"`
}

// noEdit says why nothing could be planned; nothing was changed then. It lists the
// choices, or what others have changed.
func (cs *Commands) noEdit(p model.Place, e editing, what string, err error) error {
	var s *several
	var w *model.WhereError
	var out *client.Outdated
	err = withFlag(err)
	j := jsonEdit{Place: p.String(), Action: what, Result: string(model.EditFailed), Error: cs.con.Explain(err), Kind: string(client.KindOf(err)), Base: e.base}
	switch console.ExitCode(err) {
	case console.ExitNotFound:
		j.Result = string(model.ItemMissing)
	case console.ExitConflict:
		j.Result = string(model.EditConflict)
	}
	var rows [][]string
	if errors.As(err, &s) {
		j.Matches = toMatches(s.matches.All)
		rows = matchRows(s.matches)
	}
	if errors.As(err, &w) {
		for _, f := range w.Found {
			x := jsonFound{Nth: f.Nth, Position: f.Position, Above: f.Above, Context: f.Context}
			if f.Level != 0 {
				x.Level = model.LevelName(f.Level)
			}
			j.Found = append(j.Found, x)
			rows = append(rows, foundRow(f))
		}
	}
	if errors.As(err, &out) {
		j.Version, j.Changes = out.Version, toChanges(out.Changes)
	}
	if e.AsJSON() {
		if werr := cs.con.Encode(j); werr != nil {
			return werr
		}
		return err
	}
	for _, line := range console.Aligned(rows, true, true, false) {
		cs.con.Beside("  " + line)
	}
	cs.sayChanges(j.Changes)
	return err
}

// withFlag adds the flag that chooses to an error that does not name it.
func withFlag(err error) error {
	var e *client.Error
	if !errors.As(err, &e) || e.Hint != text.EditsPickHint {
		return err
	}
	named := *e
	named.Hint = text.Typed("--pick N")
	return &named
}

// foundRow distinguishes one of several places.
func foundRow(f model.WhereFound) []string {
	what := model.Clean(f.Context)
	if f.Level != 0 {
		for i := len(f.Above) - 1; i >= 0; i-- {
			what = model.Clean(f.Above[i]) + " › " + what
		}
		what = levelWord(f.Level) + "  " + what
	}
	return []string{console.Itoa(int64(f.Nth)), console.Itoa(f.Position), what}
}

// sayChanges prints what others have changed in the document meanwhile.
func (cs *Commands) sayChanges(all []jsonChange) {
	for _, c := range all {
		cs.con.WarnLine(cs.con.Say("%s meanwhile: %s", c.Change, model.Clean(bothNames(c))))
	}
}

// bothNames are the old and the new heading of a section.
func bothNames(c jsonChange) string {
	switch {
	case c.New == "" || c.New == c.Old:
		return c.Old
	case c.Old == "":
		return c.New
	}
	return c.Old + " → " + c.New
}
