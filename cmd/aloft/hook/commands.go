package hook

import "github.com/spf13/cobra"

// Command is hook with all below it.
func (cs *Commands) Command() *cobra.Command {
	c := cs.con.Group("hook", "receive webhooks and show what came",
		cs.serveCommand(), cs.tokenCommand(), cs.sendCommand(), cs.lsCommand(), cs.showCommand(), cs.waitCommand())
	c.AddCommand(cs.steerCommands()...)
	c.AddCommand(cs.messagesCommand(), cs.linesCommand(), cs.routesCommand(), cs.tryCommand(), cs.loginCommand())
	c.Long = cs.con.Say(`The receiver takes requests of other programs - a git hook, a CI job, a file watcher -
and runs the command or passes on the prompt that they send. It runs beside the panes,
or without a screen by "aloft hook serve". All instances of a user share what was
received; one of them listens.`)
	return c
}
