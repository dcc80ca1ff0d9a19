package model

import (
	"strings"
	"time"

	"aloft/model/text"
)

// DeliveryState is where a delivery to the webhook receiver stands.
type DeliveryState string

const (
	DeliveryRefused   DeliveryState = "refused"   // answered with another status than 200: nothing runs
	DeliveryIgnored   DeliveryState = "ignored"   // accepted, nothing runs: Reason says why
	DeliveryDuplicate DeliveryState = "duplicate" // accepted, its Idempotency-Key was seen before: nothing runs
	DeliveryAsking    DeliveryState = "asking"    // waits for a person to allow the command
	DeliveryWaiting   DeliveryState = "waiting"   // waits for its turn
	DeliveryRunning   DeliveryState = "running"
	DeliveryDone      DeliveryState = "done"
	DeliveryFailed    DeliveryState = "failed"  // it could not start, or ended with an error
	DeliveryTimeout   DeliveryState = "timeout" // stopped at its limit
	DeliveryStopped   DeliveryState = "stopped" // by a person, or with the program
	DeliveryDenied    DeliveryState = "denied"  // a person did not allow it
	DeliveryBusy      DeliveryState = "busy"    // dropped: the session had a turn running
	DeliveryCut       DeliveryState = "cut"     // the program died before it had ended
)

// Ended reports whether nothing more will happen to the delivery by itself.
func (s DeliveryState) Ended() bool {
	switch s {
	case DeliveryAsking, DeliveryWaiting, DeliveryRunning:
		return false
	}
	return true
}

// Bad reports whether the delivery ended in a way a person should look at.
func (s DeliveryState) Bad() bool {
	switch s {
	case DeliveryFailed, DeliveryTimeout, DeliveryCut:
		return true
	}
	return false
}

// DeliveryKind is what a delivery asks for.
type DeliveryKind string

const (
	DeliveryPrompt DeliveryKind = "prompt"
	DeliveryExec   DeliveryKind = "exec"
)

// MaxWork is how many bytes of a prompt or a command the list keeps; the whole
// is read from the store.
const MaxWork = 2 << 10

// Delivery is one request to the receiver as a list shows it. Every foreign string
// in it is raw. A value is not changed once it was handed out.
type Delivery struct {
	ID     string // sorts by time of arrival
	At     time.Time
	Remote string // address of the sender, without its port
	Status int    // HTTP status of the answer
	// Reason says why it was refused or ignored, or why
	// it did not end well; zero when there is nothing to say.
	Reason Sentence
	// Count is how many equal refusals this row stands for, 1 for all others.
	Count int
	Last  time.Time // arrival of the last of them, else At

	Route   string // it came by this one, "" = the specified endpoint
	Event   string // the effective name
	Project string // the resolved name
	Session string // session key
	Kind    DeliveryKind
	Work    string // the prompt or the command, its first MaxWork bytes
	Silent  bool
	Bytes   int64 // size of the body

	Of     string // id of the delivery that this one replays or repeats
	Replay bool   // it was replayed by a person

	State   DeliveryState
	Ahead   int        // how many are before it while it waits
	Started time.Time  // zero: it never began
	Ended   time.Time  // zero: it has not ended
	Exit    int        // exit status of the process, -1 when there is none
	Output  int64      // bytes that were printed
	Lives   int        // processes that it left running when it ended and that still run
	Notes   []Sentence // what else went wrong, such as a message that could not be posted
}

// Works reports whether there is anything of the delivery that could be stopped.
func (d *Delivery) Works() bool { return !d.State.Ended() || d.Lives > 0 }

