package browse

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

// newOptions are the properties of a new document.
type newOptions struct {
	write.Flags
	link, linkText, from string
}

func (cs *Commands) newCommand() *cobra.Command {
	var o newOptions
	c := &cobra.Command{
		Use: "new KIND PLACE", Short: cs.con.Say("make a document, a file, a folder, a page or a space"), Long: cs.con.Say(`PLACE is the folder, space or page it will be in, and its title. KIND is one of:
%s.
A file is empty, on a disk or a drive. A link is made in a space only and needs --link. A smart document can be made of
Markdown: --from FILE, or - for standard input.`, strings.Join(newKinds(), ", ")),
		Args: console.WantArgs(2, 2),
		ValidArgsFunction: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return newKinds(), cobra.ShellCompDirectiveNoFileComp
			}
			return cs.places.Complete(2)(c, args, prefix)
		},
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error { return cs.newDocument(c, args[0], args[1], o) }),
	}
	c.Flags().StringVar(&o.link, "link", "", cs.con.Say("where a link leads"))
	c.Flags().StringVar(&o.linkText, "text", "", cs.con.Say("what is said about a link"))
	console.PathFlag(c.Flags(), &o.from, "from", "", "", cs.con.Say("make a smart document of this Markdown file (- is standard input)"))
	cs.run.ConflictFlag(c, &o.Flags)
	cs.run.WriteFlags(c, &o.Flags)
	return c
}

// newKinds are the words for what can be made.
func newKinds() []string {
	var out []string
	for _, k := range append(model.DocumentKinds(), model.KindSpace, model.KindFile) {
		out = append(out, string(k))
	}
	return out
}

// newKind parses such a word; the specification's own ones are accepted, too.
func newKind(word string) (model.Kind, bool) {
	if word == "wikilink" {
		return model.KindLink, true
	}
	for _, k := range newKinds() {
		if k == word {
			return model.Kind(word), true
		}
	}
	return "", false
}

func (cs *Commands) newDocument(c *cobra.Command, word, at string, o newOptions) error {
	kind, ok := newKind(word)
	if !ok {
		return console.UsageErrorFor(c, "%q is not a kind of document: it is one of %s", word, strings.Join(newKinds(), ", "))
	}
	rule, err := o.Rule(c)
	if err != nil {
		return err
	}
	p, src, err := cs.places.Source(at)
	if err != nil {
		return err
	}
	switch {
	case p.IsRoot() || p.IsLoose():
		return console.UsageErrorFor(c, "%s has no title: name the folder and the title, as in docs:/Specs/Title", p.String())
	case kind == model.KindLink && o.link == "":
		return console.UsageErrorFor(c, "a link needs --link URL")
	case kind != model.KindLink && (o.link != "" || o.linkText != ""):
		return console.UsageErrorFor(c, "--link and --text are for a link, not for %s", word)
	case kind != model.KindSmartCanvas && o.from != "":
		e := client.Errorf(client.KindInvalid, "usage", p, "--from makes a smartcanvas of Markdown, not a %s", word)
		e.Hint = "aloft import makes a Word document of a Markdown file"
		return console.Exit(console.ExitUsage, e)
	case kind == model.KindSpace && (p.Scheme != model.SchemeSpace || len(p.Path) != 1):
		return console.UsageErrorFor(c, "a space is made as space:Name")
	}
	if kind == model.KindFolder || kind == model.KindSpace {
		o.Names = true // as for every other kind; mkdir is silent, as elsewhere
		return cs.run.Run(client.Request{Op: model.OpMakeFolder, Items: []model.Place{p}, Rule: rule}, o.Flags)
	}
	n := model.New{Kind: kind, LinkURL: o.link, LinkText: o.linkText}
	if o.from != "" {
		if n.Content, err = cs.con.Content(o.from); err != nil {
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
	return cs.run.Run(client.Request{Op: model.OpCreate, Items: []model.Place{p}, New: &n, Rule: rule}, o.Flags)
}
