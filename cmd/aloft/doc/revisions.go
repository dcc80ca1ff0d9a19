package doc

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonRevision struct {
	N      int    `json:"n"`
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Begin  int64  `json:"begin"`
	End    int64  `json:"end"`
	Author string `json:"author,omitempty"`
	Date   string `json:"date,omitempty"`
	Text   string `json:"text"`
}

type jsonRevisions struct {
	head
	Revisions []jsonRevision `json:"revisions"`
}

func (cs *Commands) revisionsCommand() console.Command {
	return cs.reading(console.Command{Use: "revisions PLACE", Short: "list the tracked changes", Long: `Inserted text belongs to the document and counts in positions. Deleted text
does not count; it has a single position. aloft reads the list from the
imported file. The specification has no tool for it, so another service may not
offer it. The ids are for aloft doc accept and reject. They stay the same until
an accept, a reject or a suggestion changes the document.`, JSON: []any{jsonRevisions{}}}, func(in console.Call, d document, version int64) error {
		got, err := d.editor.Revisions(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonRevisions{d.head(got.Version), []jsonRevision{}}
		var rows [][]string
		for i, r := range got.All {
			j.Revisions = append(j.Revisions, jsonRevision{i + 1, r.ID, r.Kind, r.Range.Begin, r.Range.End, r.Author, r.Date, r.Text})
			rows = append(rows, []string{model.Clean(r.ID), rangeText(r.Range), model.Clean(r.Kind), model.Clean(r.Author), model.Clean(r.Date), cs.con.Text(r.Text)})
		}
		return cs.con.Show(in.Format, j, "the document has no tracked changes", rows, false, true, false, false, false, false)
	})
}

// verdictCommand is accept, or reject.
func (cs *Commands) verdictCommand(reject bool) console.Command {
	word, short := "accept", text.Text("accept tracked changes")
	if reject {
		word, short = "reject", "reject tracked changes"
	}
	return cs.editRow(nil, console.Command{
		Use: word + " PLACE [ID…]", Short: short, Long: `The rest of the file stays as it was, byte for byte. The document gets a new
version; aloft doc undo goes back to the old one until the next edit. If the
service has no tool for this, aloft says so and changes nothing.`,
		Flags: []console.Flag{{Name: "all", Value: false, Help: "all tracked changes"}, {Name: "author", Value: "", Help: "all tracked changes by this author"}},
	}, func(in console.Call, e editing) error {
		v := model.Verdict{Reject: reject, IDs: append([]string(nil), in.Args[1:]...), Author: e.author}
		switch {
		case len(v.IDs) > 0 && (e.all || v.Author != ""):
			return in.Usage(text.CliMixed, "ID", "--all, --author")
		case len(v.IDs) == 0 && !e.all && v.Author == "":
			return in.Usage("give ids (from aloft doc revisions), --all, or --author NAME")
		}
		return cs.edit(in, e, word, chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditRevisions, Verdict: v}}})
	})
}
