package text

// Limits of one conversion. Each goes on from the name of a file and a colon.
const (
	BudgetWork   Text = "it takes more work than one conversion may (%d million steps): something in it is written to keep a reader busy, or far longer than a document"
	BudgetMemory Text = "it would take more than %d MB of memory, as no document of that kind does"
	BudgetDepth  Text = "lists and quotations lie more than %d deep in one another in it"
	BudgetCells  Text = "its tables have more than %d {cell|cells}"
	BudgetTime   Text = "it took longer than %s, which is all that a file of its size gets"
)
