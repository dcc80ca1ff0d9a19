package model

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
