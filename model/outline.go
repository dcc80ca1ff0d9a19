package model

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A Word document as its service counts it. Positions are numbers that the service
// gave for one version of the document; nobody computes them from visible text.
// Strings are raw.

// Levels of a heading: 1 to 9, and these ("Resources and their fields" in the
// specification of the doc tools).
const (
	LevelBody     = 10 // text without a heading
	LevelTitle    = 11
	LevelSubtitle = 12 // of a paragraph only
)

// Range is the positions from Begin up to, but not with, End.
type Range struct {
	Begin int64 `json:"begin"`
	End   int64 `json:"end"`
}

// Len is the number of positions.
func (r Range) Len() int64 { return r.End - r.Begin }

// OutlineNode is a heading with what stands under it.
type OutlineNode struct {
	Title        string
	Level        int // 1 to 9, LevelBody or LevelTitle
	TitleStart   int64
	TitleEnd     int64
	ContentStart int64
	ContentEnd   int64 // its sub-headings are within
	Children     []*OutlineNode
}

// Hollow: nothing stands under the heading, not even an empty paragraph, so
// that its body begins and ends at the heading's own end.
func (n *OutlineNode) Hollow() bool {
	return n.ContentStart == n.ContentEnd && n.ContentEnd == n.TitleEnd
}

// Outline is the tree of headings of one version.
type Outline struct {
	Nodes   []*OutlineNode
	Version int64
	// Loose: it was read from the text of a smart document, so that there are no
	// positions in it.
	Loose bool
}

// End is where the body of the last heading ends, whether or not a service counts sub-headings as of the body that they
// are in; 0 = not known.
func (o Outline) End() (end int64) {
	o.Walk(func(n *OutlineNode, _ []*OutlineNode) bool {
		end = max(end, n.TitleEnd, n.ContentEnd)
		return true
	})
	return end
}

// Walk calls do for every node, in the order of the document, with the nodes
// above it, the root first. It ends when do says false.
func (o Outline) Walk(do func(n *OutlineNode, above []*OutlineNode) bool) {
	var walk func(in, above []*OutlineNode) bool
	walk = func(in, above []*OutlineNode) bool {
		for _, n := range in {
			if !do(n, above) || !walk(n.Children, append(above[:len(above):len(above)], n)) {
				return false
			}
		}
		return true
	}
	walk(o.Nodes, nil)
}

// LevelName is the word of the service for a level, as in HEADING_LEVEL_2.
func LevelName(level int) string {
	switch level {
	case LevelTitle:
		return "HEADING_LEVEL_TITLE"
	case LevelBody:
		return "HEADING_LEVEL_BODY"
	}
	return "HEADING_LEVEL_" + strconv.Itoa(level)
}

// NodeKind is what a node of the structure is.
type NodeKind string

const (
	NodeParagraph NodeKind = "Paragraph"
	NodeHeading   NodeKind = "Heading"
	NodeTable     NodeKind = "Table"
	NodeTextBox   NodeKind = "TextBox"
	NodeCode      NodeKind = "CodeBlock"
	NodeHighlight NodeKind = "HighlightBlock"
)

// Box reports whether it holds blocks of its own, into which text can be put.
func (k NodeKind) Box() bool { return k == NodeTextBox || k == NodeCode || k == NodeHighlight }

// StructureNode is a block of the document.
type StructureNode struct {
	Kind     NodeKind // unknown words of a service are kept
	Start    int64
	End      int64  // the last position; inserting there appends
	Preview  string // the beginning of its text
	Level    int    // 1 to 9 of a heading, else 0
	Index    int    // among its siblings, from 1
	Rows     []TableRow
	Children []StructureNode
}

// Begins is the node's text as far as its preview reaches; more: it goes on.
func (n *StructureNode) Begins() (preview string, more bool) {
	if n == nil {
		return "", false
	}
	return n.Preview, previewCut(n.Preview, n.End-n.Start)
}

