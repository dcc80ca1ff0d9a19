package edits

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// checkImage refuses an image before anything is read or sent.
func (e *Engine) checkImage(ctx context.Context, d *doc, ed *model.Edit) error {
	if s, _ := ed.Kind.Spec(); !s.Has(model.FieldFile) {
		return nil
	}
	if ed.Image.File.IsZero() == (ed.Image.ID == "") {
		return d.fail(client.KindInvalid, "give an image as a file or as the id of an uploaded one")
	}
	if ed.Image.File.IsZero() {
		return nil
	}
	b, entry, err := e.openImage(ctx, d, &ed.Image)
	if err != nil {
		return err
	}
	defer b.Close()
	return checkBytes(d, b, entry)
}

func (e *Engine) openImage(ctx context.Context, d *doc, im *model.NewImage) (client.Body, model.Entry, error) {
	p := im.File
	src, err := e.o.Sources.For(p)
	if err != nil {
		return nil, model.Entry{}, err
	}
	f, ok := client.Rooted(src, im.Roots).(client.FileReader)
	if !ok {
		return nil, model.Entry{}, d.fail(client.KindInvalid, "%s: the image must be on this machine (disk:)", p.String())
	}
	return f.Open(ctx, p)
}

func checkBytes(d *doc, b client.Body, entry model.Entry) error {
	switch {
	case entry.Kind.Container():
		return d.fail(client.KindInvalid, text.EditsImageKind, entry.Name, client.ImageTypes)
	case entry.Size == 0:
		return d.fail(client.KindInvalid, "%s is empty; nothing was changed", entry.Name)
	case entry.Size > client.MaxImage:
		size, most := text.Sizes(entry.Size, client.MaxImage)
		return d.fail(client.KindInvalid, "%s is too large (%s): the service accepts images of up to %s; nothing was changed", entry.Name, size, most)
	}
	head := make([]byte, client.ImageHead)
	n, err := b.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return client.Errorf(client.KindLocal, opEdit, d.place, text.EditsImageRead, entry.Name, err.Error())
	}
	if client.ImageType(head[:n]) == "" {
		return d.fail(client.KindInvalid, text.EditsImageKind, entry.Name, client.ImageTypes)
	}
	return nil
}

// load adds small images to the edit and uploads large ones, which changes no
// document. The edits are copies.
func (e *Engine) load(ctx context.Context, d *doc, steps []model.EditStep) error {
	for i := range steps {
		im := &steps[i].Edit.Image
		if im.File.IsZero() || im.ID != "" || len(im.Data) > 0 {
			continue
		}
		if err := e.loadOne(ctx, d, im); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) loadOne(ctx context.Context, d *doc, im *model.NewImage) error {
	b, entry, err := e.openImage(ctx, d, im)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := checkBytes(d, b, entry); err != nil {
		return err
	}
	name := cmp.Or(entry.Name, im.File.Base())
	if entry.Size > d.ed.ImageInline() {
		im.ID, err = d.ed.UploadImage(ctx, name, b, entry.Size, client.Interactive)
		return err
	}
	data := make([]byte, entry.Size)
	if n, err := b.ReadAt(data, 0); int64(n) < entry.Size {
		return client.Errorf(client.KindLocal, opEdit, d.place, text.EditsImageRead, name, errText(err))
	}
	im.Data = data
	return nil
}

func errText(err error) string {
	if err == nil {
		return io.ErrUnexpectedEOF.Error()
	}
	return err.Error()
}

// replaceImage finds the old image, also when it has moved since it was listed.
func (p *planner) replaceImage(a client.EditAt) ([]chunk, error) {
	e := a.Edit
	if e.OldImage == nil && e.At == 0 {
		return nil, p.d.fail(client.KindInvalid, "say which image is to be replaced")
	}
	all, err := p.Images()
	if err != nil {
		return nil, err
	}
	var found *model.DocImage
	for i := range all.All {
		im := &all.All[i]
		if e.OldImage == nil {
			if im.Position == e.At {
				found = im
			}
			continue
		}
		if sameImage(*im, *e.OldImage) && (found == nil || im.Position == e.OldImage.Position) {
			found = im
		}
	}
	if found == nil {
		return nil, p.d.fail(client.KindNotFound, "the image is not in the document any more").Hinted("look at the list of its images again")
	}
	step := model.EditStep{Edit: e}
	step.Edit.OldImage, step.Edit.At = found, found.Position
	if n, _ := p.plan.Outline.Under(found.Position); n != nil {
		step.Where = n.Title
	}
	c := one(step)
	c[0].text.End++ // the image itself
	return c, nil
}

// sameImage compares what identifies an image; the query of its URL may be signed
// differently each time ("doc.replace_image" in the specification of the doc
// tools).
func sameImage(a, b model.DocImage) bool {
	if a.Attachment != "" || b.Attachment != "" {
		return a.Attachment == b.Attachment
	}
	au, _, _ := strings.Cut(a.URL, "?")
	bu, _, _ := strings.Cut(b.URL, "?")
	return au == bu
}
