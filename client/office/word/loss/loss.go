// Package loss says what a conversion loses of a document.
package loss

import (
	"slices"

	"aloft/model"
	"aloft/model/text"
)

// Kind is a kind of content that a conversion loses.
type Kind string

const (
	Header    Kind = "headers"
	Footer    Kind = "footers"
	Section   Kind = "sections"
	Float     Kind = "floating"
	Revision  Kind = "revisions"
	Field     Kind = "fields"
	Chart     Kind = "charts"
	Drawing   Kind = "drawings"
	HeadingNo Kind = "heading-numbers"
	ListForm  Kind = "list-formats"
	Note      Kind = "notes"
	Macro     Kind = "macros"
	Embedded  Kind = "embedded"
	Chunk     Kind = "chunks" // text in another format inside the file
	Merged    Kind = "merged-cells"
	Raised    Kind = "raised"
	Hidden    Kind = "hidden"
	Equation  Kind = "equations"
	Picture   Kind = "missing-pictures" // bytes that are missing
	Linked    Kind = "linked"           // pictures that stay links
	Comment   Kind = "stray-comments"
	Box       Kind = "plain-boxes"
	Look      Kind = "look"    // colours, underlines
	Rewrite   Kind = "rewrite" // all of these, by an edit, since an export cannot go into the file
	Named     Kind = "named"   // pictures of which Markdown has only the name

	// What a text in Markdown has and a document has not, or the other way round.
	HTML        Kind = "html"
	Deep        Kind = "deep-headings"
	Inside      Kind = "headings-in-lists"
	Numbered    Kind = "numbered-tasks"
	Joined      Kind = "joined-lists"
	FrontMatter Kind = "front-matter"
	Info        Kind = "code-attributes"
	NoLink      Kind = "empty-links"
	Unused      Kind = "unused-definitions"
	Emphasis    Kind = "emphasis"
)

// List is what was lost, in the order of losses.
type List []Finding

// Count is how many of the kind were lost.
func (l List) Count(k Kind) int {
	for _, x := range l {
		if x.Kind == k {
			return x.Count
		}
	}
	return 0
}

// Sentences are one for each kind.
func (l List) Sentences() []model.Sentence {
	var out []model.Sentence
	for _, x := range l {
		said := model.Say(x.What, x.Count)
		if x.Outcome == Unseen || x.Outcome == Lost {
			said = model.Say("not kept: %s", said)
		}
		out = append(out, said)
	}
	return out
}

// Findings are what is said of a text before it is converted: what it loses.
func (l List) Findings() []Finding {
	out := slices.Clone(l)
	for i := range out {
		out[i].Outcome = Lost
	}
	return out
}

// Edited is what an edit loses in the file itself: nothing of what it does not touch,
// unless an export cannot go into the file. What the file has lost already is said, and which
// text of it nobody sees.
func (l List) Edited() List {
	if l.Count(Rewrite) > 0 {
		return l
	}
	return slices.DeleteFunc(slices.Clone(l), func(x Finding) bool { return x.Kind != Picture && x.Kind != Chunk })
}

// Without is the list without a kind.
func (l List) Without(k Kind) List {
	return slices.DeleteFunc(slices.Clone(l), func(x Finding) bool { return x.Kind == k })
}

// Content is what the text alone does not have of the file.
func (l List) Content() List { return l.Without(Rewrite) }

// Outcome is what becomes of a kind of content when the embedded service imports a
// file, and exports it again after edits elsewhere in it.
type Outcome string

const (
	Kept    Outcome = "kept"    // shown as it is, and in the file again
	Simpler Outcome = "simpler" // shown in a simpler form, in the file as it was
	Unseen  Outcome = "unseen"  // not shown, in the file as it was
	Lost    Outcome = "lost"
)

// Row is what is said about a kind of content: by a conversion that loses it, and
// by Check of a file, which an import keeps whole.
type Row struct {
	Kind    Kind
	What    text.Text
	Outcome Outcome // "" = no Word file has it
}

var losses = []Row{
	{Rewrite, "the original XML of %d {file|files}: the first edit rewrites it, as its element names are unusual", Lost},
	{Revision, "%d tracked {change|changes}, shown as if {it was|they were} accepted", Simpler},
	{Header, "%d page {header|headers}", Unseen},
	{Footer, "%d page {footer|footers}", Unseen},
	{Section, "%d section {break|breaks}", Unseen},
	{Note, "%d {footnote|footnotes}, shown as text at the end", Simpler},
	{Comment, "%d {comment|comments} not attached to any text", Unseen},
	{Float, "%d floating {object|objects}, shown in the text", Simpler},
	{Picture, "%d {picture|pictures} missing from the file", Lost},
	{Linked, "%d {picture|pictures} outside of the file, shown as {a link|links}", Simpler},
	{Named, "%d {picture is|pictures are} kept by name only: Markdown holds no pictures", ""},
	{Chart, "%d {chart|charts}, shown as {a placeholder|placeholders}", Simpler},
	{Drawing, "%d {drawing|drawings}, shown as {a placeholder|placeholders}", Simpler},
	{Box, "%d text {box|boxes} became plain paragraphs", ""},
	{Equation, "%d {equation|equations}, shown as {a line|lines} of text", Simpler},
	{Field, "%d {field|fields}, shown as plain text", Simpler},
	{HeadingNo, "the {number|numbers} of %d {heading|headings}", Unseen},
	{ListForm, "%d list {item|items} with custom numbering, shown with plain numbers", Simpler},
	{Merged, "%d merged table {cell|cells}, shown as single cells", Simpler},
	{Raised, "%d {superscript or subscript|superscripts or subscripts}, shown as plain text", Simpler},
	{Hidden, "%d {piece|pieces} of hidden text, shown as visible", Simpler},
	{Look, "%d {colour or underline is|colours or underlines are} not kept", ""},
	{HTML, "%d {piece|pieces} of HTML became text", ""},
	{Deep, "%d {heading is|headings are} below the sixth level: other programs treat {it|them} as text", ""},
	{Inside, "%d {heading|headings} in lists and footnotes became bold text", ""},
	{Numbered, "%d numbered {task|tasks} lost {its number|their numbers}", ""},
	{Joined, "%d {list was|lists were} merged into the previous list, as one of the two has tasks", ""},
	{FrontMatter, "%d block of front matter (YAML) became code", ""},
	{Info, "%d code {block|blocks} lost the text after the language name", ""},
	{NoLink, "%d {link|links} without a text or an address {is|are} not kept", ""},
	{Unused, "%d unused {definition of a link or footnote is|definitions of links and footnotes are} not kept", ""},
	{Emphasis, "%d {paragraph|paragraphs} lost emphasis that Markdown cannot express", ""},
	{Embedded, "%d embedded {object|objects}", Unseen},
	{Chunk, "%d {part|parts} of the text in another format (altChunk), not shown and not searched", Unseen},
	{Macro, "%d {set|sets} of macros", Unseen},
}

// Finding is how much of a kind of content a file has, and what becomes of it.
type Finding struct {
	Row
	Count int
}

// Say is the finding in words, with the count.
func (f Finding) Say(c *text.Catalogue) string { return c.Say(f.What, f.Count) }

// Tally counts losses.
type Tally map[Kind]int

// List is the losses of a tally.
func (t Tally) List() List { return t.Findings(losses) }

// Findings are what is said of a tally.
func (t Tally) Findings(rows []Row) (out []Finding) {
	for _, r := range rows {
		if n := t[r.Kind]; n > 0 {
			out = append(out, Finding{r, n})
		}
	}
	return out
}
