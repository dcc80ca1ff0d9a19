//go:build !unix

package ssh

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// serveCommand: here a process cannot hand over its connections to another one.
func (cs *Commands) serveCommand() console.Command {
	return console.Command{
		Use: "serve", Short: "let people log in", Broken: true,
		Run: func(in console.Call) error {
			return client.Errorf(client.KindUnsupported, "ssh", model.Place{}, "aloft ssh serve does not work on this system").
				Hinted("run it on Linux, macOS or a BSD")
		},
	}
}

func (cs *Commands) workCommand() console.Command {
	return console.Command{Use: "work", Hidden: true, Run: cs.serveCommand().Run}
}
