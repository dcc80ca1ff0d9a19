package text

// What the embedded document service says in a business error: the words of a
// service, not of this program.
const (
	DocsGone Text = "%s: no file with the id %q"
)
