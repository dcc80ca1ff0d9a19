// Package patch writes an edited document into the Word file that it came from, and
// finds and resolves the tracked changes of that file.
package patch

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// Into writes a document that read.Docx has read from r, and that was edited
// since, into a copy of that file: what the edits did not touch keeps its bytes, and
// what they did the properties of its place. A document that knows nothing of the
// file, and one of a file that an export cannot go into, is written as write.Docx does.
// Errors are those of w and of opening pictures.
func Into(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits) error {
	p, err := openPatcher(d, r, size, limits)
	if err != nil {
		return err
	}
	if p == nil {
		return write.Docx(w, d)
	}
	if err := p.patch(); err != nil {
		return err
	}
	return p.save(w)
}

// openPatcher reads the file that a document goes into; nil where it cannot.
func openPatcher(d *word.Document, r io.ReaderAt, size int64, limits word.Limits) (*patcher, error) {
	f, old, err := read.Traced(r, size, limits)
	var bad *word.Error
	if errors.As(err, &bad) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(old.Blocks(), sourced) && !slices.ContainsFunc(d.Blocks(), sourced) {
		return nil, nil // it was edited before blocks had sources
	}
	p := &patcher{File: f, d: d, old: old, data: map[word.Source][]byte{}, inner: map[word.Source][]cut{}, parts: map[string][]byte{},
		ours: map[string]string{}, sums: sums{}, boxes: map[word.Source]*word.Box{}}
	if err := p.load(); err != nil {
		return nil, err
	}
	if p.Bound["w"] == "" {
		return nil, nil // its elements have names that ours cannot stand beside
	}
	return p, nil
}

// sourced reports whether there is something of a file in a block.
func sourced(b word.Block) bool {
	if word.SourceOf(b) > 0 {
		return true
	}
	box, ok := b.(*word.Box)
	return ok && slices.ContainsFunc(box.Blocks(), sourced)
}

// load reads the parts with text, and makes the writer of what is new: its numbers
// begin behind those of the file.
func (p *patcher) load() error {
	names := map[word.Source]string{word.SourceMain: p.Main, word.SourceFootnotes: p.Refs.Of("footnotes"), word.SourceEndnotes: p.Refs.Of("endnotes")}
	for part, name := range names {
		if name == "" || p.Package.Parts[parts.Name(name)] == nil {
			continue
		}
		var err error
		if p.data[part], err = p.Package.Text(name); err != nil {
			return err
		}
		p.parts[name] = nil
	}
	p.strict = p.Bound["w"] == parts.Strictly(parts.Namespace("w"))
	stem := "aloft"
	for strings.Contains(strings.Join(slices.Collect(maps.Keys(p.Package.Parts)), "\n"), "/"+stem) {
		stem += "x"
	}
	text := p.data[word.SourceMain]
	n := write.Numbers{Rel: p.Refs.Last(), Object: highest(text, "docPr "), Bookmark: highest(text, "bookmarkStart ")}
	n.List, _ = p.Nums.Last()
	p.w = write.NewPieces(n, stem, p.style)
	for _, b := range p.old.Blocks() {
		if box, ok := b.(*word.Box); ok && word.SourceOf(box) > 0 {
			p.boxes[word.SourceOf(box)] = box
		}
	}
	return nil
}

// save writes the file: changed parts anew, new ones at the end, all others byte for
// byte as they were packed.
func (p *patcher) save(w io.Writer) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, parts.Fastest())
	changed := map[string][]byte{}
	for name, data := range p.parts {
		if data != nil {
			changed[parts.Name(name)] = asUTF8(data)
		}
	}
	put := func(name string, data []byte, modified time.Time) error {
		e, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: modified})
		if err == nil {
			_, err = e.Write(data)
		}
		return err
	}
	for _, f := range p.Package.Files {
		key := parts.Name(f.Name)
		if data := changed[key]; data != nil && p.Package.Parts[key] == f {
			if err := put(f.Name, data, f.Modified); err != nil {
				return err
			}
			delete(changed, key)
			continue
		}
		head := f.FileHeader
		e, err := z.CreateRaw(&head)
		if err != nil {
			return err
		}
		src, err := f.OpenRaw()
		if err != nil {
			return err
		}
		if _, err := io.Copy(e, src); err != nil {
			return err
		}
	}
	for _, name := range p.names {
		if err := put(name, changed[parts.Name(name)], time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			return err
		}
	}
	if err := p.w.Save(z, path.Dir(p.Main)); err != nil {
		return err
	}
	return z.Close()
}

// patch finds what differs from the file and what to write there.
func (p *patcher) patch() error {
	p.patchComments()
	for _, b := range p.d.Blocks() {
		if box, ok := b.(*word.Box); ok {
			if was := p.boxes[word.SourceOf(box)]; was != nil && !p.sums.sameBlocks(was.Blocks(), box.Blocks()) {
				p.box(was, box)
			}
		}
	}
	var body []flatBlock
	for _, i := range p.items(p.d.Blocks()) {
		if s := word.SourceOf(i.Block); s > 0 && s.Part() != word.SourceMain {
			p.notes = append(p.notes, i)
			continue
		}
		body = append(body, i)
	}
	var old []flatBlock
	notes := map[word.Source][]flatBlock{}
	for _, i := range p.items(p.old.Blocks()) {
		if part := word.SourceOf(i.Block).Part(); part != word.SourceMain {
			notes[part] = append(notes[part], i)
			continue
		}
		old = append(old, i)
	}
	cuts := p.container(word.SourceMain, p.Trace.Body, old, body)
	for part, was := range notes {
		p.note(part, was)
	}
	if at := p.Trace.Body; at.From == at.To && len(cuts) > 0 && bytes.HasSuffix(p.data[word.SourceMain][:at.From], []byte("/>")) { // <w:body/>
		cuts = slices.Concat([]cut{{parts.Span{From: at.From - 2, To: at.From}, ">"}}, cuts, []cut{{at, "</w:body>"}})
	}
	main := applied(p.data[word.SourceMain], 0, append(cuts, p.inner[word.SourceMain]...))
	if !bytes.Equal(main, p.data[word.SourceMain]) {
		p.parts[p.Main] = main
	}
	p.patchParts()
	return p.fails
}

// note writes the notes of a part.
func (p *patcher) note(part word.Source, was []flatBlock) {
	var is []flatBlock
	for _, i := range p.notes {
		if word.SourceOf(i.Block).Part() == part {
			is = append(is, i)
		}
	}
	order := func(in []flatBlock) []flatBlock {
		out := slices.Clone(in)
		slices.SortStableFunc(out, func(a, b flatBlock) int { return int(word.SourceOf(a.Block) - word.SourceOf(b.Block)) })
		return out
	}
	data := p.data[part]
	name := p.Refs.Of(map[word.Source]string{word.SourceFootnotes: "footnotes", word.SourceEndnotes: "endnotes"}[part])
	var cuts []cut
	p.ofPart(name, func() { cuts = p.container(part, parts.Span{From: 0, To: int64(len(data))}, order(was), order(is)) })
	if cuts = append(cuts, p.inner[part]...); len(cuts) > 0 {
		p.parts[name] = applied(data, 0, cuts)
	}
}
