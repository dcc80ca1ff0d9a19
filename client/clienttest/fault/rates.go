package fault

import "time"

// Rate is how often a fault strikes: with a probability, or at every N-th request
// that it could strike. The zero value never does.
type Rate struct {
	P     float64
	Every int
}

// Span is a time between two bounds, drawn each time it is needed.
type Span struct {
	Min, Max time.Duration
}

// Size is a number between two bounds, drawn each time it is needed.
type Size struct{ Min, Max int }
