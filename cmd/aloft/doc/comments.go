package doc

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// resolveCommand resolves comments, or opens them again.
func (cs *Commands) resolveCommand() *cobra.Command {
	var e editing
	var v model.Verdict
	c := &cobra.Command{
		Use: "resolve PLACE ID…", Short: cs.con.Say("resolve comments"), Args: console.WantArgs(2, -1), ValidArgsFunction: cs.places.Complete(1),
		Long: cs.con.Say(`The comments and their replies stay, marked as resolved; --reopen opens them again. A service
without a tool for it is named, and nothing is changed.`),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			v.IDs = args[1:]
			return cs.edit(c, args[0], e, string(model.EditResolve), chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditResolve, Verdict: v}}})
		}),
	}
	c.Flags().BoolVar(&v.Reject, "reopen", false, cs.con.Say("open them again"))
	cs.editFlags(c, &e)
	return c
}

type jsonComment struct {
	ID     string `json:"id"`
	Parent string `json:"ref_id,omitempty"`
	Begin  int64  `json:"begin"`
	End    int64  `json:"end"`
	Author string `json:"author,omitempty"`
	Date   string `json:"date,omitempty"`
	Text   string `json:"text"`
	Done   bool   `json:"done,omitempty"`
}

type jsonComments struct {
	head
	Comments []jsonComment `json:"comments"`
}

func (cs *Commands) commentsCommand() *cobra.Command {
	return cs.reading(jsonComments{}, "comments PLACE", "list the comments", "", func(_ *cobra.Command, d document, f console.Format, version int64) error {
		got, err := d.editor.Comments(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonComments{d.head(got.Version), []jsonComment{}}
		var rows [][]string
		for _, m := range got.All {
			j.Comments = append(j.Comments, jsonComment{m.ID, m.Parent, m.Range.Begin, m.Range.End, m.Author, m.Date, m.Text, m.Done})
			indent := ""
			if m.Parent != "" {
				indent = "  "
			}
			said := cs.con.Text(m.Text)
			if m.Done && m.Parent == "" {
				said = cs.con.Say(text.CommentResolved, said)
			}
			rows = append(rows, []string{model.Clean(m.ID), rangeText(m.Range), model.Clean(m.Author), model.Clean(m.Date), indent + said})
		}
		switch {
		case f.JSON:
			return cs.con.Encode(j)
		case len(rows) == 0:
			cs.con.WarnLine(cs.con.Say("the document has no comments"))
			return nil
		}
		return cs.con.Table(rows, false, true, false, false, false)
	})
}
