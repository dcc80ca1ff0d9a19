package admin

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
)

func (cs *Commands) completionCommand(root *cobra.Command) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use: "completion SHELL", Short: cs.con.Say("print the completion script for a shell"), Long: cs.con.Say(`SHELL is bash, zsh, fish or powershell. For this session:
  bash: source <(aloft completion bash)
  zsh:  source <(aloft completion zsh)
  fish: aloft completion fish | source
With the script comes aloftcd, which opens aloft and goes where it was left.`),
		Args: console.WantArgs(1, 1), ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			switch args[0] {
			case "bash", "zsh", "fish":
				script, err := shellWords.ReadFile("words." + args[0])
				if err == nil {
					_, err = cs.con.Writer.Write(script)
				}
				return err
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(cs.con.Writer)
			}
			return console.UsageErrorFor(c, "completion knows bash, zsh, fish and powershell, not %q", args[0])
		},
	}
}
