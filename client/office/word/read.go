package word

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"aloft/model/text"
)

// file is a Word file that was read, with what an export into it needs.
type file struct {
	pk     *pack
	bound  map[string]string // namespaces by prefix at its root; no "w" = none that an export can go into
	main   string            // name of the main part
	refs   rels              // of the main part
	styles styles
	nums   *numbering
	ids    map[string]string // a comment's id in the file → ours
	trace  *trace            // nil where nobody needs it
}

// reader converts the parts of a Word file to blocks.
type reader struct {
	file
	rels rels   // of the current part
	part Source // range of the current part
	lost tally

	comments []Comment
	replies  map[string]bool
	seen     map[string]bool // comments whose range has begun
	marks    []Inline        // ends of ranges between paragraphs: for the next one

	fields []*field
	notes  []noteRef
	parts  map[string]bool // headers and footers that were counted
	cells  int             // of the current table
	names  int             // boxes with an anchor so far

	bookmarks []string                // begun since the last paragraph
	heads     map[*Paragraph][]string // bookmarks at headings
}

// keep takes the memory of a paragraph from the budget.
func (x *reader) keep(p *Paragraph) error {
	n := sizeBlock + len(p.Inlines())*sizeInline
	for _, i := range p.Inlines() {
		n += len(i.Text)
	}
	return x.pk.lim.Budget.Hold(n)
}

// ReadDocx reads a Word file. The pictures are opened from r only when they are
// needed, so r must stay open as long as the document is used. Errors are of type
// *Error.
func ReadDocx(r io.ReaderAt, size int64, limits Limits) (*Document, Losses, error) {
	x, d, err := newReader(r, size, limits, nil)
	if err != nil {
		return nil, nil, err
	}
	return d, x.lost.losses(), nil
}

// readTraced reads a Word file, and notes where the text comes from.
func readTraced(r io.ReaderAt, size int64, limits Limits) (*file, *Document, error) {
	x, d, err := newReader(r, size, limits, newTrace())
	if err != nil {
		return nil, nil, err
	}
	x.trace.sort()
	return &x.file, d, nil
}

