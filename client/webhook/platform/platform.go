// Package platform posts what the receiver has to say of a delivery: into the
// program's own conversations, a file, a command, the terminal's notifications
// or a chat service. A platform that can do so by itself, given nothing but a
// session key, has what the drive specification calls proactive messaging
// ("Work after acceptance"); for one that cannot, nothing runs.
package platform

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// Message is one post. Every string in it is raw; Text may have many lines.
type Message struct {
	Session                  string // session key
	Kind                     model.MessageKind
	Event, Project, Delivery string
	Text                     string
	Bad                      bool // it tells a failure
	At                       time.Time
}

// Post takes a message to the place that was opened. It ends with the context,
// and within 30 s without it. Its error is clean, has one line, and never holds
// the address of the place.
type Post func(ctx context.Context, m Message) error

// Platform is where messages go.
type Platform interface {
	Name() string
	// Open gives the place that a session key names. The error says why the
	// platform cannot post by itself.
	Open(session string) (Post, error)
}

// Setting is a platform of the configuration.
type Setting struct {
	Type      string // tui, log, command, desktop, shoutrrr; "" = as its name says
	Proactive bool
	File      string   // log: "" = Deps.LogFile
	Command   []string // command
}

// Deps are what platforms need of the program around them.
type Deps struct {
	// Talk puts a message into the program's own conversations.
	Talk func(Message) error
	// Notify shows a notification in the terminal; nil: there is no screen.
	Notify func(client.Notification) error
	// LogFile of a log platform that names none.
	LogFile string
	// Address of a shoutrrr platform. It is a secret.
	Address func(name string) (string, error)
	// Env is the environment of commands, without secrets.
	Env []string
}
