package doc

import (
	"strings"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

type jsonEdited struct {
	At      string   `json:"at"`
	Kinds   []string `json:"edits"`
	Where   string   `json:"where,omitempty"`
	Outcome string   `json:"outcome"`
	Base    int64    `json:"base,omitempty"`
	Version int64    `json:"version,omitempty"`
	Undo    string   `json:"undo"`
	Undone  bool     `json:"undone"`
	By      bool     `json:"suggested,omitempty"`
}

type jsonRecord struct {
	Version int64  `json:"version"`
	Tool    string `json:"tool"`
	Time    string `json:"time"`
}

// editsCommand lists the edits of a document.
func (cs *Commands) editsCommand() console.Command {
	return console.Command{
		Use: "edits PLACE", Short: "list the edits made from this machine", Long: `The list marks an edit whose outcome is not known (the program was killed, the
connection broke). --service lists the edits that the service itself can undo.`, JSON: []any{jsonHistory{}, jsonRecords{}},
		Flags: []console.Flag{
			{Name: "service", Value: false, Help: "list the edits that the service can undo"},
		},
		Run: func(in console.Call) error {
			d, err := cs.document(in.Args[0])
			if err != nil {
				return err
			}
			if in.On("service") {
				return cs.remembered(d, in.Format)
			}
			return cs.history(d, in.Format)
		},
	}
}

type jsonHistory struct {
	head
	Edits []jsonEdited `json:"edits"`
}

// history is the edits made from this machine.
func (cs *Commands) history(d document, f console.Format) error {
	all, err := cs.edits().History(cs.session.Context(), d.place)
	if err != nil {
		return err
	}
	j := jsonHistory{d.head(0), []jsonEdited{}}
	var rows [][]string
	for _, h := range all {
		x := jsonEdited{h.At, nil, h.Where, string(h.Outcome), h.Base, h.Version, undoWord(h.Undo), h.Undone, h.Suggested}
		for _, k := range h.Kinds {
			x.Kinds = append(x.Kinds, string(k))
		}
		j.Edits = append(j.Edits, x)
		state := x.Outcome
		if h.Undone {
			state = cs.con.Say("undone")
		}
		what := strings.Join(x.Kinds, "+")
		if h.Suggested {
			what = cs.con.Say("%s, suggested", what)
		}
		versions := console.Itoa(h.Base) + "→-"
		if h.Version != 0 {
			versions = console.Itoa(h.Base) + "→" + console.Itoa(h.Version)
		}
		rows = append(rows, []string{h.At, versions, state, what, cs.con.Text(h.Where)})
	}
	return cs.con.Show(f, j, "no edit was made from this machine", rows)
}

type jsonRecords struct {
	head
	Edits []jsonRecord `json:"edits"`
}

// remembered is the edits that the service can undo.
func (cs *Commands) remembered(d document, f console.Format) error {
	all, err := d.editor.RecentEdits(cs.session.Context(), d.ref, readNow)
	if err != nil {
		return err
	}
	j := jsonRecords{d.head(0), []jsonRecord{}}
	var rows [][]string
	for _, r := range all {
		j.Edits = append(j.Edits, jsonRecord{r.Version, r.Tool, r.Time})
		rows = append(rows, []string{console.Itoa(r.Version), model.Clean(r.Time), model.Clean(r.Tool)})
	}
	return cs.con.Show(f, j, "", rows, true)
}
