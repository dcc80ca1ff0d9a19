package browse

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) newCommand() console.Command {
	return cs.run.Row(write.Conflict|write.Plan, console.Command{
		Use: "new KIND PLACE", Short: "make a document, a file, a folder, a page or a space", Long: `PLACE is a folder, space or page, then the new title. KIND is one of:
%s.
A new file is empty, and is made on a disk or a drive. A link needs --link, and
is made in a space or on a disk; on a disk it is symbolic. --from FILE makes a
smart document from Markdown; - is standard input.`, Told: []any{strings.Join(newKinds(), ", ")}, Words: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return newKinds(), cobra.ShellCompDirectiveNoFileComp
			}
			return cs.places.Complete(2)(c, args, prefix)
		},
		Flags: []console.Flag{
			{Name: "link", Value: "", Help: "the target of a link"},
			{Name: "text", Value: "", Help: "the text of a link"},
			{Name: "from", Value: console.Path(""), Help: "make a smart document from this Markdown file (- is standard input)"},
		},
	}, cs.newDocument)
}

// newKinds are the words for what can be made.
func newKinds() []string {
	return console.Words(append(model.DocumentKinds(), model.KindSpace, model.KindFile))
}

// newKind parses such a word; the specification's own ones are accepted, too.
func newKind(word string) (model.Kind, bool) {
	if word == "wikilink" {
		return model.KindLink, true
	}
	return model.Kind(word), slices.Contains(newKinds(), word)
}

func (cs *Commands) newDocument(in console.Call, w write.Flags) error {
	word, link, linkText, from := in.Args[0], in.Text("link"), in.Text("text"), in.Text("from")
	kind, ok := newKind(word)
	if !ok {
		return in.Usage(text.CliOneOf, "KIND", strings.Join(newKinds(), ", "), word)
	}
	p, src, err := cs.places.Source(in.Args[1])
	if err != nil {
		return err
	}
	switch {
	case p.IsRoot() || p.IsLoose():
		return in.Usage("%s has no title: name the folder and the title, as in docs:/Specs/Title", p.String())
	case kind == model.KindLink && link == "":
		return in.Usage(text.CliAddNeeds, word, "--link URL")
	case kind != model.KindLink && (link != "" || linkText != ""):
		return in.Usage("--link and --text are for a link, not for %s", word)
	case kind != model.KindSmartCanvas && from != "":
		return console.UsageError("--from turns Markdown into a smartcanvas, not into a %s", "aloft import makes a Word document from a Markdown file", word)
	case kind == model.KindSpace && (p.Scheme != model.SchemeSpace || len(p.Path) != 1):
		return in.Usage("write the new space as space:Name")
	}
	if kind == model.KindFolder || kind == model.KindSpace {
		w.Names = true // as for every other kind; mkdir is silent, as elsewhere
		return cs.run.Run(client.Request{Op: model.OpMakeFolder, Items: []model.Place{p}, Rule: w.Rule}, w)
	}
	n := model.New{Kind: kind, LinkURL: link, LinkText: linkText}
	if from != "" {
		if n.Content, err = cs.con.Content(from); err != nil {
			return err
		}
	}
	if err := client.Able(src, model.OpCreate); err != nil {
		return err
	}
	if m, ok := src.(client.Creator); ok {
		if err := m.CheckTitle(p.Base()); err != nil {
			return err
		}
	}
	return cs.run.Run(client.Request{Op: model.OpCreate, Items: []model.Place{p}, New: &n, Rule: w.Rule}, w)
}
