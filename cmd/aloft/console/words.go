package console

import "github.com/spf13/cobra"

// NoWords offers nothing, least of all the files of the current folder.
func NoWords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// OneOfWords offers the words that a flag takes.
func OneOfWords(c *cobra.Command, flag string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
