package console

import "github.com/spf13/cobra"

// NoWords completes nothing, in particular not the files of the current folder.
func NoWords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// OneOfWords completes the words that a flag takes.
func OneOfWords(c *cobra.Command, flag string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
