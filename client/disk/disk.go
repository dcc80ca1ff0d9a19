// Package disk shows local folders as a Source.
package disk

import "aloft/model"

// Source is the file system of this machine. Its places start at "/".
type Source struct{}

// New makes the source.
func New() *Source { return &Source{} }

// Root of the file system.
func (s *Source) Root() model.Place { return model.Place{Scheme: model.SchemeDisk} }
