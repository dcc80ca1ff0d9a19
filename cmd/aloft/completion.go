package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
)

// completionPatience is how long a Tab may wait for a listing.
const completionPatience = 3 * time.Second

func (a *app) completionCommand(root *cobra.Command) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use: "completion SHELL", Short: a.cat.Say("print the completion script for a shell"), Long: a.cat.Say(`SHELL is bash, zsh, fish or powershell. For this session:
  bash: source <(aloft completion bash)
  zsh:  source <(aloft completion zsh)
  fish: aloft completion fish | source`),
		Args: wantArgs(1, 1), ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			switch args[0] {
			case "bash", "zsh", "fish":
				script, err := shellWords.ReadFile("words." + args[0])
				if err == nil {
					_, err = a.out.Write(script)
				}
				return err
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return usageErrorFor(c, "completion knows bash, zsh, fish and powershell, not %q", args[0])
		},
	}
}

// completePlaces offers places for the first n arguments, for all when n < 0.
func (a *app) completePlaces(n int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if n >= 0 && len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if _, err := a.load(); err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		ctx, cancel := context.WithTimeout(a.ctx(), completionPatience)
		defer cancel()
		out := model.Complete(prefix, a.base(), func(p model.Place) model.Listing {
			if p.Account == a.cfg.Account {
				p.Account = ""
			}
			src, err := a.sources().For(p)
			if err != nil {
				return model.Listing{}
			}
			l, _ := src.List(ctx, p, client.Options{})
			return l
		})
		// What a terminal must not get is not offered cleaned: that is another place.
		out = slices.DeleteFunc(out, func(w string) bool { return model.Clean(w) != w })
		return out, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
}
