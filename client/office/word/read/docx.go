// Package read reads Word files (docx).
package read

import (
	"cmp"
	"io"
	"slices"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
	"aloft/model/text"
)

// Docx reads a Word file. The pictures are opened from r only when they are
// needed, so r must stay open as long as the document is used. Errors are of type
// *word.Error.
func Docx(r io.ReaderAt, size int64, limits word.Limits) (*word.Document, loss.List, error) {
	x, d, err := newReader(r, size, limits, nil)
	if err != nil {
		return nil, nil, err
	}
	return d, x.lost.List(), nil
}

// Traced reads a Word file, and notes where the text comes from. known, where it is not
// nil, returns the paragraph that is in memory already for one that is the same, or nil:
// of what is in such a one nothing is noted.
func Traced(r io.ReaderAt, size int64, limits word.Limits, known func(*word.Paragraph) *word.Paragraph) (*File, *word.Document, error) {
	tr := &Trace{Blocks: map[word.Source]parts.Span{}, Units: map[word.Source][]word.Inline{}, Marks: map[string][]Landmark{}, known: known}
	x, d, err := newReader(r, size, limits, tr)
	if err != nil {
		return nil, nil, err
	}
	x.Trace.sort()
	return &x.File, d, nil
}

// newReader reads a file, with a trace if there is one to fill.
func newReader(r io.ReaderAt, size int64, limits word.Limits, tr *Trace) (*reader, *word.Document, error) {
	pk, err := parts.Open(r, size, limits)
	if err != nil {
		return nil, nil, err
	}
	root, err := pk.Rels("")
	if err != nil {
		return nil, nil, err
	}
	main := cmp.Or(root.Of("officeDocument"), "word/document.xml")
	if err := pk.IsWord(main); err != nil {
		return nil, nil, err
	}
	x := &reader{File: File{Package: pk, Main: main, Trace: tr}, lost: loss.Tally{}, seen: map[string]bool{}, parts: map[string]bool{}, replies: map[string]bool{}, heads: map[*word.Paragraph][]string{}, quotes: map[*word.Paragraph]quote{}}
	if x.Refs, err = pk.Rels(main); err != nil {
		return nil, nil, err
	}
	x.rels = x.Refs
	if x.Styles, err = readStyles(pk, x.Refs.Of("styles")); err != nil {
		return nil, nil, err
	}
	if x.Nums, err = readNumbering(pk, x.Refs.Of("numbering")); err != nil {
		return nil, nil, err
	}
	if x.Refs.Of("vbaProject") != "" {
		x.lost[loss.Macro] = 1
	}
	if err := x.readComments(x.Refs.Of("comments"), x.Refs.Of("commentsExtended")); err != nil {
		return nil, nil, err
	}
	s := &sink{body: true}
	if err := x.body(main, s); err != nil {
		return nil, nil, err
	}
	if err := x.addNotes(s); err != nil {
		return nil, nil, err
	}
	s.end(x)
	blocks, comments := word.Anchor(x.headingLinks(x.quoted(s.out)), x.comments)
	x.lost[loss.Comment] += len(x.comments) - len(comments)
	return x, word.NewDocument(0, blocks, comments), nil
}

// headingLinks converts links to a bookmark at a heading to links to the heading by
// its own name: bookmarks are not kept.
func (x *reader) headingLinks(in []word.Block) []word.Block {
	to, seen := map[string]string{}, word.Slugs{}
	word.EachParagraph(in, func(p *word.Paragraph) {
		if !p.IsHeading() {
			return
		}
		s := seen.Next(p)
		for _, name := range x.heads[p] {
			to["#"+name] = "#" + s
		}
	})
	if len(to) == 0 {
		return in
	}
	return word.MapParagraphs(in, func(p *word.Paragraph) *word.Paragraph {
		var out []word.Inline
		for i, l := range p.Inlines() {
			if name, ok := to[l.Props.Link]; ok && name != l.Props.Link {
				if out == nil {
					out = slices.Clone(p.Inlines())
				}
				out[i].Props.Link = name
			}
		}
		if out == nil {
			return p
		}
		return word.NewParagraph(p.Format, out...)
	})
}

// body reads the main part, one block at a time.
func (x *reader) body(main string, s *sink) error {
	rc, err := x.Package.Open(main)
	if err != nil {
		return word.Damaged(main, err)
	}
	defer rc.Close()
	p, err := parts.NewPuller(rc, x.Package.Limits)
	if err != nil {
		return word.Damaged(main, err)
	}
	root, err := p.Root()
	if err != nil {
		return word.Damaged(main, err)
	}
	if x.Bound = parts.Bindings(root); x.Bound["w"] == "" {
		x.lost[loss.Rewrite] = 1
	}
	if root.Name.Local != "document" {
		return &word.Error{What: text.WordNoText, Hint: text.WordDamagedHint, Why: word.ErrDamaged}
	}
	for bodies := 0; ; {
		e, ok, err := p.Child()
		if err != nil {
			return word.Damaged(main, err)
		}
		if !ok {
			if bodies == 0 {
				x.traceBody(p, p.From, root.Name, "<w:body>", "</w:body>")
			}
			return nil
		}
		if e.Name.Local == "body" {
			if bodies++; bodies == 2 { // an edit would not know which
				x.lost[loss.Rewrite] = 1
				delete(x.Bound, "w")
			}
			from := p.Offset()
			if err := x.Package.Children(p, main, func(n *parts.Node) error { return x.block(n, s) }); err != nil {
				return err
			}
			x.traceBody(p, from, e.Name, "", "")
			continue
		}
		if _, err := p.Block(e); err != nil { // background and the like
			return word.Damaged(main, err)
		}
		p.Free()
	}
}
