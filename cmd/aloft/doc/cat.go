package doc

import (
	"errors"
	"slices"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

type jsonContent struct {
	head
	Section  string `json:"section,omitempty"`
	Cut      bool   `json:"cut"`
	Markdown string `json:"markdown"`
}

func (cs *Commands) catCommand() console.Command {
	row := cs.reading(console.Command{Use: "cat PLACE", Short: "print a document as Markdown, or a file of the drive", Long: `Prints the whole document, or with --section one heading with its text and its
sub-headings. Smart documents are printed, too, if the service allows it. A
file of the drive is printed as it is.`, JSON: []any{jsonContent{}}, Flags: []console.Flag{
		{Name: "section", Value: "", Help: "only the section of this heading", Complete: cs.headingWords},
		{Name: "nth", Value: 0, Help: text.CliFlagNth},
	}}, func(in console.Call, d document, version int64) error {
		section, nth := in.Text("section"), in.Int("nth")
		if in.Given("nth") && (nth < 1 || section == "") {
			return in.Usage(text.CliFrom1, "--nth", nth)
		}
		got, err := d.editor.Content(cs.session.Context(), d.ref, version, readNow)
		if e := new(client.Error); errors.As(err, &e) && e.What == text.DocsNoTool && e.Hint == "" {
			elsewhere := *e
			elsewhere.Hint = text.CliHintCut
			return &elsewhere
		}
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		if in.Given("section") {
			if got, err = cs.section(d, got, section, nth); err != nil {
				return err
			}
		}
		if in.JSON {
			err = cs.con.Encode(jsonContent{d.head(got.Version), section, got.Cut, got.Markdown})
		} else {
			err = cs.markdown(got.Markdown)
		}
		if err == nil && got.Cut {
			e := client.Errorf(client.KindServer, "read", d.place, "the service stopped before the end of the document; the text is incomplete")
			e.Hint = text.CliHintCut
			return console.Exit(console.ExitSome, e)
		}
		return err
	})
	document := row.Run
	row.Run = func(in console.Call) error {
		if isFile, err := cs.catFile(in.Args[0]); isFile {
			return err
		}
		return document(in)
	}
	return row
}

// section is the text under one heading, with its own line and its sub-headings.
func (cs *Commands) section(d document, whole model.DocContent, heading string, nth int) (model.DocContent, error) {
	o, err := d.editor.Outline(cs.session.Context(), d.ref, whole.Version, readNow)
	if err != nil {
		return whole, err
	}
	spot, err := model.Where{Kind: model.WhereHeading, Text: heading, Nth: nth}.InOutline(o)
	if err != nil {
		return whole, client.WhereFailed("read", d.place, err)
	}
	parts := markdown.SplitSections(o, whole.Markdown)
	out := model.DocContent{Version: o.Version}
	var b strings.Builder
	i := -1
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		i++
		if n != spot.Node && !slices.Contains(above, spot.Node) {
			return true
		}
		s := parts.All[i]
		if n.Level != model.LevelBody {
			b.WriteString(strings.Repeat("#", headingMarks(n.Level)) + " " + model.EscapeMarkdown(n.Title) + "\n\n")
		}
		if own := strings.Trim(s.Markdown, "\n"); own != "" {
			b.WriteString(own + "\n\n")
		}
		out.Cut = out.Cut || s.Cut || !s.Found
		return true
	})
	out.Markdown = b.String()
	return out, nil
}

// headingMarks is the number of # of a heading.
func headingMarks(level int) int {
	if level >= 1 && level <= 9 {
		return level
	}
	return 1
}
