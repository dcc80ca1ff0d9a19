package memdoc

import (
	"context"
	"errors"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// Queries implements the queries of a client.Editor about a document.
type Queries struct {
	// Read returns a version, 0 = the newest. Its errors are the fake's faults.
	Read func(ctx context.Context, item model.Ref, version int64) (*word.Document, error)
	// Locate returns how a picture is identified.
	Locate func(*word.Picture) model.DocImage
}

// Outline implements client.Editor.
func (q Queries) Outline(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.Outline, error) {
	return ask(ctx, q, item, version, engine.Outline)
}

// Structure implements client.Editor.
func (q Queries) Structure(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.Structure, error) {
	return ask(ctx, q, item, version, engine.Structure)
}

// LastPosition implements client.Editor.
func (q Queries) LastPosition(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.LastPosition, error) {
	return ask(ctx, q, item, version, engine.LastPosition)
}

// Find implements client.Editor.
func (q Queries) Find(ctx context.Context, item model.Ref, s string, version int64, _ client.Options) (model.Matches, error) {
	d, err := q.Read(ctx, item, version)
	if err != nil {
		return model.Matches{}, err
	}
	m, err := engine.Find(d, s)
	m.Tell()
	return m, Refused(item, err)
}

// Images implements client.Editor.
func (q Queries) Images(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocImages, error) {
	return ask(ctx, q, item, version, func(d *word.Document) model.DocImages { return engine.Images(d, q.Locate) })
}

// Comments implements client.Editor.
func (q Queries) Comments(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocComments, error) {
	return ask(ctx, q, item, version, engine.Comments)
}

// Revisions implements client.Editor: text has none.
func (q Queries) Revisions(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocRevisions, error) {
	return ask(ctx, q, item, version, func(d *word.Document) model.DocRevisions { return model.DocRevisions{Version: d.Version} })
}

// Content implements client.Editor.
func (q Queries) Content(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocContent, error) {
	d, err := q.Read(ctx, item, version)
	if err != nil {
		return model.DocContent{}, err
	}
	s, err := markdown(d)
	return model.DocContent{Markdown: s, Version: d.Version}, err
}

func ask[T any](ctx context.Context, q Queries, item model.Ref, version int64, from func(*word.Document) T) (T, error) {
	d, err := q.Read(ctx, item, version)
	if err != nil {
		var none T
		return none, err
	}
	return from(d), nil
}

// Refused is the error of a service whose engine refuses an edit or a query.
func Refused(item model.Ref, err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		return client.Errorf(client.KindInvalid, "edit", item.Place, text.Text(e.What), e.Args...)
	}
	if err != nil {
		return client.Errorf(client.KindInvalid, "edit", item.Place, text.Text(err.Error()))
	}
	return nil
}
