package doc

import (
	"strconv"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) revisionsCommand() *cobra.Command {
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
	return cs.reading("revisions PLACE", "list the tracked changes: what others have inserted, deleted, moved or formatted", `Inserted text is in the text and counts in its positions; deleted text is neither, and
stands at one position. The list is of what the imported file has: the specification has
no tool for it, so another service may not give it.`, func(_ *cobra.Command, d document, f console.Format, version int64) error {
		got, err := d.editor.Revisions(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonRevisions{d.head(got.Version), []jsonRevision{}}
		var rows [][]string
		for i, r := range got.All {
			j.Revisions = append(j.Revisions, jsonRevision{i + 1, r.ID, r.Kind, r.Range.Begin, r.Range.End, r.Author, r.Date, r.Text})
			rows = append(rows, []string{strconv.Itoa(i + 1), rangeText(r.Range), model.Clean(r.Kind), model.Clean(r.Author), model.Clean(r.Date), cs.con.Text(r.Text)})
		}
		switch {
		case f.JSON:
			return cs.con.Encode(j)
		case len(rows) == 0:
			cs.con.WarnLine(cs.con.Say("the document has no tracked changes"))
			return nil
		}
		return cs.con.Table(rows, true, true, false, false, false, false)
	})
}
