package office

// maxMarkdown is the largest Markdown or plain text that is converted to a Word
// document, in bytes.
const maxMarkdown = 64 << 20

// Limits of a sheet of a workbook.
const (
	maxRows = 1 << 20
	maxCols = 1 << 14
)
