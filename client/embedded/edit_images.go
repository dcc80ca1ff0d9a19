package embedded

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

const (
	// maxImage and imageLife are those of facts/documents.md "doc.*".
	maxImage  = 10 << 20
	imageLife = 24 * time.Hour
)

// imageFormats may be uploaded.
func imageFormats() []string { return []string{"png", "jpeg", "gif", "bmp", "webp", "svg"} }

// storeImage keeps the bytes of an image as a file.
func (s *wordService) storeImage(b []byte) (blob, error) {
	format, _, _ := word.Sniff(b)
	switch {
	case len(b) == 0:
		return blob{}, refuse(docsBad, "the image is empty")
	case len(b) > maxImage:
		return blob{}, refuse(docsBad, "the image has %d {byte|bytes}, at most %d", len(b), maxImage)
	case !slices.Contains(imageFormats(), format):
		return blob{}, refuse(docsBad, "the image is of no known format, only: %s", strings.Join(imageFormats(), ", "))
	}
	w, err := s.db.newBlob()
	if err != nil {
		return blob{}, err
	}
	defer w.drop()
	if _, err := w.Write(b); err != nil {
		return blob{}, err
	}
	return w.keep()
}

// addUpload stores an image for a document to come, and gives its id.
func (s *wordService) addUpload(ctx context.Context, name string, b []byte) (string, error) {
	made, err := s.storeImage(b)
	if err != nil {
		return "", err
	}
	id, now := newID(), s.db.now()
	return id, s.pages.update(ctx, func(l rows) error {
		if err := s.db.refer(made.hash); err != nil {
			return err
		}
		if err := l.do("DELETE FROM upload WHERE expires <= ?", now.UnixNano()); err != nil {
			return err
		}
		return l.do("INSERT INTO upload(id, hash, name, expires) VALUES(?, ?, ?, ?)", id, made.hash, name, now.Add(imageLife).UnixNano())
	})
}

func (s *wordService) uploadImage(c *docsCall) (object, error) {
	if c.dice.imageFail {
		return nil, refuse(docsTransient, text.WireWordUploadFail)
	}
	b, err := engine.DecodeBase64(c.args.text("image_base64"), 0)
	if err != nil {
		return nil, err
	}
	id, err := s.addUpload(c.ctx, c.args.text("file_name"), b)
	if err != nil {
		return nil, err
	}
	return object{"image_id": id}, nil
}

// picture is the image of a call: from content, or one that was uploaded.
func (s *wordService) picture(c *docsCall) (*word.Picture, error) {
	content, id := c.args.text("content"), c.args.text("image_id")
	if err := engine.OneImage(content != "", id != ""); err != nil {
		return nil, err
	}
	var made blob
	var name string
	if content != "" {
		b, err := engine.DecodeBase64(content, 0)
		if err != nil {
			return nil, err
		}
		if made, err = s.storeImage(b); err != nil {
			return nil, err
		}
	} else {
		found := false
		err := s.pages.view(c.ctx, func(l rows) (err error) {
			found, err = l.row("SELECT hash, name FROM upload WHERE id = ? AND expires > ?", []any{id, c.now.UnixNano()}, &made.hash, &name)
			return err
		})
		if err == nil && !found {
			err = refuse(docsBad, "argument image_id: no such image; one that was uploaded is kept for a day")
		}
		if err != nil {
			return nil, err
		}
	}
	f, size, err := s.db.openBlob(made.hash)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	format, w, h := word.Sniff(head[:n])
	if ext := strings.ToLower(path.Ext(name)); ext == "" || ext == "." {
		name = "image." + format
	}
	p := &word.Picture{Data: keptBytes{s.db, made.hash, size}, Name: name, Width: w, Height: h}
	// One side alone keeps the shape.
	switch gw, gh := int(c.args.number("width", 0)), int(c.args.number("height", 0)); {
	case gw > 0 && gh > 0:
		p.Width, p.Height = gw, gh
	case gw > 0:
		p.Width, p.Height = gw, scaled(h, gw, w)
	case gh > 0:
		p.Width, p.Height = scaled(w, gh, h), gh
	}
	return p, nil
}

func scaled(side, to, from int) int {
	if from <= 0 || side <= 0 {
		return to
	}
	return max(1, side*to/from)
}

func (s *wordService) wordImage(c *docsCall) (object, error) {
	p, err := s.picture(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, "doc.insert_image", func(w *wordPage) (*word.Document, error) {
		return engine.InsertImage(w.doc, c.args.number("index", 0), p)
	})
}

func (s *wordService) wordReplaceImage(c *docsCall) (object, error) {
	has := func(name string) bool { return c.args.text(name) != "" }
	err := engine.ImageGroups(c.args.has("idx"), has("old_image_url"), has("old_attachment_id"), has("image_id"), has("content"))
	if err != nil {
		return nil, err
	}
	pic, err := s.picture(c)
	if err != nil {
		return nil, err
	}
	old := model.DocImage{Source: model.ImageByURL, URL: c.args.text("old_image_url")}
	if !has("old_image_url") {
		old = model.DocImage{Source: model.ImageByAttachment, Attachment: c.args.text("old_attachment_id")}
	}
	return s.edit(c, "doc.replace_image", func(p *wordPage) (*word.Document, error) {
		return engine.ReplaceImage(p.doc, c.args.number("idx", 0), old, pic, s.locate(c, p.seq, false))
	})
}

// keepPictures gives the document with all its pictures in files of their own, so
// that they have addresses. That of an imported file has them within the file
// until somebody asks.
func (s *wordService) keepPictures(c *docsCall, p *wordPage) (*word.Document, error) {
	all := true
	engine.Images(p.doc, func(q *word.Picture) model.DocImage {
		_, kept := q.Data.(keptBytes)
		all = all && (kept || q.Data == nil)
		return model.DocImage{}
	})
	if all {
		return p.doc, nil
	}
	pics := &pictures{db: s.db}
	data, err := engine.EncodeDocument(p.doc, pics)
	if err != nil {
		return nil, err
	}
	d, err := engine.DecodeDocument(data, pics)
	if err != nil {
		return nil, err
	}
	err = s.pages.update(c.ctx, func(l rows) error {
		if _, found, err := l.document(p.seq); err != nil || !found {
			return err
		}
		return s.keepImages(l, p.seq, pics.new)
	})
	if err != nil {
		return nil, err
	}
	s.cache.put(p.seq, opened{doc: d, snapped: p.snapped, logged: p.logged, kept: true})
	return d, nil
}

// locate says how the pictures of a page are known outside: linked ones by their
// address, embedded ones by one of ours, without a query or with one that opens
// it for a while. What no browser shows is an attachment.
func (s *wordService) locate(c *docsCall, page int64, open bool) engine.Locate {
	return func(p *word.Picture) model.DocImage {
		kept, is := p.Data.(keptBytes)
		if !is {
			link := p.URL
			if !open {
				link, _, _ = strings.Cut(link, "?")
			}
			return model.DocImage{Source: model.ImageByURL, URL: link}
		}
		ext := imageExt(p.Name)
		if ext == "" || s.faults.Attachments {
			return model.DocImage{Source: model.ImageByAttachment, Attachment: "att-" + kept.hash[:32]}
		}
		k := signed{image: true, id: s.pages.fileID(page), name: kept.hash + ext, expires: s.links.until(c.now)}
		link := s.links.address(c.base, k)
		if !open {
			link, _, _ = strings.Cut(link, "?")
		}
		return model.DocImage{Source: model.ImageByURL, URL: link}
	}
}
