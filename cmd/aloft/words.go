package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client/embedded/fault"
	"aloft/client/secret"
	"aloft/model"
)

// noWords offers nothing, least of all the files of the current folder.
func noWords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// oneOfWords offers the words that a flag takes.
func oneOfWords(c *cobra.Command, flag string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// targetFlag is the folder that many sources go to.
func (a *app) targetFlag(c *cobra.Command, w *writing) {
	c.Flags().StringVarP(&w.target, "target", "t", "", a.cat.Say("move into this folder; all arguments are sources"))
	places := a.completePlaces(-1)
	_ = c.RegisterFlagCompletionFunc("target", func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return places(c, nil, prefix)
	})
}

// globalWords offers what the flags of every command take.
func (a *app) globalWords(root *cobra.Command) {
	oneOfWords(root, "color", "auto", "always", "never")
	_ = root.RegisterFlagCompletionFunc("account", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		cfg, err := a.load()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return cfg.Names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// storeFlag is where a login is kept.
func (a *app) storeFlag(c *cobra.Command, store *string) {
	c.Flags().StringVar(store, "store", "", a.cat.Say("where to store it: keyring, age or file"))
	var words []string
	for _, k := range secret.Kinds() {
		words = append(words, string(k))
	}
	oneOfWords(c, "store", words...)
}

// faultFlag names faults of the embedded service; one that takes a value is
// offered up to it.
func (a *app) faultFlag(c *cobra.Command, faults *[]string) {
	c.Flags().StringArrayVar(faults, "fault", nil, a.cat.Say("switch a fault on, as NAME or NAME=VALUE (may be repeated)"))
	var words []string
	for _, f := range fault.Names() {
		w := f.Name
		if f.Wants != "" {
			w += "="
		}
		words = append(words, w)
	}
	_ = c.RegisterFlagCompletionFunc("fault", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp))
}

// headingWords offers the headings of the document that the first argument names.
func (a *app) headingWords(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if _, err := a.load(); err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	d, err := a.document(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	ctx, cancel := context.WithTimeout(a.ctx(), completionPatience)
	defer cancel()
	o, err := d.editor.Outline(ctx, d.ref, 0, readNow)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	o.Walk(func(n *model.OutlineNode, _ []*model.OutlineNode) bool {
		if n.Title != "" && model.Clean(n.Title) == n.Title {
			out = append(out, n.Title)
		}
		return true
	})
	return out, cobra.ShellCompDirectiveNoFileComp
}

// whereWords offers the forms of a place in a document and, after a form that
// takes a heading, the headings.
func (a *app) whereWords(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	form, _, found := strings.Cut(prefix, ":")
	if found && slices.Contains([]string{"heading", "end-of", "before"}, form) {
		titles, directive := a.headingWords(c, args, prefix)
		for i := range titles {
			titles[i] = form + ":" + titles[i]
		}
		return titles, directive
	}
	forms := []string{"title", "start", "end", "heading:", "end-of:", "before:", "match:", "after:", "cell:", "box:"}
	return forms, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
