package doc

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/session"
	"aloft/model"
)

// headingWords completes the headings of the document in the first argument.
func (cs *Commands) headingWords(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if _, err := cs.session.Load(); err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	d, err := cs.document(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	ctx, cancel := context.WithTimeout(cs.session.Context(), session.CompletionPatience)
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

// whereWords completes the forms of a place in a document and, after a form that
// takes a heading, the headings.
func (cs *Commands) whereWords(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	form, _, found := strings.Cut(prefix, ":")
	if found && slices.Contains([]string{"heading", "end-of", "before"}, form) {
		titles, directive := cs.headingWords(c, args, prefix)
		for i := range titles {
			titles[i] = form + ":" + titles[i]
		}
		return titles, directive
	}
	forms := []string{"title", "start", "end", "heading:", "end-of:", "before:", "match:", "after:", "cell:", "box:"}
	return forms, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
