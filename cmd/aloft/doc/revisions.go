package doc

import (
	"strings"

	"github.com/spf13/cobra"

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

func (cs *Commands) revisionsCommand() *cobra.Command {
	return cs.reading(jsonRevisions{}, "revisions PLACE", "list the tracked changes", `Inserted text is in the text and counts in its positions; deleted text is neither, and
stands at one position. The list is of what the imported file has: the specification has
no tool for it, so another service may not give it. Their ids are for aloft doc accept and
reject, and stay the same until one of these or a suggestion has changed the document.`, func(_ *cobra.Command, d document, f console.Format, version int64) error {
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
		switch {
		case f.JSON:
			return cs.con.Encode(j)
		case len(rows) == 0:
			cs.con.WarnLine(cs.con.Say("the document has no tracked changes"))
			return nil
		}
		return cs.con.Table(rows, false, true, false, false, false, false)
	})
}

// verdictCommand is accept, or reject.
func (cs *Commands) verdictCommand(reject bool) *cobra.Command {
	var e editing
	var all bool
	v := model.Verdict{Reject: reject}
	use, short := "accept PLACE [ID…]", text.Text("accept tracked changes")
	if reject {
		use, short = "reject PLACE [ID…]", "reject tracked changes"
	}
	c := &cobra.Command{
		Use: use, Short: cs.con.Say(short), Args: console.WantArgs(1, -1), ValidArgsFunction: cs.places.Complete(1),
		Long: cs.con.Say(`The rest of the file stays as it is, byte for byte. It is a new version of the document, and
aloft doc undo takes it back while no other edit follows. A service without a tool for it is
named, and nothing is changed.`),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			v.IDs = args[1:]
			switch {
			case len(v.IDs) > 0 && (all || v.Author != ""):
				return console.UsageErrorFor(c, "ids are given, so --all and --author have nothing to choose")
			case len(v.IDs) == 0 && !all && v.Author == "":
				return console.UsageErrorFor(c, "say which: ids of aloft doc revisions, --all, or --author NAME")
			case len(v.IDs) == 0:
				v.IDs = nil
			}
			word, _, _ := strings.Cut(use, " ")
			return cs.edit(c, args[0], e, word, chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditRevisions, Verdict: v}}})
		}),
	}
	c.Flags().BoolVar(&all, "all", false, cs.con.Say("all tracked changes"))
	c.Flags().StringVar(&v.Author, "author", "", cs.con.Say("all those of this person"))
	cs.editFlags(c, &e)
	return c
}