// newReader reads a file, with a trace if there is one to fill.
func newReader(r io.ReaderAt, size int64, limits Limits, tr *trace) (*reader, *Document, error) {
	pk, err := openPack(r, size, limits)
	if err != nil {
		return nil, nil, err
	}
	root, err := pk.rels("")
	if err != nil {
		return nil, nil, err
	}
	main := cmp.Or(root.of("officeDocument"), "word/document.xml")
	if err := pk.isWord(main); err != nil {
		return nil, nil, err
	}
	x := &reader{file: file{pk: pk, main: main, trace: tr}, lost: tally{}, seen: map[string]bool{}, parts: map[string]bool{}, replies: map[string]bool{}, heads: map[*Paragraph][]string{}}
	if x.refs, err = pk.rels(main); err != nil {
		return nil, nil, err
	}
	x.rels = x.refs
	if x.styles, err = readStyles(pk, x.refs.of("styles")); err != nil {
		return nil, nil, err
	}
	if x.nums, err = readNumbering(pk, x.refs.of("numbering")); err != nil {
		return nil, nil, err
	}
	if x.refs.of("vbaProject") != "" {
		x.lost[LossMacro] = 1
	}
	if err := x.readComments(x.refs.of("comments"), x.refs.of("commentsExtended")); err != nil {
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
	blocks, comments := anchor(x.headingLinks(s.out), x.comments)
	x.lost[LossComment] += len(x.comments) - len(comments)
	return x, NewDocument(0, blocks, comments), nil
}

// headingLinks converts links to a bookmark at a heading to links to the heading by
// its own name: bookmarks are not kept.
func (x *reader) headingLinks(in []Block) []Block {
	to, seen := map[string]string{}, slugs{}
	eachParagraph(in, func(p *Paragraph) {
		if !p.IsHeading() {
			return
		}
		s := seen.next(p)
		for _, name := range x.heads[p] {
			to["#"+name] = "#" + s
		}
	})
	if len(to) == 0 {
		return in
	}
	return mapParagraphs(in, func(p *Paragraph) *Paragraph {
		var out []Inline
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
		return NewParagraph(p.Format, out...)
	})
}

// body reads the main part, one block at a time.
func (x *reader) body(main string, s *sink) error {
	rc, err := x.pk.open(main)
	if err != nil {
		return damaged(main, err)
	}
	defer rc.Close()
	p, err := newPuller(rc, x.pk.lim)
	if err != nil {
		return damaged(main, err)
	}
	root, err := p.root()
	if err != nil {
		return damaged(main, err)
	}
	if x.bound = bindings(root); x.bound["w"] == "" {
		x.lost[LossRewrite] = 1
	}
	if root.Name.Local != "document" {
		return &Error{What: text.WordNoText, Hint: text.WordDamagedHint, Why: ErrDamaged}
	}
	for {
		e, ok, err := p.child()
		if err != nil {
			return damaged(main, err)
		}
		if !ok {
			return nil
		}
		if e.Name.Local == "body" {
			from := p.offset()
			if err := x.pk.children(p, main, func(n *node) error { return x.block(n, s) }); err != nil {
				return err
			}
			if x.trace != nil {
				x.trace.body = span{from, p.from}
			}
			continue
		}
		if _, err := p.block(e); err != nil { // background and the like
			return damaged(main, err)
		}
		p.free()
	}
}

// sink collects the blocks of one run: the body, a cell, a box.
type sink struct {
	body    bool
	out     []Block
	count   counter
	boxes   []Block    // found in the current block
	code    []Block    // lines of a code block by style
	pending *paragraph // its mark was deleted: the next paragraph continues it
}

func (s *sink) add(b Block) {
	s.flush()
	s.out = append(s.out, b)
	s.count.pass(b)
}

// flush ends a code block.
func (s *sink) flush() {
	if len(s.code) == 0 {
		return
	}
	b := NewBox(CodeBlock, "", "", s.code...)
	s.code = nil
	s.out = append(s.out, b)
	s.count.pass(b)
}

// end ends the run; what waits for a next paragraph becomes one.
func (s *sink) end(x *reader) {
	if p := s.pending; p != nil && len(p.in) == 0 && len(s.out) > 0 && SourceOf(s.out[len(s.out)-1]) > 0 {
		if _, ok := s.out[len(s.out)-1].(*Paragraph); ok { // with its mark, nothing is left
			s.pending = nil
			x.traceGone(p)
		}
	}
	s.alone(x)
	s.flush()
	s.float()
}

// alone makes a paragraph of what has waited for a next one.
func (s *sink) alone(x *reader) {
	if p := s.pending; p != nil {
		s.pending = nil
		x.traceRevisions(p.n, p)
		s.add(NewParagraph(Format{Source: x.source(p.n)}, p.in...))
	}
}

// float puts the boxes behind the block in which they were found.
func (s *sink) float() {
	if !s.body {
		return
	}
	for _, b := range s.boxes {
		s.add(b)
	}
	s.boxes = nil
}

// contents reads the content of a cell, a box or a note. Boxes in a cell are moved
// up to the body; in a box they become part of it, which NewBox does.
func (x *reader) contents(kids []*node, up *sink) ([]Block, error) {
	s := &sink{}
	for _, k := range kids {
		if err := x.block(k, s); err != nil {
			return nil, err
		}
	}
	s.end(x)
	if up == nil {
		return append(s.out, s.boxes...), nil
	}
	up.boxes = append(up.boxes, s.boxes...)
	return s.out, nil
}

// block reads an element of a run of blocks.
func (x *reader) block(n *node, s *sink) error {
	switch n.name {
	case "p":
		err := x.paragraph(n, s)
		s.float()
		return err
	case "tbl":
		s.alone(x)
		t, err := x.table(n, s)
		if err != nil {
			return err
		}
		x.traceBlock(n, n.from)
		if t != nil {
			s.add(t.From(x.source(n)))
		}
		s.float()
		return nil
	case "sdt":
		return x.control(n, s)
	case "AlternateContent":
		return x.blocks(x.choose(n), s)
	case "ins", "moveTo":
		x.lost[LossRevision]++
		from := x.place()
		err := x.blocks(n, s)
		x.traceBlocks(n, revisionIn("", n.name), from, nil)
		return err
	case "customXml", "smartTag", "sdtContent":
		return x.blocks(n, s)
	case "del", "moveFrom":
		x.lost[LossRevision]++
		x.traceBlocks(n, revisionIn("", n.name), x.place(), n)
	case "commentRangeStart", "commentRangeEnd":
		x.mark(n, &x.marks)
	case "bookmarkStart":
		x.bookmarks = append(x.bookmarks, n.attr("name"))
	case "sectPr":
		x.traceSection(n)
		return x.section(n, false)
	case "altChunk":
		x.lost[LossChunk]++
	case "subDoc":
		x.lost[LossEmbedded]++
	}
	return nil
}

func (x *reader) blocks(n *node, s *sink) error {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if err := x.block(k, s); err != nil {
			return err
		}
	}
	return nil
}

