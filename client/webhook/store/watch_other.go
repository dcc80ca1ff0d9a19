//go:build !linux

package store

import "time"

// Watch reports nothing where the system does not report that a lock was released:
// its user polls every second.
type Watch struct{ C <-chan struct{} }

// NewWatch returns a Watch.
func NewWatch(string) *Watch { return &Watch{} }

// Close ends the watch.
func (*Watch) Close() {}

// Next is the time to the next poll.
func (*Watch) Next() time.Duration { return lookOften }

// remote: nothing is known of the file system.
func remote(string) bool { return true }
