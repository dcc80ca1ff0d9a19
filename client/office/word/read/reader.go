package read

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

// File is a Word file that was read, with what an export into it needs.
type File struct {
	Package  *parts.Package
	Bound    map[string]string // namespaces by prefix at its root; no "w" = none that an export can go into
	Main     string            // name of the main part
	Refs     parts.Rels        // of the main part
	Styles   Styles
	Nums     *Numbering
	Comments map[string]string // a comment's id in the file → ours
	Trace    *Trace            // nil where nobody needs it
}

// reader converts the parts of a Word file to blocks.
type reader struct {
	File
	rels parts.Rels  // of the current part
	part word.Source // range of the current part
	lost loss.Tally

	comments []word.Comment
	replies  map[string]bool
	seen     map[string]bool // comments whose range has begun
	marks    []word.Inline   // ends of ranges between paragraphs: for the next one

	fields []*field
	notes  []noteRef
	parts  map[string]bool // headers and footers that were counted
	cells  int             // of the current table
	names  int             // boxes with an anchor so far
	base   int             // steps that everything is indented by, in a box of ours

	bookmarks []string                     // begun since the last paragraph
	heads     map[*word.Paragraph][]string // bookmarks at headings
	quotes    map[*word.Paragraph]quote    // those of the body that their style makes quotations
}

// keep takes the memory of a paragraph from the budget.
func (x *reader) keep(p *word.Paragraph) error {
	n := word.SizeBlock + len(p.Inlines())*word.SizeInline
	for _, i := range p.Inlines() {
		n += len(i.Text)
	}
	return x.Package.Limits.Budget.Hold(n)
}

// sink collects the blocks of one run: the body, a cell, a box.
type sink struct {
	body    bool
	boxed   bool // in a highlight
	out     []word.Block
	count   word.Counter
	boxes   []word.Block // found in the current block
	code    []word.Block // lines of a code block by style
	pending *paragraph   // its mark was deleted: the next paragraph continues it
}

// holds reports whether there may be boxes in it.
func (s *sink) holds() bool { return s.body || s.boxed }

// source is that of an element of the part being read.
func (x *reader) source(n *parts.Node) word.Source {
	if x.part == sourceNone {
		return 0
	}
	return x.part + word.Source(n.From)
}

// choose returns the branch of alternate content to read, and notes it.
func (x *reader) choose(n *parts.Node) *parts.Node {
	branch := x.branch(n)
	if x.Trace == nil || x.part == sourceNone || branch == nil {
		return branch
	}
	x.Trace.Twice = append(x.Trace.Twice, Alternate{x.source(n), n.Span, branch.Inside()})
	for _, k := range n.Kids {
		if k != branch {
			x.traceMarks(k)
		}
	}
	return branch
}

// branch is the first choice that requires nothing unknown, unless it shows nothing that
// we know and the fallback does.
func (x *reader) branch(n *parts.Node) *parts.Node {
	fallback := n.Kid("Fallback")
	i := slices.IndexFunc(n.Kids, func(k *parts.Node) bool {
		return k.Name == "Choice" && parts.Understood(k.Attr("Requires"), func(prefix string) string {
			return cmp.Or(k.Bound(prefix), n.Bound(prefix), x.Bound[prefix])
		})
	})
	if i < 0 {
		if fallback == nil {
			x.lost[loss.Embedded]++
		}
		return fallback
	}
	choice := n.Kids[i]
	known := func(n *parts.Node) bool {
		return slices.ContainsFunc([]string{"blip", "imagedata", "txbxContent", "t"}, func(name string) bool {
			return n.First(name) != nil
		})
	}
	if fallback != nil && !known(choice) && known(fallback) {
		return fallback
	}
	return choice
}

// section counts what belongs to pages.
func (x *reader) section(n *parts.Node, inside bool) error {
	if inside {
		x.lost[loss.Section]++
	}
	for _, k := range n.Kids {
		kind := map[string]loss.Kind{"headerReference": loss.Header, "footerReference": loss.Footer}[k.Name]
		part := x.rels[k.Attr("id")].Target
		if kind == "" || part == "" || x.parts[part] {
			continue
		}
		x.parts[part] = true
		has := false
		err := x.Package.Each(part, func(n *parts.Node) error {
			has = has || n.First("t") != nil || n.First("blip") != nil || n.First("imagedata") != nil
			return nil
		})
		if own, ok := errors.AsType[*word.Error](err); ok && own.Why == word.ErrTooLarge {
			return err
		}
		if has { // a broken header is no reason to refuse the text
			x.lost[kind]++
		}
	}
	return nil
}

// paragraph is the paragraph being read.
type paragraph struct {
	in   []word.Inline
	sink *sink
	base word.Props // set by its style for all its text
	code bool
	task word.Task
	alt  bool // it has something besides boxes

	n     *parts.Node // its element
	start int64       // of its element, or of one whose mark was deleted
	revs  []Revised   // tracked changes so far
}

func (p *paragraph) put(i ...word.Inline) {
	p.in = append(p.in, i...)
	p.alt = true
}

// field is a field that has begun: its code, then what it shows.
type field struct {
	code strings.Builder
	sep  bool   // the code is complete
	link string // its target, if it is a link, "-" = it is none
	tip  string // the title of the link
	box  string // a check box of a form
}

// noteRef is a footnote or endnote that the text refers to.
type noteRef struct {
	end bool
	id  string
}

func (x *reader) field() *field {
	if len(x.fields) == 0 {
		return nil
	}
	return x.fields[len(x.fields)-1]
}

// inCode reports whether what follows is code, not text.
func (x *reader) inCode() bool {
	return slices.ContainsFunc(x.fields, func(f *field) bool { return !f.sep })
}

// mark reads an end of a comment's range. Replies have none in the document.
func (x *reader) mark(n *parts.Node, to *[]word.Inline) {
	x.traceMark(n)
	id, ok := x.Comments[n.Attr("id")]
	if !ok || x.replies[id] {
		return
	}
	kind := word.CommentEnd
	if n.Name == "commentRangeStart" {
		kind = word.CommentStart
		x.seen[id] = true
	}
	*to = append(*to, word.Inline{Kind: kind, Name: id})
}

// traceMarks notes the signs of comments in a branch that is not read.
func (x *reader) traceMarks(n *parts.Node) {
	for _, k := range n.Kids {
		switch k.Name {
		case "commentRangeStart", "commentRangeEnd", "commentReference":
			x.traceMark(k)
		}
		x.traceMarks(k)
	}
}

// traceMark notes a sign of a comment.
func (x *reader) traceMark(n *parts.Node) {
	if x.Trace != nil && x.part == word.SourceMain && n.To > 0 {
		id := n.Attr("id")
		x.Trace.Marks[id] = append(x.Trace.Marks[id], Landmark{n.Name, n.Span})
	}
}
