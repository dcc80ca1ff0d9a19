package hook

import (
	"slices"

	"aloft/cmd/aloft/console"
)

// Command is hook with all below it.
func (cs *Commands) Command() console.Command {
	return console.Command{
		Use: "hook", Short: "receive webhooks and show their deliveries", Long: `The receiver accepts requests from other programs, such as a git hook, a CI job
or a file watcher. It runs the command or passes on the prompt that they send.
It runs while aloft is open, or without a screen as "aloft hook serve". All
open alofts of a user share the deliveries; one of them listens.`,
		Below: slices.Concat([]console.Command{cs.serveCommand(), cs.tokenCommand(), cs.sendCommand(), cs.lsCommand(), cs.showCommand(), cs.waitCommand()},
			cs.steerCommands(), []console.Command{cs.messagesCommand(), cs.linesCommand(), cs.routesCommand(), cs.tryCommand(), cs.loginCommand()}),
	}
}
