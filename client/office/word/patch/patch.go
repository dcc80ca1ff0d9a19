// Package patch writes an edited document into the Word file that it came from, and
// finds and resolves the tracked changes of that file.
//
// body.go decides which blocks of the file are replaced; look.go writes what a
// paragraph is (heading, list, indent) and how its text looks; alternate.go is for text that
// a file has twice; parts.go and types.go add the parts that an edit needs.
package patch

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

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
	return into(w, d, r, size, limits, false)
}

// Exactly is Into, but a reader of the file finds all paragraphs again: also one that was
// only to separate a table from a heading, and does not any more.
func Exactly(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits) error {
	return into(w, d, r, size, limits, true)
}

func into(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits, exact bool) error {
	sums := sums{}
	p, err := openPatcher(d, r, size, limits, sums, sums.known(d))
	if err != nil {
		return err
	}
	if p == nil {
		return write.Docx(w, d)
	}
	p.exact = exact
	if err := p.patch(); err != nil {
		return err
	}
	return p.out.save(w, p.w)
}

// openPatcher reads the file that a document goes into; nil where it cannot. known are the
// paragraphs into which nothing is woven, nil = none.
func openPatcher(d *word.Document, r io.ReaderAt, size int64, limits word.Limits, sums sums, known func(*word.Paragraph) *word.Paragraph) (*patcher, error) {
	f, old, err := read.Traced(r, size, limits, known)
	if _, ok := errors.AsType[*word.Error](err); ok {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(old.Blocks(), sourced) && !slices.ContainsFunc(d.Blocks(), sourced) {
		return nil, nil // it was edited before blocks had sources
	}
	if f.Bound["w"] == "" {
		return nil, nil // its elements have names that ours cannot stand beside
	}
	if d.Base != "" { // its comments may have ids that they had before they were in this file
		d = d.Renamed(old.Comments())
	}
	p := &patcher{File: f, d: d, old: old, sums: sums, boxes: map[word.Source]*word.Box{}}
	p.text = &fileText{limits: f.Package.Limits, data: map[word.Source][]byte{}, inner: map[word.Source][]cut{}}
	p.out = &output{file: f, strict: f.Bound["w"] == parts.Strictly(parts.Namespace("w")), parts: map[string][]byte{}}
	p.look = &look{file: f, ours: map[string]string{}}
	return p, p.load()
}

// sourced reports whether there is something of a file in a block.
func sourced(b word.Block) bool { return home(b) > 0 }

// home is the first source in a block.
func home(b word.Block) word.Source {
	s := word.SourceOf(b)
	if box, ok := b.(*word.Box); ok {
		for _, l := range box.Blocks() {
			s = cmp.Or(s, home(l))
		}
	}
	return s
}

// load reads the parts with text, and makes the writer of what is new: its numbers
// begin behind those of the file.
func (p *patcher) load() error {
	for _, part := range textParts() {
		name := partOf(p.File, part)
		if name == "" || p.Package.Parts[parts.Name(name)] == nil {
			continue
		}
		var err error
		if p.text.data[part], err = p.Package.Text(name); err != nil {
			return err
		}
	}
	stem := "aloft"
	for strings.Contains(strings.Join(slices.Collect(maps.Keys(p.Package.Parts)), "\n"), "/"+stem) {
		stem += "x"
	}
	n := write.Numbers{Rel: p.Refs.Last()}
	for _, text := range p.text.data {
		n.Object = max(n.Object, highest(text, "docPr"))
		n.Bookmark = max(n.Bookmark, highest(text, "bookmarkStart"))
	}
	n.List, _ = p.Nums.Last()
	p.w = write.NewPieces(n, stem, p.look.style)
	for _, b := range p.old.Blocks() {
		if box, ok := b.(*word.Box); ok && word.SourceOf(box) > 0 {
			p.boxes[word.SourceOf(box)] = box
		}
	}
	return nil
}

// patch finds what differs from the file and what to write there.
func (p *patcher) patch() error {
	p.patchComments()
	fresh := p.newNotes()
	for _, b := range p.d.Blocks() {
		if box, ok := b.(*word.Box); ok {
			if was := p.boxes[word.SourceOf(box)]; was != nil && !p.sums.sameBlocks(was.Blocks(), box.Blocks()) {
				p.box(was, box)
			}
		}
	}
	var body, old []flatBlock
	notes, were := map[word.Source][]flatBlock{}, map[word.Source][]flatBlock{}
	for _, i := range p.items(p.d.Blocks()) {
		if i.home == 0 && p.w.IsFootnote(word.Styled("", word.Props{Note: word.NoteOf(i.Block)})) {
			continue
		}
		if part := i.home.Part(); part != word.SourceMain {
			notes[part] = append(notes[part], i)
			continue
		}
		body = append(body, i)
	}
	for _, i := range p.items(p.old.Blocks()) {
		if part := i.home.Part(); part != word.SourceMain {
			were[part] = append(were[part], i)
			continue
		}
		old = append(old, i)
	}
	cuts := p.replaced(word.SourceMain, p.Trace.Body.Span, old, body)
	for part, was := range were {
		p.note(part, was, notes[part])
	}
	p.addNotes(fresh)
	if at := p.Trace.Body; len(cuts) > 0 && at.Behind != "" {
		cuts = slices.Concat([]cut{{parts.Span{From: at.From - at.Cut, To: at.From}, at.Before}}, cuts, []cut{{at.Span, at.Behind}})
	}
	p.out.main = spliced(p.text.data[word.SourceMain], 0, append(cuts, p.text.inner[word.SourceMain]...))
	p.patchParts()
	return cmp.Or(p.text.err, p.out.err)
}

// note writes the notes of a part.
func (p *patcher) note(part word.Source, was, is []flatBlock) {
	order := func(in []flatBlock) []flatBlock {
		out := slices.Clone(in)
		slices.SortStableFunc(out, func(a, b flatBlock) int { return int(a.home - b.home) })
		return out
	}
	data := p.text.data[part]
	name := partOf(p.File, part)
	var cuts []cut
	p.ofPart(name, func() { cuts = p.replaced(part, parts.Span{From: 0, To: int64(len(data))}, order(was), order(is)) })
	if cuts = append(cuts, p.text.inner[part]...); len(cuts) > 0 {
		p.out.parts[name] = applied(data, 0, cuts)
	}
}
