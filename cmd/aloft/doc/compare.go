package doc

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// compareCommand lists how two documents, or two versions of one, differ.
func (cs *Commands) compareCommand() console.Command {
	return console.Command{
		Use: "compare PLACE [PLACE]", Short: "compare two documents or versions", Long: `Compares section by section, and lists the sections that were added, removed,
changed, moved or renamed. Headings mark the sections. With one PLACE it
compares two of its versions: --old N, and --new N or the newest. --md prints
the comparison as Markdown.`, JSON: []any{jsonComparison{}},
		Flags: []console.Flag{
			{Name: "old", Value: int64(0), Help: "the version on the left (of the first document)"},
			{Name: "new", Value: int64(0), Help: "the version on the right (of the second document)"},
			{Name: "md", Value: false, Help: "as Markdown"},
		},
		Run: func(in console.Call) error {
			old, err := version(in, "old")
			if err != nil {
				return err
			}
			now, err := version(in, "new")
			if err != nil {
				return err
			}
			switch {
			case in.On("md") && in.JSON:
				return in.Usage(text.CliMixed, "--json", "--md")
			case len(in.Args) == 1 && old == 0:
				return in.Usage("with one document --old is required")
			}
			left, err := cs.document(in.Args[0])
			if err != nil {
				return err
			}
			right := left
			if len(in.Args) > 1 {
				if right, err = cs.document(in.Args[1]); err != nil {
					return err
				}
			}
			got, err := cs.edits().Compare(cs.session.Context(), client.DocVersion{Place: left.place, Version: old}, client.DocVersion{Place: right.place, Version: now}, readNow)
			if err != nil {
				return oldVersion(old+now, err)
			}
			return cs.compared(got, left, right, in.Format, in.On("md"))
		},
	}
}

type jsonComparison struct {
	Old      head         `json:"old"`
	New      head         `json:"new"`
	ByLength bool         `json:"by_length"`
	Changes  []jsonChange `json:"changes"`
}

func (cs *Commands) compared(got client.Comparison, left, right document, f console.Format, md bool) error {
	if md {
		return cs.con.Line(strings.TrimRight(got.Markdown(), "\n"))
	}
	changes := append([]jsonChange{}, toChanges(got.Changes)...) // never null
	j := jsonComparison{left.head(got.A.Version), right.head(got.B.Version), got.ByLength, changes}
	return cs.con.Show(f, j, "the two documents do not differ", model.Each(got.Changes, cs.changeRow))
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