// DeliveryDetail is everything that the store knows of a delivery.
type DeliveryDetail struct {
	Delivery
	Method, Path string       // the path with its query; a token in it is masked
	Header       []HeaderLine // as it came; secrets in it are masked
	Body         []byte       // raw, whole
	WorkDir      string       // as it was asked for
	Dir          string       // where it ran
	Argv         []string     // of the process: sh -c …, or the agent
	Prompt       string       // as it was handed to the agent
	Head, Tail   []byte       // first and last part of the output, raw
	Between      int64        // bytes left out between them
	File         string       // the file that has the whole output, "" = none
}

// HeaderLine is one line of a request's header.
type HeaderLine struct{ Name, Value string }

// HookRoute is a route of the receiver, by which a sender comes that was not written for it.
type HookRoute struct {
	Name, Verify, URL string
	Open              bool      // it takes requests of anybody
	Trouble           Sentence  // why it refuses everything
	Last              *Delivery // the newest one, nil = none
}

// MessageKind is what a message of a conversation is.
type MessageKind string

const (
	MessageNotice  MessageKind = "notice"  // work begins, was skipped, …
	MessageOutcome MessageKind = "outcome" // how a command ended
	MessagePrompt  MessageKind = "prompt"  // handed to the agent
	MessageReply   MessageKind = "reply"   // of the agent
)

// Message is one entry of a conversation. Text is raw and may have many lines.
type Message struct {
	At       time.Time
	Kind     MessageKind
	From     string     // id and name of who speaks: "webhook", or the agent's project
	Said     []Sentence // what the program itself says, line by line
	Text     string     // what others wrote: it stands below that
	Cut      int        // bytes that Text had more
	Event    string
	Delivery string // id
	Bad      bool   // it reports a failure
}

// In is all that a message says, in the language of the catalogue.
func (m *Message) In(c *text.Catalogue) string { return Spoken(c, m.Said, m.Text, m.Cut) }

// Spoken is sentences, a line each, and a text below them that had more bytes.
func Spoken(c *text.Catalogue, said []Sentence, words string, cut int) string {
	lines := Each(said, func(s Sentence) string { return s.In(c) })
	if words != "" {
		lines = append(lines, words)
	}
	if cut > 0 {
		lines = append(lines, c.Say("(%d more {byte|bytes})", cut))
	}
	return strings.Join(lines, "\n")
}

// Conversation is what was said in one chat session.
type Conversation struct {
	Session  string // session key, raw
	ID       string // a UUID of ours, the same over all turns
	Project  string
	Turns    int // turns of an agent that have ended well
	Messages int
	Last     Message // newest, its text cut to MaxWork bytes
}

// HookState is where the receiver stands.
type HookState string

const (
	HookOff     HookState = "off"     // not enabled, or closed by a person
	HookUp      HookState = "up"      // listening here
	HookPaused  HookState = "paused"  // listening here, answering 503
	HookOther   HookState = "other"   // another instance of this user listens; its store is followed
	HookTaken   HookState = "taken"   // somebody else has the port
	HookRefused HookState = "refused" // it does not start: Why says the reason
)

// HookStatus is what one cell of the screen shows.
type HookStatus struct {
	State   HookState
	Address string   // "127.0.0.1:9111", "" while nothing listens
	URL     string   // "http://127.0.0.1:9111/hook"
	Lines   string   // URL for ready-made lines: where it listens, or would
	Instead int      // the configured port, when another user's is in the way; 0 = it is the configured one
	Open    bool     // no token is asked for
	Why     Sentence // for taken, refused, off, and for a port that was just taken instead
	PID     int      // HookOther: the process that listens
	At      string   // HookOther: the terminal or the command of that process, raw; "" = not known
	Host    string   // HookOther: the computer of that process, raw, where it is not this one
	Paused  bool     // HookOther: it answers 503
	// Projects are the names that deliveries may ask for, in order; none while
	// there is only the one that needs no name.
	Projects []string
	Since    time.Time
	Live     int // deliveries that run, wait or ask
	Asking   int
	Arrived  uint64 // deliveries since the store was opened, refused ones too; grows only
	Failed   uint64 // of them those that ended badly; grows only
}
