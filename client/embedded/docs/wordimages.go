package docs

import (
	"context"
	"errors"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model"
	"aloft/model/text"
)

const (
	// MaxImage is the largest image of an upload, imageLife how long its id is valid.
	MaxImage  = 10 << 20
	imageLife = 24 * time.Hour
)

// imageFormats are the formats that may be uploaded.
func imageFormats() []string { return []string{"png", "jpeg", "gif", "bmp", "webp", "svg"} }

// storeImage stores the bytes of an image as a file.
func (s *Word) storeImage(b []byte) (store.Blob, error) {
	format, _, _ := parts.Sniff(b)
	switch {
	case len(b) == 0:
		return store.Blob{}, pages.Refuse(pages.Bad, "the image is empty")
	case len(b) > MaxImage:
		return store.Blob{}, pages.Refuse(pages.Bad, "the image has %d {byte|bytes}, at most %d", len(b), MaxImage)
	case !slices.Contains(imageFormats(), format):
		return store.Blob{}, pages.Refuse(pages.Bad, "the image is of no known format, only: %s", strings.Join(imageFormats(), ", "))
	}
	w, err := s.db.NewBlob()
	if err != nil {
		return store.Blob{}, err
	}
	defer w.Drop()
	if _, err := w.Write(b); err != nil {
		return store.Blob{}, err
	}
	return w.Keep()
}

// AddUpload stores an image for a later document, and returns its id.
func (s *Word) AddUpload(ctx context.Context, name string, b []byte) (string, error) {
	made, err := s.storeImage(b)
	if err != nil {
		return "", err
	}
	id, now := store.NewID(), s.db.Now()
	return id, s.pages.Update(ctx, func(l pages.Rows) error {
		if err := s.db.Refer(made.Hash); err != nil {
			return err
		}
		if err := l.Do("DELETE FROM upload WHERE expires <= ?", now.UnixNano()); err != nil {
			return err
		}
		return l.Do("INSERT INTO upload(id, hash, name, expires) VALUES(?, ?, ?, ?)", id, made.Hash, name, now.Add(imageLife).UnixNano())
	})
}

func (s *Word) uploadImage(c *pages.Call) (pages.Object, error) {
	if c.Trial.ImageFail {
		return nil, pages.Refuse(pages.Transient, text.WireWordUploadFail)
	}
	b, err := engine.DecodeBase64(c.Args.Text("image_base64"))
	if err != nil {
		return nil, err
	}
	id, err := s.AddUpload(c.Ctx, c.Args.Text("file_name"), b)
	return pages.Object{"image_id": id}, err
}

