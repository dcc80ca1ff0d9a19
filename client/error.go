package client

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Kind is the class of a failure; the exit code and what a person can do about it
// depend on it.
type Kind string

const (
	KindAuth        Kind = "auth"            // no valid session: needs login
	KindNotFound    Kind = "not-found"       // believed: a new walk did not find it
	KindConflict    Kind = "conflict"        // the name is taken, or the entry was changed
	KindThrottled   Kind = "throttled"       // the service asks to slow down
	KindNetwork     Kind = "network"         // no answer, and certainly nothing was changed
	KindInvalid     Kind = "invalid"         // the request was refused as wrong
	KindUnsupported Kind = "unsupported"     // the source has no such action
	KindUnknown     Kind = "unknown-outcome" // a mutation was sent and has no clear answer
	KindServer      Kind = "server"          // the service failed, and said that nothing was changed
	KindStale       Kind = "stale"           // a Ref is of an older epoch; nothing was sent
	KindLocal       Kind = "local"           // this machine: disk full, read-only, no permission
)

// Error is the one error of the client layer.
type Error struct {
	Kind     Kind
	Op       string      // the operation: list, mkdir, rename, move, delete, …
	Place    model.Place // what it was about; may be the zero Place
	What     text.Text   // one sentence: what failed and why
	Args     []any
	Hint     text.Text // what to do: a key or a command
	HintArgs []any
	Server   string        // the server's own message, raw (clean it before showing)
	Status   int           // HTTP status, 0 when there was none
	Code     int           // the service's business code, 0 when there was none
	Trace    string        // the service's request or trace id
	Retry    bool          // a retry of the same request can help
	After    time.Duration // how long the service asks to wait before a retry, 0 = unknown
	Changed  Changed       // whether anything was changed
	Err      error         // the cause
}

// Strange: nothing in the answer is the service's own. A single one may be a mistake of anything
// in between; when it repeats, something else is at this address.
func Strange(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Kind == KindInvalid || e.Kind == KindUnsupported) &&
		e.Code == 0 && e.Status != 0 && (e.Status < 400 || e.Server == "")
}

// Causes of an Error of KindUnknown, by which the Verifier decides how to go on.
var (
	// ErrTaskFailed: the service itself reports that the asynchronous task failed.
	// A part may be done; what the Verifier finds undone is failed, and a retry
	// would most likely fail again.
	ErrTaskFailed = errors.New("the task failed")
	// ErrTaskUnseen: the change was accepted, but nothing reports the end of its
	// task (no task endpoint, or it took too long): only listings show it.
	ErrTaskUnseen = errors.New("the end of the task was not seen")
)

// Changed says whether a failed write changed anything.
type Changed int

const (
	ChangedUnsaid  Changed = iota // nothing is said about it
	ChangedNothing                // certainly nothing
	ChangedMaybe
	ChangedSome
)

// Unchanged: certainly nothing was changed. After a read that need not be said.
func Unchanged(write bool) Changed {
	if write {
		return ChangedNothing
	}
	return ChangedUnsaid
}

// NothingChanged says so of a write.
func (e *Error) NothingChanged() *Error {
	e.Changed = ChangedNothing
	return e
}

// Caused adds the cause.
func (e *Error) Caused(by error) *Error {
	e.Err = by
	return e
}

// Error returns the English sentence. Text of the server in it is cleaned.
func (e *Error) Error() string { return e.Say(nil) }

// Say returns the sentence in the language of the catalogue. It is clean and has one line.
func (e *Error) Say(c *text.Catalogue) string { return e.Sentence().In(c) }

// Sentence is what failed, why, the server's message, and what to do.
func (e *Error) Sentence() model.Sentence {
	s := model.Say(e.What, e.Args...)
	if e.What == "" {
		s = model.Say(text.ErrPlain, e.Op, string(e.Kind))
	}
	if e.Changed == ChangedNothing {
		s = model.Say("%s Nothing was changed.", stopped(s))
	}
	if e.Server != "" {
		s = model.Say(text.ErrServerSays, s, e.Server)
	}
	if e.Trace != "" {
		s = model.Say("%s (trace %s)", s, e.Trace)
	}
	if e.Err != nil && e.What == "" {
		s = model.Say("%s: %s", s, e.Err)
	}
	if e.Changed == ChangedMaybe {
		s = model.Say("%s It is not known whether anything was changed.", stopped(s))
	}
	if e.Changed == ChangedSome {
		s = model.Say("%s Some changes were made.", stopped(s))
	}
	if e.Hint != "" {
		s = model.Say(text.ErrHint, s, model.Say(e.Hint, e.HintArgs...))
	}
	return s
}

// Sentence is what an error says: what failed, why and what to do; the zero value for none.
func Sentence(err error) model.Sentence {
	var e *Error
	var s model.Sentence
	switch {
	case err == nil:
		return model.Sentence{}
	case errors.As(err, &e):
		return e.Sentence()
	case errors.As(err, &s):
		return s
	}
	return model.Say("%s", err)
}

// Trouble is what went wrong, without what to do: shown while it is retried automatically, and stored.
func Trouble(err error) model.Sentence {
	var e *Error
	if !errors.As(err, &e) {
		return model.Say("%s", err)
	}
	short := *e
	short.Hint, short.Changed = "", ChangedUnsaid
	return short.Sentence()
}

// stopped is a sentence with its full stop.
func stopped(s model.Sentence) model.Sentence {
	if said := s.String(); said == "" || strings.HasSuffix(said, ".") || strings.HasSuffix(said, "!") || strings.HasSuffix(said, "?") {
		return s
	}
	return model.Say("%s.", s)
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first Error in the chain, "" when there is none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

// Is reports whether the error is of the kind.
func Is(err error, k Kind) bool { return err != nil && KindOf(err) == k }

// Errorf returns an Error with that sentence.
func Errorf(k Kind, op string, p model.Place, t text.Text, args ...any) *Error {
	return &Error{Kind: k, Op: op, Place: p, What: t, Args: args}
}

// Hinted adds what to do.
func (e *Error) Hinted(t text.Text, args ...any) *Error {
	e.Hint, e.HintArgs = t, args
	return e
}

// Held returns what makes the error of a lock that an operation has not got: who holds it and what to do.
func Held(op string) func(what string, by system.Holder) error {
	return func(what string, by system.Holder) error {
		e := Errorf(KindLocal, op, model.Place{}, "%s is in use by %s", what, by.String())
		e.Retry = true
		if by.State() == system.Stopped {
			e.Hint, e.HintArgs = text.HeldHint, []any{strconv.Itoa(by.PID)}
		}
		return e
	}
}

// CheckPlace refuses a place that is not Valid: a service has a name there that no
// place can have. Every source and every plan calls it.
func CheckPlace(op string, p model.Place) error {
	if p.Valid() {
		return nil
	}
	return Errorf(KindInvalid, op, p, "%s: the name is empty or contains a NUL character", p.String()).
		Hinted("rename it where it was made, for example in the browser; until then you can only look at it")
}

var _ fmt.Stringer = Kind("")

// String returns the word for scripts.
func (k Kind) String() string { return string(k) }
