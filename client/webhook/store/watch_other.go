//go:build !linux

package store

import "time"

// Watch tells nothing where the system does not tell that a lock was given back:
// its user looks every second.
type Watch struct{ C <-chan struct{} }

// NewWatch makes one.
func NewWatch(string) *Watch { return &Watch{} }

// Close ends it.
func (*Watch) Close() {}

// Next is how long it may take until its user looks for itself.
func (*Watch) Next(bool) time.Duration { return lookOften }

// remote: nothing is known of the file system.
func remote(string) bool { return true }
