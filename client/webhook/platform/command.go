package platform

import (
	"context"

	"aloft/model/text"
)

// command runs a command for each message.
type command struct {
	name string
	argv []string
	d    Deps
}

func newCommand(name string, argv []string, d Deps) (Platform, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, fault(text.PlatformNoCommand, text.HintPlatformNoCommand, name)
	}
	return &command{name, argv, d}, nil
}

func (c *command) Name() string                        { return c.name }
func (c *command) Open(string) (Post, error)           { return c.post, nil }
func (c *command) post(context.Context, Message) error { return nil }
