package console

import "github.com/spf13/cobra"

// Words of a list whose words have a type.
func Words[W ~string](typed []W) []string {
	words := make([]string, len(typed))
	for i, w := range typed {
		words[i] = string(w)
	}
	return words
}

// First completes the first argument with words that are asked for only then.
func First(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) (all []string, _ cobra.ShellCompDirective) {
		if len(args) == 0 {
			all = words()
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// NoWords completes nothing, in particular not the files of the current folder.
func NoWords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// OneOfWords completes the words that a flag takes.
func OneOfWords(c *cobra.Command, flag string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
