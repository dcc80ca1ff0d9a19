package admin

import (
	"embed"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

func (cs *Commands) completionCommand(root *cobra.Command) console.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return console.Command{
		Use: "completion SHELL", Short: "print the completion script for a shell", Long: `SHELL is bash, zsh, fish or powershell. For this session:
  bash: source <(aloft completion bash)
  zsh:  source <(aloft completion zsh)
  fish: aloft completion fish | source
The script also defines aloftcd: it opens aloft and, when you quit, changes to
the folder you were in.`, Known: shells, Broken: true,
		Run: func(in console.Call) error {
			switch in.Args[0] {
			case "bash", "zsh", "fish":
				script, err := shellWords.ReadFile("words." + in.Args[0])
				if err == nil {
					_, err = cs.con.Writer.Write(script)
				}
				return err
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(cs.con.Writer)
			}
			return in.Usage(text.CliOneOf, "SHELL", "bash, zsh, fish, powershell", in.Args[0])
		},
	}
}

// shellWords complete in bash, zsh and fish. The library's own scripts lose the
// quoting of a word with blanks, and evaluate the line with eval.
//
//go:embed words.bash words.zsh words.fish
var shellWords embed.FS
