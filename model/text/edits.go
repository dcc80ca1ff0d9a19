package text

// Edits of documents: plans, conflicts, what became of them.
const (
	// Two versions.
	EditOutdated Text = "the document was version %d when you looked, and is version %d now"
)
