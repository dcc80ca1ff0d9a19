// Package peek says what is in files, by little of their bytes. It reads files of
// strangers: nothing in them makes it read, hold or compute more than its limits
// allow.
package peek

import (
	"bytes"
	"context"
	"errors"
	"io"

	"aloft/client"
	"aloft/client/office"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// op of the errors.
const op = "preview"

// Reader reads previews.
type Reader struct {
	sources client.Sources
	command func() Command
	slots   chan struct{}
	drawing chan struct{} // one picture at a time: each takes memory
	memory  memory
}

var _ client.Previewer = (*Reader)(nil)

// stuck is how many reads may wait for a disk that does not answer. A read of a file
// cannot be cancelled: it holds a thread until the disk answers.
const stuck = 4

// New makes a reader of the files of these sources; command is asked for when a text is to
// be coloured.
func New(sources client.Sources, command func() Command) *Reader {
	return &Reader{sources: sources, command: command, slots: make(chan struct{}, stuck), drawing: make(chan struct{}, 1)}
}

// Refusal says why an entry has no preview, or nil.
func (r *Reader) Refusal(at model.Place, e *model.Entry) error {
	if _, err := r.source(at); err != nil {
		return err
	}
	switch {
	case at.Scheme.Documents() && !e.Kind.Exported():
		return noFiles(at)
	case e.Kind == model.KindFile, e.Kind == model.KindLink, e.Kind.Exported():
		return nil
	case e.Kind == model.KindOther:
		return client.Errorf(client.KindUnsupported, op, at, "%s is not a regular file", model.Clean(at.Base()))
	}
	return client.Errorf(client.KindUnsupported, op, at, "%s is not a file", model.Clean(at.Base()))
}

func (r *Reader) source(at model.Place) (client.Peeker, error) {
	src, err := r.sources.For(at)
	if err != nil {
		return nil, err
	}
	if p, ok := src.(client.Peeker); ok {
		return p, nil
	}
	return nil, noFiles(at)
}

func noFiles(at model.Place) error {
	return client.Errorf(client.KindUnsupported, op, at, "%s: the files here cannot be read", model.Clean(string(at.Scheme)))
}

// Preview reads the beginning of a file.
func (r *Reader) Preview(ctx context.Context, at model.Place, seen model.Entry, anew bool) (client.FilePreview, error) {
	return r.kept(ctx, at, seen, anew, false, look)
}

// End reads the end of a text.
func (r *Reader) End(ctx context.Context, at model.Place, seen model.Entry, anew bool) (client.FilePreview, error) {
	return r.kept(ctx, at, seen, anew, true, end)
}

// reading reads something of a file.
type reading func(ctx context.Context, src client.Peeker, at model.Place, seen model.Entry) (client.FilePreview, error)

// kept returns what is kept of a file, or reads it until ctx ends.
func (r *Reader) kept(ctx context.Context, at model.Place, seen model.Entry, anew, tail bool, read reading) (client.FilePreview, error) {
	src, err := r.source(at)
	if err != nil {
		return client.FilePreview{}, err
	}
	key, lasting := keyOf(at, &seen, tail)
	if p, ok := r.memory.find(key); ok && lasting && !anew {
		return p, nil
	}
	type answer struct {
		p   client.FilePreview
		err error
	}
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return client.FilePreview{}, late(at, ctx)
	}
	done := make(chan answer, 1)
	go func() {
		defer func() { <-r.slots }()
		p, err := sound(ctx, src, at, seen, read)
		if same, ok := keyOf(at, &p.Entry, tail); err == nil && ok && same == key {
			r.memory.keep(key, p)
		}
		done <- answer{p, err}
	}()
	select {
	case a := <-done:
		return a.p, a.err
	case <-ctx.Done():
		return client.FilePreview{}, late(at, ctx)
	}
}

// late is the error of a file that could not be read in time.
func late(at model.Place, ctx context.Context) error {
	return client.Errorf(client.KindLocal, op, at, "reading %s took too long", model.Clean(at.Base())).Caused(ctx.Err())
}

// sound returns an error where reading a broken file panics, which must not end the program.
func sound(ctx context.Context, src client.Peeker, at model.Place, seen model.Entry, read reading) (p client.FilePreview, err error) {
	defer func() {
		if recover() != nil { // on a broken file, which must not end the program
			err = broken(at)
		}
	}()
	return read(ctx, src, at, seen)
}

// look opens the file and says what it is.
func look(ctx context.Context, src client.Peeker, at model.Place, seen model.Entry) (p client.FilePreview, err error) {
	body, e, err := src.Peek(ctx, at, seen)
	if err != nil {
		return p, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	b := &bounded{ctx: ctx, from: body, left: client.PreviewBytes}
	if !at.Scheme.Local() && !e.Kind.Exported() {
		b.from = &far{from: body, size: e.Size}
	}
	head, err := b.head(sniffed)
	if err != nil {
		return p, unread(at, err)
	}
	f := file{ctx: ctx, at: at, body: b, entry: e, head: head}
	p, err = f.preview()
	p.Entry = e
	if err != nil {
		return p, unread(at, err)
	}
	return p, nil
}

// end reads the last bytes of a text. The line they begin in the middle of is left out.
func end(ctx context.Context, src client.Peeker, at model.Place, seen model.Entry) (p client.FilePreview, err error) {
	body, e, err := src.Peek(ctx, at, seen)
	if err != nil {
		return p, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	from := max(0, e.Size-client.PreviewBytes)
	data := make([]byte, e.Size-from)
	n, err := body.ReadAt(data, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return p, unread(at, err)
	}
	data = data[:n]
	if from > 0 {
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	content, guessed, ok := office.HeadText(data, true)
	if !ok {
		return p, client.Errorf(client.KindUnsupported, op, at, "the end of %s is not text", model.Clean(at.Base()))
	}
	return client.FilePreview{
		Entry: e, Form: client.FormText, Type: "text", Text: content, Cut: from > 0, Tail: from > 0, Note: guesses[guessed],
	}, nil
}

// broken is the error of a file that contradicts its format.
func broken(at model.Place) error {
	return client.Errorf(client.KindInvalid, op, at, "%s is broken: its parts contradict each other", model.Clean(at.Base()))
}

// unread is the error of a file that was opened.
func unread(at model.Place, err error) error {
	if client.KindOf(err) != "" {
		return err
	}
	return client.Errorf(client.KindLocal, op, at, "%s cannot be read: %s", model.Clean(at.Base()), system.Reason(err)).Caused(err)
}

// IsText reports whether a file that begins so is a text; whole: it is all of it.
func IsText(head []byte, whole bool) bool {
	if len(head) == 0 {
		return true
	}
	_, image := imageSize(head)
	_, _, ok := office.HeadText(head, whole)
	return ok && !image && typeOf(head) == ""
}

// preview dispatches by what the first bytes say.
func (f *file) preview() (client.FilePreview, error) {
	if len(f.head) == 0 {
		return client.FilePreview{Type: "empty file"}, nil
	}
	if size, ok := imageSize(f.head); ok {
		return client.FilePreview{Type: size.kind, Width: size.w, Height: size.h}, nil
	}
	switch t := typeOf(f.head); t {
	case text.Typed(isZip):
		return f.zip()
	case text.Typed(isTar):
		return f.tar()
	case "":
	default:
		return client.FilePreview{Type: t}, nil
	}
	return f.text()
}