// control reads a content control: ours are boxes, all others are transparent.
func (x *reader) control(n *node, s *sink) error {
	content := n.kid("sdtContent")
	tag, ours := strings.CutPrefix(n.kid("sdtPr").val("tag"), tagPrefix)
	kind, rest, _ := strings.Cut(tag, ":")
	if !ours || !s.body || kind == "gap" {
		if ours && kind == "gap" { // separates two tables
			return nil
		}
		return x.blocks(content, s)
	}
	boxKind, known := map[string]BoxKind{"code": CodeBlock, "highlight": HighlightBlock}[kind]
	if !known {
		return x.blocks(content, s)
	}
	in, err := x.contents(kidsOf(content), nil)
	if err != nil {
		return err
	}
	name := n.kid("sdtPr").val("alias")
	name, named := strings.CutPrefix(name, tagPrefix)
	if !named {
		name = ""
	}
	if boxKind == CodeBlock {
		in = plainCode(in)
	}
	s.add(NewBox(boxKind, rest, name, in...))
	s.float()
	return nil
}

// plainCode removes the code property of text that is code by its block.
func plainCode(in []Block) []Block {
	for i, b := range in {
		if p, ok := b.(*Paragraph); ok {
			out := make([]Inline, len(p.Inlines()))
			for j, l := range p.Inlines() {
				l.Props.Code = false
				out[j] = l
			}
			in[i] = NewParagraph(p.Format, out...)
		}
	}
	return in
}

// choose returns the branch of alternate content to read: the first choice that requires nothing
// unknown, unless it shows nothing that we know and the fallback does.
func (x *reader) choose(n *node) *node {
	fallback := n.kid("Fallback")
	i := slices.IndexFunc(n.kids, func(k *node) bool {
		return k.name == "Choice" && Understood(k.attr("Requires"), func(prefix string) string {
			return cmp.Or(k.bound(prefix), n.bound(prefix), x.bound[prefix])
		})
	})
	if i < 0 {
		if fallback == nil {
			x.lost[LossEmbedded]++
		}
		return fallback
	}
	choice := n.kids[i]
	known := func(n *node) bool {
		for _, name := range []string{"blip", "imagedata", "txbxContent", "t"} {
			if n.first(name) != nil {
				return true
			}
		}
		return false
	}
	if fallback != nil && !known(choice) && known(fallback) {
		return fallback
	}
	return choice
}

// section counts what belongs to pages.
func (x *reader) section(n *node, inside bool) error {
	if inside {
		x.lost[LossSection]++
	}
	for _, k := range n.kids {
		kind := map[string]LossKind{"headerReference": LossHeader, "footerReference": LossFooter}[k.name]
		part := x.rels[k.attr("id")].target
		if kind == "" || part == "" || x.parts[part] {
			continue
		}
		x.parts[part] = true
		has := false
		_, err := x.pk.each(part, func(n *node) error {
			has = has || n.first("t") != nil || n.first("blip") != nil || n.first("imagedata") != nil
			return nil
		})
		var own *Error
		if errors.As(err, &own) && own.Why == ErrTooLarge {
			return err
		}
		if has { // a broken header is no reason to refuse the text
			x.lost[kind]++
		}
	}
	return nil
}