// minCut is the length of the shortest preview that is cut, in characters, that of a
// cell: "Limits" in the document specification.
const minCut = 30

// previewCut reports whether a preview is only the beginning of a text of that many positions.
// A placeholder in it is longer than the object that it stands for.
func previewCut(preview string, positions int64) bool {
	return utf8.RuneCountInString(preview) >= minCut &&
		(positions > int64(len(utf16.Encode([]rune(preview)))) || strings.Contains(preview, "["))
}

// TableRow is a row; rows and cells count from 1.
type TableRow struct {
	Row   int
	Cells []TableCell
}

// TableCell is a cell. Inserting at End appends to it.
type TableCell struct {
	Row, Col   int
	Start, End int64
	Preview    string
}

// Structure is all blocks of one version.
type Structure struct {
	Nodes      []StructureNode
	Version    int64
	Paragraphs int // without headings, as the service counts
	Headings   int
	Tables     int
}

// LastPosition is where the body ends.
type LastPosition struct {
	Position  int64
	Preceding string // up to ten characters before it
	Version   int64
}

// Match is one place of a text that was searched for.
type Match struct {
	Range   Range
	Context string // text around it
	at      int    // of the text in Context, where it is there several times
}

// Matches are all of them, in the order of the document.
type Matches struct {
	Text    string
	All     []Match
	Part    bool // only those under a heading
	Version int64
}

// ImageSource says how an image of a document is kept.
type ImageSource int

const (
	ImageByURL        ImageSource = 1
	ImageByAttachment ImageSource = 2
)

// DocImage is an image in a document. One of URL and Attachment is set.
type DocImage struct {
	Source     ImageSource
	Position   int64
	URL        string
	Attachment string
}

// DocImages are all images of one version, by position.
type DocImages struct {
	All     []DocImage
	Version int64
}

// DocComment is a comment or a reply.
type DocComment struct {
	ID     string
	Parent string // "" = the first of a thread
	Range  Range
	Author string
	Date   string // as the service writes it
	Text   string
	Done   bool // the thread is resolved, as far as the service says so
}

// DocComments are all comments of one version, by position, replies after the one
// that they answer.
type DocComments struct {
	All     []DocComment
	Flat    bool // the service does not say of any which one it answers
	Version int64
}

// DocRevision is a tracked change.
type DocRevision struct {
	ID     string
	Kind   string // the service's word: insertion, deletion, …
	Author string
	Date   string // as the service writes it
	Text   string // what was inserted, deleted or formatted
	Range  Range  // of its text; empty for what is deleted
}

// Removes reports whether a tracked change of that kind removes text.
func Removes(kind string) bool { return strings.HasSuffix(kind, "deletion") || kind == "moved-from" }

// DocRevisions are all tracked changes of one version, by position.
type DocRevisions struct {
	All     []DocRevision
	Version int64
}

// DocContent is the whole text of a document in Markdown.
type DocContent struct {
	Markdown string
	Version  int64 // 0 = unknown
	// Cut: the service ended before the document did, as far as that can be seen.
	Cut bool
}

// EditRecord is an edit of ours as the service remembers it.
type EditRecord struct {
	Version int64 // the version that the edit made
	Tool    string
	Time    string // as the service writes it
}

// ChangeKind is what happened to a section between two outlines.
type ChangeKind string

const (
	SectionAdded   ChangeKind = "added"
	SectionGone    ChangeKind = "gone"
	SectionChanged ChangeKind = "changed" // the text under it is another
	SectionMoved   ChangeKind = "moved"   // it stands elsewhere in the order, or under another heading
	SectionRenamed ChangeKind = "renamed" // the same text under another heading
)

// OutlineChange is one difference between two outlines. Old and New are nil
// where there is no such section.
type OutlineChange struct {
	Kind     ChangeKind
	Old, New *OutlineNode
	OldPath  []string // titles of the headings above it, raw
	NewPath  []string
}
