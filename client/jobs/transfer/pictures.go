package transfer

import (
	"context"
	"io"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/client/jobs/plan"
	"aloft/client/system"
	"aloft/model"
)

// illustrated is the hidden file of a Markdown text, beside which the pictures of the document
// get a folder: it is made with the first one. What is there already is not overwritten: a
// picture of another content gets another name, one of the same is used.
type illustrated struct {
	client.Partial
	h    *Transfer
	disk client.FileWriter
	made bool // the folder
	n    int
}

// written is where the conversion of an export writes to.
func (h *Transfer) written(made client.Partial, to *hidden) io.Writer {
	_, folders := to.disk.(client.FolderMaker)
	_, reads := to.disk.(client.FileReader)
	if h.it.Format != model.FormatMarkdown || h.spooled() || !folders || !reads {
		return made
	}
	return &illustrated{Partial: made, h: h, disk: to.disk}
}

// note says where the pictures are: an undo leaves them.
func (b *illustrated) note() {
	if b.n > 0 {
		b.h.Notes = append(b.h.Notes, model.Say("%d {picture is|pictures are} in %s", b.n, b.folder().Base()))
	}
}

func (b *illustrated) folder() model.Place {
	text := plan.ExportedAs(b.h.it, b.h.Name)
	return b.h.s.To.Join(strings.TrimSuffix(text, model.Extension(text)) + ".files")
}

// Picture implements office.Pictures.
func (b *illustrated) Picture(ctx context.Context, name string, open func() (io.ReadCloser, error)) (string, error) {
	folder := b.folder()
	if !b.made {
		_, err := b.disk.(client.FolderMaker).MakeFolder(ctx, model.Ref{Place: b.h.s.To}, folder.Base(), b.h.job.Class)
		if err != nil && !client.Is(err, client.KindConflict) {
			return "", err
		}
		b.made = true
	}
	b.n++
	part, err := b.disk.Receive(ctx, folder, b.h.key()+"-picture-"+strconv.Itoa(b.n))
	if err != nil {
		return "", err
	}
	defer part.Close()
	if err = part.Restart(); err == nil {
		err = fill(ctx, part, open)
	}
	if err == nil {
		name, err = b.commit(ctx, part, folder, name)
	}
	if err != nil {
		_ = part.Drop()
		return "", err
	}
	return folder.Base() + "/" + name, nil
}

func fill(ctx context.Context, part client.Partial, open func() (io.ReadCloser, error)) error {
	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(part, system.Reader(ctx, in))
	return err
}

// commit gives a picture its name, or finds it there.
func (b *illustrated) commit(ctx context.Context, part client.Partial, folder model.Place, name string) (string, error) {
	sum, _, err := digestOf(ctx, part)
	if err != nil {
		return "", err
	}
	ext := model.Extension(name)
	for n := 2; ; n++ {
		_, err := part.Commit(name)
		if !client.Is(err, client.KindConflict) {
			return name, err
		}
		there, _, err := b.disk.(client.FileReader).Open(ctx, folder.Join(name))
		if err == nil {
			old, _, err := digestOf(ctx, there)
			_ = there.Close()
			if err == nil && old == sum {
				return name, part.Drop()
			}
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		name = strings.TrimSuffix(name, ext)
		if n > 2 {
			name = strings.TrimSuffix(name, "-"+strconv.Itoa(n-1))
		}
		name += "-" + strconv.Itoa(n) + ext
	}
}
