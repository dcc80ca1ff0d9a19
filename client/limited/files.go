package limited

import (
	"context"
	"image"

	"aloft/client"
	"aloft/model"
)

// previews are previews of a person's files.
type previews struct {
	g   *Person
	all client.Previewer
}

// pictures are those of a reader that shows pictures, too.
type pictures struct {
	previews
	of client.Picturer
}

// Files limits previews to a person.
func (g *Person) Files(all client.Previewer) client.Previewer {
	if all == nil {
		return nil
	}
	p := previews{g, all}
	if of, ok := all.(client.Picturer); ok {
		return pictures{p, of}
	}
	return p
}

const opPreview = "preview"

func (p previews) Refusal(at model.Place, e *model.Entry) error {
	if p.g.view(at) < root {
		return p.g.outside(opPreview, at)
	}
	return p.all.Refusal(at, e)
}

func (p previews) Preview(ctx context.Context, at model.Place, seen model.Entry, anew bool) (client.FilePreview, error) {
	if err := p.g.read(opPreview, at); err != nil {
		return client.FilePreview{}, err
	}
	return p.all.Preview(ctx, at, p.g.sighted(at, seen), anew)
}

func (p previews) End(ctx context.Context, at model.Place, seen model.Entry, anew bool) (client.FilePreview, error) {
	if err := p.g.read(opPreview, at); err != nil {
		return client.FilePreview{}, err
	}
	return p.all.End(ctx, at, p.g.sighted(at, seen), anew)
}

// Coloured gives a text to the command of the machine that it is shown by.
func (p previews) Coloured(ctx context.Context, at model.Place, f *client.FilePreview) ([]string, error) {
	if err := p.g.read(opPreview, at); err != nil {
		return nil, err
	}
	return p.all.Coloured(ctx, at, f)
}

func (p pictures) Picture(ctx context.Context, at model.Place, seen model.Entry, w, h int) (image.Image, error) {
	if err := p.g.read(opPreview, at); err != nil {
		return nil, err
	}
	return p.of.Picture(ctx, at, p.g.sighted(at, seen), w, h)
}
