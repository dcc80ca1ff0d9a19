package main

import (
	"github.com/spf13/cobra"
)

// noWords offers nothing, least of all the files of the current folder.
func noWords(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// oneOfWords offers the words that a flag takes.
func oneOfWords(c *cobra.Command, flag string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
