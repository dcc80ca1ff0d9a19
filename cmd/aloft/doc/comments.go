package doc

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) commentsCommand() *cobra.Command {
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
	return cs.reading("comments PLACE", "list the comments with their ids; replies follow their comment", "", func(_ *cobra.Command, d document, f console.Format, version int64) error {
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
