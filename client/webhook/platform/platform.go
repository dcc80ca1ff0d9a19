// Package platform posts the receiver's messages about a delivery: into the program's own conversations, a file, a
// command, the terminal's notifications or a chat service. A platform that can post with only a session key has what
// the drive specification calls proactive messaging ("Work after acceptance"). Nothing runs for one that cannot.
package platform

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Message is one post. Every string in it is raw.
type Message struct {
	Session                  string // session key
	Kind                     model.MessageKind
	Event, Project, Delivery string
	Said                     []model.Sentence // what the program itself says, a line each
	Text                     string           // what others wrote, below that
	Bad                      bool             // it reports a failure
	At                       time.Time
}

// In is all that the message says, in the language of the catalogue.
func (m *Message) In(c *text.Catalogue) string { return model.Spoken(c, m.Said, m.Text, 0) }

// Post posts a message to the opened place. It ends with the context, or within 30 s. Its error is clean, has one
// line, and never contains the address of the place.
type Post func(ctx context.Context, m Message) error

// Platform is where messages go.
type Platform interface {
	// Open returns the Post for a session key. The error says why the platform cannot post by itself.
	Open(session string) (Post, error)
}

// Setting is a platform of the configuration.
type Setting struct {
	Type      string // one of client.PlatformTypes; "" = by its name
	Proactive bool
	File      string   // log: "" = Deps.LogFile
	Command   []string // command
}

// Deps are what platforms need from the program.
type Deps struct {
	// Talk adds a message to the program's own conversations.
	Talk func(Message) error
	// Notify shows a notification in the terminal; nil: there is no screen.
	Notify func(client.Notification) error
	// LogFile is the file of a log platform without one.
	LogFile string
	// Address of a shoutrrr platform. It is a secret.
	Address func(name string) (string, error)
	// Env is the environment of commands, without secrets.
	Env []string
	// Language is what people read; nil: English. A log is for programs, and always English.
	Language *text.Catalogue
}
