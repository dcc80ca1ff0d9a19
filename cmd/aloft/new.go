package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
)

// maxContent is the largest Markdown text that becomes a smart document.
const maxContent = 4 << 20

// newOptions say what a new document is made of.
type newOptions struct {
	writing
	link, linkText, from string
}

func (a *app) newCommand() *cobra.Command {
	var o newOptions
	c := &cobra.Command{
		Use: "new KIND PLACE", Short: a.cat.Say("make a document, a folder, a page or a space"), Long: a.cat.Say(`PLACE is the folder, space or page it will be in, and its title. KIND is one of:
%s.
A link is made in a space only and needs --link. A smart document can be made of
Markdown: --from FILE, or - for standard input.`, strings.Join(newKinds(), ", ")),
		Args: wantArgs(2, 2),
		ValidArgsFunction: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return newKinds(), cobra.ShellCompDirectiveNoFileComp
			}
			return a.completePlaces(2)(c, args, prefix)
		},
		RunE: a.needs(func(c *cobra.Command, args []string) error { return a.newDocument(c, args[0], args[1], o) }),
	}
	c.Flags().StringVar(&o.link, "link", "", a.cat.Say("where a link leads"))
	c.Flags().StringVar(&o.linkText, "text", "", a.cat.Say("what is said about a link"))
	c.Flags().StringVar(&o.from, "from", "", a.cat.Say("make a smart document of this Markdown file (- is standard input)"))
	a.conflictFlag(c, &o.writing)
	a.writeFlags(c, &o.writing)
	return c
}

// conflictFlag says what to do about taken names.
func (a *app) conflictFlag(c *cobra.Command, w *writing) {
	c.Flags().StringVar(&w.onConflict, "on-conflict", string(model.ConflictAsk), a.cat.Say("for taken names: ask (do nothing and say so), skip, number, stop"))
	oneOfWords(c, "on-conflict", string(model.ConflictAsk), string(model.ConflictSkip), string(model.ConflictNumber), string(model.ConflictStop))
}

// rule is what --on-conflict says.
func (w *writing) rule(c *cobra.Command) (model.ConflictRule, error) {
	switch r := model.ConflictRule(w.onConflict); r {
	case model.ConflictAsk, model.ConflictSkip, model.ConflictNumber, model.ConflictStop:
		return r, nil
	}
	return "", usageErrorFor(c, "--on-conflict is ask, skip, number or stop, not %q", w.onConflict)
}

// newKinds are the words for what can be made.
func newKinds() []string {
	var out []string
	for _, k := range append(model.DocumentKinds(), model.KindSpace) {
		out = append(out, string(k))
	}
	return out
}

// newKind reads such a word; the specification's own ones are taken, too.
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

func (a *app) newDocument(c *cobra.Command, word, at string, o newOptions) error {
	kind, ok := newKind(word)
	if !ok {
		return usageErrorFor(c, "%q is no kind of document: it is one of %s", word, strings.Join(newKinds(), ", "))
	}
	rule, err := o.rule(c)
	if err != nil {
		return err
	}
	p, src, err := a.source(at)
	if err != nil {
		return err
	}
	switch {
	case p.IsRoot() || p.IsLoose():
		return usageErrorFor(c, "%s has no title: name the folder and the title, as in docs:/Specs/Title", p.String())
	case kind == model.KindLink && o.link == "":
		return usageErrorFor(c, "a link needs --link URL")
	case kind != model.KindLink && (o.link != "" || o.linkText != ""):
		return usageErrorFor(c, "--link and --text are for a link, not for %s", word)
	case kind != model.KindSmartCanvas && o.from != "":
		e := client.Errorf(client.KindInvalid, "usage", p, "--from makes a smartcanvas of Markdown, not a %s", word)
		e.Hint = "aloft import makes a Word document of a Markdown file"
		return &exitError{exitUsage, e}
	case kind == model.KindSpace && (p.Scheme != model.SchemeSpace || len(p.Path) != 1):
		return usageErrorFor(c, "a space is made as space:Name")
	}
	if kind == model.KindFolder || kind == model.KindSpace {
		o.names = true // as for every other kind; mkdir is silent, as elsewhere
		return a.write(client.Request{Op: model.OpMakeFolder, Items: []model.Place{p}, Rule: rule}, o.writing)
	}
	n := model.New{Kind: kind, LinkURL: o.link, LinkText: o.linkText}
	if o.from != "" {
		if n.Content, err = a.content(o.from); err != nil {
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
	return a.write(client.Request{Op: model.OpCreate, Items: []model.Place{p}, New: &n, Rule: rule}, o.writing)
}

// content reads the Markdown of a new smart document; "-" is standard input.
func (a *app) content(file string) (string, error) {
	in := io.Reader(a.stdin)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", a.unreadable(file, err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxContent+1))
	if err != nil {
		return "", a.unreadable(file, err)
	}
	switch s := strings.TrimPrefix(string(data), "\ufeff"); {
	case len(data) > maxContent:
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is larger than %s", file, size(maxContent))
	case !utf8.ValidString(s):
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is no UTF-8 text", file)
	case strings.TrimSpace(s) == "":
		return "", client.Errorf(client.KindInvalid, "new", model.Place{}, "%s is empty", file)
	default:
		return s, nil
	}
}

func (a *app) unreadable(file string, err error) error {
	var pe *os.PathError
	why := err
	if errors.As(err, &pe) {
		why = pe.Err
	}
	kind := client.KindLocal
	if errors.Is(err, os.ErrNotExist) {
		kind = client.KindNotFound
	}
	return &client.Error{Kind: kind, Op: "read", What: "%s cannot be read: %s", Args: []any{file, why.Error()}, Err: err}
}
