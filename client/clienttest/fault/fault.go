// Package fault is what tests say of the faults of the embedded service.
package fault

import "aloft/client/embedded/fault"

type (
	Faults = fault.Faults
	Docs   = fault.Docs
	Blobs  = fault.Blobs
	Bytes  = fault.Bytes
	Rate   = fault.Rate
	Span   = fault.Span
	Size   = fault.Size
)

// Carriers of a business error.
func Carriers() []string { return fault.Carriers() }
