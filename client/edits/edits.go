// Package edits is the one way to change a document: a request becomes a plan
// whose places were found in one version, and a plan is applied step by step,
// each step on the version that the one before has made. It knows the
// interfaces of package client only, never a concrete source.
package edits

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// Options of an Engine.
type Options struct {
	Sources client.Sources
	// Dir keeps a journal for each document that was edited, made with mode 0700.
	Dir string
	Now func() time.Time // nil = time.Now
	// Settle is the age at which an edit without an answer can no longer strike;
	// 0 = 45 s.
	Settle time.Duration
	// Patience is how long Apply looks for an edit without an answer; 0 = 6 s.
	Patience time.Duration
	// Hook is called at each point where the process could die, for tests.
	Hook func(point string)
}

// Engine plans and applies edits. It implements client.Edits.
type Engine struct{ o Options }

var _ client.Edits = (*Engine)(nil)

// New makes an engine; it reads and writes nothing yet.
func New(o Options) *Engine { return &Engine{o: o} }

// Plan is of client.Edits.
func (e *Engine) Plan(ctx context.Context, r client.EditRequest) (*model.EditPlan, error) {
	return nil, nil
}

// Apply is of client.Edits.
func (e *Engine) Apply(ctx context.Context, p *model.EditPlan) (model.EditResult, error) {
	return model.EditResult{}, nil
}

// History is of client.Edits.
func (e *Engine) History(ctx context.Context, item model.Place) ([]client.EditDone, error) {
	return nil, nil
}

// PlanUndo is of client.Edits.
func (e *Engine) PlanUndo(ctx context.Context, item model.Place) (*model.EditPlan, error) {
	return nil, nil
}

// Compare is of client.Edits.
func (e *Engine) Compare(ctx context.Context, a, b client.DocVersion, opt client.Options) (client.Comparison, error) {
	return client.Comparison{}, nil
}
