package platform

import (
	"context"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/webhook/run"
	"aloft/model"
	"aloft/model/text"
)

// maxSaid is how much of a failed command's output its error quotes.
const maxSaid = 200

// command runs a command for each message: the message is its standard input, the
// rest is in its environment, and nothing from outside is on its command line.
type command struct {
	name  string
	argv  []string
	d     Deps
	limit time.Duration
}

func newCommand(name string, o Setting, d Deps) (Platform, error) {
	if len(o.Command) == 0 || o.Command[0] == "" {
		return nil, fault("the command platform %s has no command", `add command = ["…"] under webhook.platforms`, name)
	}
	return &command{name, o.Command, d, maxTime}, nil
}

func (c *command) Open(string) (Post, error) { return c.post, nil }

// The names of a command's environment. The token is none of them.
const (
	envSession  = "ALOFT_SESSION"
	envEvent    = "ALOFT_EVENT"
	envKind     = "ALOFT_KIND"
	envDelivery = "ALOFT_DELIVERY"
	envProject  = "ALOFT_PROJECT"
)

func (c *command) post(ctx context.Context, m Message) error {
	r := run.Run(ctx, run.Command{
		Argv: c.argv, Env: c.env(m), Limit: c.limit,
		Stdin: []byte(strings.TrimRight(m.In(c.d.Language), "\n") + "\n"),
		Head:  4 * maxSaid,
	})
	failed := func(what text.Text, args ...any) error {
		return &client.Error{Kind: client.KindLocal, Op: "post", What: what, Args: append([]any{c.name}, args...),
			Hint: "try the command by hand, with a line of text on its standard input"}
	}
	switch {
	case r.Err != nil:
		return failed("the command of the platform %s could not start: %s", r.Err.Error())
	case r.TimedOut:
		return failed("the command of the platform %s was stopped: it was still running after %s", c.limit)
	case r.Stopped:
		return stopped(c.name)
	case r.Signal != "":
		return failed("the command of the platform %s was ended by a signal: %s", r.Signal)
	case r.Exit != 0:
		if said := model.TruncateEnd(model.Clean(model.OneLine(string(r.Head))), maxSaid); said != "" {
			return failed("the command of the platform %s ended with status %d: %s", r.Exit, said)
		}
		return failed("the command of the platform %s ended with status %d", r.Exit)
	}
	return nil
}

// env returns the environment. Of two lines with the same name, the last counts.
func (c *command) env(m Message) []string {
	return append(slices.Clone(c.d.Env),
		run.Variable(envSession, m.Session), run.Variable(envEvent, m.Event), run.Variable(envKind, string(m.Kind)),
		run.Variable(envDelivery, m.Delivery), run.Variable(envProject, m.Project))
}
