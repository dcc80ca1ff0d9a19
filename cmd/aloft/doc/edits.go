package doc

import (
	"strings"

	"github.com/spf13/cobra"

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
func (cs *Commands) editsCommand() *cobra.Command {
	var service bool
	var f console.Format
	c := &cobra.Command{
		Use: "edits PLACE", Short: cs.con.Say("list the edits made from this machine"), Long: cs.con.Say(`An edit whose outcome is not known (the program was killed, the connection broke) is listed
as such. --service lists what the service itself remembers and can undo.`), Args: console.WantArgs(1, 1),
		ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			d, err := cs.document(args[0])
			if err != nil {
				return err
			}
			if service {
				return cs.remembered(d, f)
			}
			return cs.history(d, f)
		}),
	}
	c.Flags().BoolVar(&service, "service", false, cs.con.Say("what the service remembers and can take back"))
	cs.con.FormatFlags(c, &f, false, jsonHistory{}, jsonRecords{})
	return c
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
	switch {
	case f.JSON:
		return cs.con.Encode(j)
	case len(rows) == 0:
		cs.con.WarnLine(cs.con.Say("no edit was made from this machine"))
		return nil
	}
	return cs.con.Table(rows)
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
	if f.JSON {
		return cs.con.Encode(j)
	}
	return cs.con.Table(rows, true)
}
