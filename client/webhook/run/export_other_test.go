//go:build unix && !linux

package run

// WithoutCgroups does nothing: there are none.
func WithoutCgroups() {}
