package peek

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"

	"aloft/client"
	"aloft/client/office"
	"aloft/model"
	"aloft/model/text"
)

// maxItems is how many entries of an archive are shown.
const maxItems = 2000

// maxUnpacked is how many bytes an office file may have in all when it is unpacked.
const maxUnpacked = 16 << 20

// zip lists an archive by the directory at its end. An office file shows its content
// instead, if that is small.
func (f *file) zip() (client.FilePreview, error) {
	p := client.FilePreview{Form: client.FormList, Type: text.Typed(isZip), Count: model.Unknown}
	if f.entry.Size <= client.PreviewBytes { // its parts are then read from memory
		if _, err := f.body.head(client.PreviewBytes); err != nil {
			return p, err
		}
	}
	z, err := zip.NewReader(f.body, f.entry.Size)
	switch {
	case f.ctx.Err() != nil:
		return p, f.ctx.Err()
	case client.KindOf(err) != "":
		return p, err
	case errors.Is(err, errTooMuch):
		p.Form, p.Note = client.FormFacts, "its directory is too large for a preview"
		return p, nil
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		p.Form, p.Note = client.FormFacts, "its directory is missing or broken"
		return p, nil
	}
	var unpacked uint64
	for _, item := range z.File {
		unpacked += min(item.UncompressedSize64, maxUnpacked+1)
	}
	if kind := f.officeKind(z); kind != "" {
		if unpacked <= maxUnpacked {
			if out, ok := f.office(kind); ok || f.ctx.Err() != nil {
				return out, f.ctx.Err()
			}
		}
		p.Type, p.Note = officeTypes[kind], "it is too large for a preview, so only its parts are listed"
	}
	p.Count = len(z.File)
	for _, item := range z.File[:min(len(z.File), maxItems)] {
		size := int64(model.Unknown)
		folder := strings.HasSuffix(item.Name, "/")
		if n := item.UncompressedSize64; !folder && n < 1<<62 {
			size = int64(n)
		}
		p.Items = append(p.Items, client.PreviewItem{Name: item.Name, Size: size, Folder: folder})
	}
	decodeNames(p.Items, true)
	p.Cut = len(z.File) > maxItems
	return p, nil
}

// decodeNames: older archives do not say how their names are encoded.
func decodeNames(items []client.PreviewItem, zip bool) {
	raw := make([]string, len(items))
	for i := range items {
		raw[i] = items[i].Name
	}
	for i, name := range office.Names(raw, zip) {
		items[i].Name = name
	}
}

// tar lists the entries whose headers are in what may be read.
func (f *file) tar() (client.FilePreview, error) {
	p := client.FilePreview{Form: client.FormList, Type: text.Typed(isTar), Count: model.Unknown}
	data, whole, note, err := f.read()
	if err != nil {
		return p, err
	}
	p.Note = note
	in := bytes.NewReader(data)
	t := tar.NewReader(in)
	defer func() { decodeNames(p.Items, false) }() // the items are shared with what is returned
	for len(p.Items) < maxItems {
		h, err := t.Next()
		if err == io.EOF && whole {
			p.Count = len(p.Items)
			return p, nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			if p.Cut = true; whole {
				p.Note = "it is broken after these entries"
			}
			return p, nil
		}
		p.Items = append(p.Items, client.PreviewItem{Name: h.Name, Size: h.Size, Folder: h.Typeflag == tar.TypeDir})
	}
	p.Cut = true
	return p, nil
}
