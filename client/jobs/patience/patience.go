// Package patience says which trouble may pass by itself, and how long that is
// waited for.
package patience

import (
	"errors"
	"io/fs"
	"syscall"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// Patience with a service that is of no use.
const (
	OfBulk       = 10 * time.Minute
	OfPerson     = time.Minute // while a person waits
	LongestPause = time.Minute
)

// Outage is how long something has been of no use: by the clock, and by the pauses
// made, which Options.Scale shortens and no limit with them.
type Outage struct {
	Since  time.Time // zero = all is well
	Pauses time.Duration
}

// Over: it has been so for longer than that, from the first time on that it is asked.
func (o *Outage) Over(most time.Duration) bool {
	if o.Since.IsZero() {
		o.Since = time.Now()
	}
	return max(time.Since(o.Since), o.Pauses) > most
}

// Retryable: the same request may go well another time.
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

// NoRoom: no file can be written here, this one or another, until somebody has
// done something about the disk.
func NoRoom(err error) bool {
	return client.Full(err) || errors.Is(err, syscall.EROFS)
}

// OfDisk: what this machine's own files answer does not pass by itself.
func OfDisk(err error) bool {
	var pe *fs.PathError
	return NoRoom(err) || errors.Is(err, fs.ErrPermission) || errors.As(err, &pe)
}

// Again is what a person is told while something is tried again.
func Again(err error) string {
	return (*text.Catalogue)(nil).Say("trying again: %s", client.Trouble(nil, err))
}

// AsksFor is how long the service wants to be left alone.
func AsksFor(err error) time.Duration {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.After
	}
	return 0
}

// Passes: the service, or the way to it, is in trouble that may pass.
func Passes(e *client.Error) bool {
	switch e.Kind {
	case client.KindThrottled:
		return true
	case client.KindServer, client.KindNetwork:
		return e.Retry
	}
	return false
}

// Strange: nothing in the answer is the service's own word. Once it may be
// anybody's mistake; when it comes again and again, there is another thing at
// this address.
func Strange(err error) bool {
	var e *client.Error
	switch errors.As(err, &e); client.KindOf(err) {
	case client.KindServer:
		return true
	case client.KindInvalid, client.KindUnsupported:
		return e.Code == 0 && e.Status != 0 && (e.Status < 400 || e.Server == "")
	}
	return false
}
