package docs

import (
	"context"

	"aloft/client"
)

// Service is the document service of one account. It may be used by many
// goroutines.
type Service struct{ o Options }

// New makes the service of an account; it sends nothing.
func New(o Options) *Service { return &Service{o: o} }

// Home is the tree of the person's own documents, docs:.
func (s *Service) Home() client.Source { return nil }

// Spaces is the tree of the spaces and their pages, space:.
func (s *Service) Spaces() client.Source { return nil }

// Probe asks cheaply whether the token is accepted.
func (s *Service) Probe(ctx context.Context) error { return nil }

// Tools are the tools that the service offers and those that are missing.
func (s *Service) Tools(ctx context.Context) ([]Tool, error) { return nil, nil }

// Close ends the connection.
func (s *Service) Close() error { return nil }
