package journal

import (
	"errors"
	"io/fs"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// How long to wait for a service that gives no useful answer.
const (
	OfBulk       = 10 * time.Minute
	OfPerson     = time.Minute // while a person waits
	LongestPause = time.Minute
)

// Outage is the time for which something has failed: by the clock, and by the
// pauses made, which Options.Scale shortens without shortening the limits.
type Outage struct {
	Since  time.Time // zero = no failure
	Pauses time.Duration
}

// Over reports whether the outage is longer than most; the first call sets Since.
func (o *Outage) Over(most time.Duration) bool {
	if o.Since.IsZero() {
		o.Since = time.Now()
	}
	return max(time.Since(o.Since), o.Pauses) > most
}

// Retryable: the same request may succeed later.
func Retryable(err error) bool {
	switch client.KindOf(err) {
	case client.KindNetwork, client.KindThrottled:
		return true
	case "":
		return !OfDisk(err)
	}
	var ce *client.Error
	return errors.As(err, &ce) && (ce.Retry || ce.Kind == client.KindServer)
}

// NoRoom: no file can be written here until somebody frees space on the disk.
func NoRoom(err error) bool {
	return client.Full(err) || system.Is(err, system.ReadOnly)
}

// OfDisk: an error of this machine's own files, which does not pass by itself.
func OfDisk(err error) bool {
	var pe *fs.PathError
	return NoRoom(err) || errors.Is(err, fs.ErrPermission) || errors.As(err, &pe)
}

// Again is the message shown while something is retried.
func Again(err error) model.Sentence {
	return model.Say("trying again: %s", client.Trouble(err))
}

// AsksFor is how long the service asks to wait before the next request.
func AsksFor(err error) time.Duration {
	if ce, ok := errors.AsType[*client.Error](err); ok {
		return ce.After
	}
	return 0
}

// Passes: the service, or the network, has trouble that may pass.
func Passes(e *client.Error) bool {
	switch e.Kind {
	case client.KindThrottled:
		return true
	case client.KindServer, client.KindNetwork:
		return e.Retry
	}
	return false
}

// Elsewhere: the address sends on to another one, which stays so until a person looks.
func Elsewhere(err error) bool {
	var e *client.Error
	return errors.As(err, &e) && e.Status >= 300 && e.Status < 400
}

// Misfit: the service has answered, and what it says does not fit together. Asked once more it
// may be right; more often than that it never is.
func Misfit(err error) bool {
	var e *client.Error
	return !errors.As(err, &e) || e.Kind == client.KindServer && !e.Retry && e.Status < 500
}
