package doc

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// compareCommand lists how two documents, or two versions of one, differ.
func (cs *Commands) compareCommand() *cobra.Command {
	var old, now int64
	var f console.Format
	var md bool
	c := &cobra.Command{
		Use: "compare PLACE [PLACE]", Short: cs.con.Say("compare two documents or versions"), Long: cs.con.Say(`By headings: sections that were added, are gone, changed, moved or renamed. With one
PLACE two versions of it are compared: --old N, and --new N or the newest. --md prints
the comparison as Markdown.`), Args: console.WantArgs(1, 2),
		ValidArgsFunction: cs.places.Complete(2),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if err := checkVersion(c, "old", old); err != nil {
				return err
			}
			if err := checkVersion(c, "new", now); err != nil {
				return err
			}
			switch {
			case md && f.JSON:
				return console.UsageErrorFor(c, text.CliOutlineBoth)
			case len(args) == 1 && old == 0:
				return console.UsageErrorFor(c, "with one document --old says the version to compare with")
			}
			left, err := cs.document(args[0])
			if err != nil {
				return err
			}
			right := left
			if len(args) > 1 {
				if right, err = cs.document(args[1]); err != nil {
					return err
				}
			}
			got, err := cs.edits().Compare(cs.session.Context(), client.DocVersion{Place: left.place, Version: old}, client.DocVersion{Place: right.place, Version: now}, readNow)
			if err != nil {
				return oldVersion(old+now, err)
			}
			return cs.compared(got, left, right, f, md)
		}),
	}
	c.Flags().Int64Var(&old, "old", 0, cs.con.Say("the version on the left (of the first document)"))
	c.Flags().Int64Var(&now, "new", 0, cs.con.Say("the version on the right (of the second document)"))
	c.Flags().BoolVar(&md, "md", false, cs.con.Say("as Markdown"))
	cs.con.FormatFlags(c, &f, false, jsonComparison{})
	return c
}

type jsonComparison struct {
	Old      head         `json:"old"`
	New      head         `json:"new"`
	ByLength bool         `json:"by_length"`
	Changes  []jsonChange `json:"changes"`
}

func (cs *Commands) compared(got client.Comparison, left, right document, f console.Format, md bool) error {
	switch {
	case f.JSON:
		j := jsonComparison{left.head(got.A.Version), right.head(got.B.Version), got.ByLength, toChanges(got.Changes)}
		if j.Changes == nil {
			j.Changes = []jsonChange{}
		}
		return cs.con.Encode(j)
	case md:
		return cs.con.Line(strings.TrimRight(got.Markdown(), "\n"))
	case len(got.Changes) == 0:
		cs.con.WarnLine(cs.con.Say("the two documents differ in nothing"))
		return nil
	}
	var rows [][]string
	for _, c := range got.Changes {
		rows = append(rows, cs.changeRow(c))
	}
	return cs.con.Table(rows)
}

// changeRow is the change of a section, and its heading.
func (cs *Commands) changeRow(c model.OutlineChange) []string {
	var titles []string
	path := c.NewPath
	if c.New == nil {
		path = c.OldPath
	}
	if c.Old != nil && (c.New == nil || c.Old.Title != c.New.Title) {
		titles = append(titles, model.Clean(c.Old.Title))
	}
	if c.New != nil {
		titles = append(titles, model.Clean(c.New.Title))
	}
	under := ""
	for _, t := range path {
		under += model.Clean(t) + " › "
	}
	return []string{cs.con.Word(string(c.Kind)), under + strings.Join(titles, " → ")}
}
