//go:build !unix

package ssh

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// serveCommand: here a process cannot hand over its connections to another one.
func (cs *Commands) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: cs.con.Say("let people log in"), Args: console.WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			e := client.Errorf(client.KindUnsupported, "ssh", model.Place{}, "aloft ssh serve does not work on this system")
			e.Hint = "run it on Linux, macOS or a BSD"
			return e
		},
	}
}

func (cs *Commands) workCommand() *cobra.Command { return &cobra.Command{Use: "work", Hidden: true} }
