package doc

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// resolveCommand resolves comments, or opens them again.
func (cs *Commands) resolveCommand() console.Command {
	return cs.editRow(nil, console.Command{
		Use: "resolve PLACE ID…", Short: "resolve comments", Long: `The comments and their replies stay, marked as resolved; --reopen opens them
again. If the service has no tool for it, aloft says so and changes nothing.`,
		Flags: []console.Flag{{Name: "reopen", Value: false, Help: "reopen comments"}},
	}, func(in console.Call, e editing) error {
		v := model.Verdict{IDs: in.Args[1:], Reject: in.On("reopen")}
		return cs.edit(in, e, string(model.EditResolve), chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditResolve, Verdict: v}}})
	})
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

func (cs *Commands) commentsCommand() console.Command {
	return cs.reading(console.Command{Use: "comments PLACE", Short: "list the comments", JSON: []any{jsonComments{}}}, func(in console.Call, d document, version int64) error {
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
		return cs.con.Show(in.Format, j, "the document has no comments", rows, false, true, false, false, false)
	})
}
