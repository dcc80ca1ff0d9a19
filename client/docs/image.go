package docs

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/docs/tool"
	"aloft/model/text"
)

// imageInline is the largest image in an edit itself, in bytes. No public source says the limit of
// a call, and base64 adds a third.
const imageInline = 1 << 20

// ImageInline: without any upload, the service decides about any size.
func (v *Source) ImageInline() int64 {
	if !v.offers(tool.UploadImage) && v.s.o.Open.URL == "" {
		return client.MaxImage
	}
	return imageInline
}

// UploadImage makes nothing that anybody sees, so it may be repeated.
func (v *Source) UploadImage(ctx context.Context, name string, body client.Body, size int64, class client.Class) (string, error) {
	wrong := func(k client.Kind, what text.Text, args ...any) error {
		return client.Errorf(k, opImage, v.Root(), what, args...)
	}
	byTool := v.offers(tool.UploadImage)
	switch {
	case !byTool && v.s.o.Open.URL == "":
		return "", wrong(client.KindUnsupported, "large images cannot be uploaded: the service has no %s, and no open platform is configured", tool.UploadImage.Name())
	case size <= 0:
		return "", wrong(client.KindInvalid, "the image is empty")
	case size > client.MaxImage:
		has, most := text.Sizes(size, client.MaxImage)
		return "", wrong(client.KindInvalid, text.DocsImageLarge, has, most)
	}
	data := make([]byte, size)
	if n, err := body.ReadAt(data, 0); int64(n) < size {
		e := client.Errorf(client.KindLocal, opImage, v.Root(), text.DocsUploadChanged)
		if !errors.Is(err, io.EOF) {
			e.Err = err
		}
		return "", e
	}
	kind := client.ImageType(data)
	if kind == "" {
		return "", wrong(client.KindInvalid, text.DocsImageKind, client.ImageTypes)
	}
	a := tool.Purpose{Op: opImage, Place: v.Root(), Class: class}
	name = imageName(name, kind)
	if byTool {
		id, err := v.s.uploadImage(ctx, name, data, a)
		if !notOffered(err) || v.s.o.Open.URL == "" {
			return id, err
		}
	}
	return v.s.bytes.OpenImage(ctx, name, data, a)
}

func (s *Service) uploadImage(ctx context.Context, name string, data []byte, a tool.Purpose) (string, error) {
	c := a.Read(tool.UploadImage, tool.Is("image_base64", base64.StdEncoding.EncodeToString(data)), tool.Is("file_name", name))
	c.Once = true
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return "", err
	}
	id := conn.ImageID(r.Payload)
	if id == "" {
		return "", r.NoData()
	}
	return id, nil
}

// imageName is the file's own name, with the suffix of its format.
func imageName(name, kind string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, "_"), "\\", "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '"' {
			return '_'
		}
		return r
	}, name)
	if name == "." || name == "/" || name == ".." {
		name = "image"
	}
	fits := []string{kind}
	if kind == "jpg" {
		fits = append(fits, "jpeg")
	}
	if slices.Contains(fits, suffix(name)) {
		return name
	}
	return strings.TrimSuffix(name, path.Ext(name)) + "." + kind
}