// picture is the image of a call: from content, or one that was uploaded.
func (s *Word) picture(c *pages.Call) (*word.Picture, error) {
	content, id := c.Args.Text("content"), c.Args.Text("image_id")
	if err := engine.OneImage(content != "", id != ""); err != nil {
		return nil, err
	}
	var made store.Blob
	var name string
	if content != "" {
		b, err := engine.DecodeBase64(content)
		if err != nil {
			return nil, err
		}
		if made, err = s.storeImage(b); err != nil {
			return nil, err
		}
	} else {
		found, err := s.db.Row(c.Ctx, "SELECT hash, name FROM upload WHERE id = ? AND expires > ?", []any{id, c.Now.UnixNano()}, &made.Hash, &name)
		if err == nil && !found {
			err = pages.Refuse(pages.Bad, "argument image_id: no such image; one that was uploaded is kept for a day")
		}
		if err != nil {
			return nil, err
		}
	}
	f, size, err := s.db.OpenBlob(made.Hash)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	format, w, h := parts.Sniff(head[:n])
	if ext := strings.ToLower(path.Ext(name)); ext == "" || ext == "." {
		name = "image." + format
	}
	p := &word.Picture{Data: keptBytes{s.db, made.Hash, size}, Name: name, Width: w, Height: h}
	// With one side only the aspect ratio is kept.
	switch gw, gh := int(c.Args.Number("width", 0)), int(c.Args.Number("height", 0)); {
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

// imageArgs are the two ways to pass an image.
func imageArgs() []pages.Arg {
	return []pages.Arg{
		textArg("content", text.WireWordArgContent),
		textArg("image_id", "id of an uploaded image"),
	}
}

// replaceImageTool accepts a link in the first generation too. The tool checks its groups and names the missing one.
func (s *Word) replaceImageTool() pages.Tool {
	args := wordArgs(append([]pages.Arg{
		{Name: "idx", Kind: pages.ArgInteger, Max: math.MaxUint32, Help: "position of the image (pos)"},
		textArg("old_image_url", "image_url of the old image, without its query"),
		textArg("old_attachment_id", "attachment_id of the old image"),
	}, imageArgs()...)...)
	for i := range args {
		args[i].Newer, args[i].Alone = false, false
	}
	return pages.Tool{Name: "doc.replace_image", Help: "Replace an image.", Change: true, Edit: true, Run: s.wordReplaceImage, Args: args}
}

func (s *Word) wordImage(c *pages.Call) (pages.Object, error) {
	p, err := s.picture(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, func(_ *pages.Call, w *wordPage) (*word.Document, error) {
		return engine.InsertImage(w.doc, c.Args.Number("index", 0), p)
	})
}

func (s *Word) wordReplaceImage(c *pages.Call) (pages.Object, error) {
	has := func(name string) bool { return c.Args.Text(name) != "" }
	err := engine.ImageGroups(c.Args.Has("idx"), has("old_image_url"), has("old_attachment_id"), has("image_id"), has("content"))
	if err != nil {
		return nil, err
	}
	pic, err := s.picture(c)
	if err != nil {
		return nil, err
	}
	old := model.DocImage{Source: model.ImageByURL, URL: c.Args.Text("old_image_url")}
	if !has("old_image_url") {
		old = model.DocImage{Source: model.ImageByAttachment, Attachment: c.Args.Text("old_attachment_id")}
	}
	return s.edit(c, func(_ *pages.Call, p *wordPage) (*word.Document, error) {
		return engine.ReplaceImage(p.doc, c.Args.Number("idx", 0), old, pic, s.locate(c, p.Seq, false))
	})
}

// keepPictures returns the document with all its pictures in files of their own, so
// that they have URLs. An imported file contains them until they are asked for.
func (s *Word) keepPictures(c *pages.Call, p *wordPage) (*word.Document, error) {
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
	data, err := encode(p.doc, pics)
	if err != nil {
		return nil, err
	}
	d, err := engine.DecodeDocument(data.texts(), pics)
	if err != nil {
		return nil, err
	}
	err = s.pages.Update(c.Ctx, func(l pages.Rows) error {
		if _, found, err := l.Document(p.Seq); err != nil || !found {
			return err
		}
		return s.keepImages(l, p.Seq, pics.new)
	})
	if err != nil {
		return nil, err
	}
	s.cache.put(p.Seq, opened{doc: d, snapped: p.snapped, logged: p.logged, kept: true})
	return d, nil
}

// locate returns the outside identity of a page's pictures: linked ones by their URL, embedded ones by one of ours,
// without a query or with one that opens it for a limited time. A picture that browsers cannot show, or that has no
// file of its own, is an attachment.
func (s *Word) locate(c *pages.Call, page int64, open bool) engine.Locate {
	return func(p *word.Picture) model.DocImage {
		kept, is := p.Data.(keptBytes)
		if !is && p.Data != nil {
			kept.hash = hashOf(p.Data)
		} else if !is {
			link := p.URL
			if !open {
				link, _, _ = strings.Cut(link, "?")
			}
			return model.DocImage{Source: model.ImageByURL, URL: link}
		}
		ext := ImageExt(p.Name)
		if ext == "" || !is || s.lab.Attachments {
			return model.DocImage{Source: model.ImageByAttachment, Attachment: "att-" + kept.hash[:32]}
		}
		k := Signed{Image: true, ID: s.pages.FileID(page), Name: kept.hash + ext, Expires: linkEnd(s.lab, c.Now)}
		link := k.address(c.Base, s.secret)
		if !open {
			link, _, _ = strings.Cut(link, "?")
		}
		return model.DocImage{Source: model.ImageByURL, URL: link}
	}
}
