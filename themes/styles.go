package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Styles are the roles of a theme on one colour profile. A component holds the
// pointer and no colour of its own. It is never changed once made; another theme is
// another pointer with another Gen.
type Styles struct {
	// Gen tells two sets of styles apart: part of the key of every cached row.
	Gen int
	// Dark: its background is dark. Markdown is the name of the style for rendered documents.
	Dark     bool
	Markdown string
	Glyphs   Glyphs
	ascii    Glyphs
	// Background and Foreground of the whole screen, for tea.View; nil leaves
	// the terminal's own. Roles have a background only where it differs.
	Background, Foreground color.Color

	App                               lipgloss.Style
	Title, TitleState                 lipgloss.Style
	PaneBorder, PaneBorderFocus       lipgloss.Style
	PaneTitle, PaneTitleFocus         lipgloss.Style
	PaneHeader, PaneHeaderFocus       lipgloss.Style // the line of column names
	PaneCount                         lipgloss.Style
	RowText, RowFolder, RowDoc        lipgloss.Style
	RowSheet, RowSlide, RowOther      lipgloss.Style
	RowPicture, RowArchive            lipgloss.Style
	RowCode, RowMedia, RowProgram     lipgloss.Style
	RowForm, RowDrawing               lipgloss.Style
	RowLink, RowBroken                lipgloss.Style
	RowMeta                           lipgloss.Style // size, time and kind columns
	RowCursor, RowCursorUnfocused     lipgloss.Style // laid over a row
	RowSelected, RowCopy, RowCut      lipgloss.Style
	RowNew, RowStale, RowMatch        lipgloss.Style
	RowFailed                         lipgloss.Style
	PreviewHeading1, PreviewHeading2  lipgloss.Style
	PreviewHeading3, PreviewBody      lipgloss.Style
	PreviewMeta, PreviewInsert        lipgloss.Style
	PreviewPosition, PreviewCode      lipgloss.Style // of a heading in the document; of code
	StatusText, StatusKey, StatusHint lipgloss.Style
	StatusInfo, StatusOK, StatusWarn  lipgloss.Style
	StatusError, StatusDryRun         lipgloss.Style
	JobRunning, JobWaiting, JobPaused lipgloss.Style
	JobDone, JobFailed                lipgloss.Style
	JobBar, JobBarRest                lipgloss.Style
	DialogBorder, DialogTitle         lipgloss.Style
	DialogText, DialogButton          lipgloss.Style
	DialogButtonFocus, DialogDanger   lipgloss.Style
	DialogButtonDanger                lipgloss.Style
	DialogButtonDangerFocus           lipgloss.Style
	InputText, InputPrompt            lipgloss.Style
	InputPlaceholder, InputSuggest    lipgloss.Style
	HookOK, HookDenied                lipgloss.Style
	HookExec, HookPrompt              lipgloss.Style
	ScrollThumb                       lipgloss.Style

	// QR draws the lines of a QR code: black on white in every theme, since cameras need that. QROnDark: it has no
	// colours, and the terminal draws light on dark.
	QR       lipgloss.Style
	QROnDark bool
	// ASCIIOnly: the terminal shows no other characters.
	ASCIIOnly bool
}

// Ground reports whether a style has a background of its own. Fields and buttons without one are drawn with lines and
// brackets.
func Ground(s lipgloss.Style) bool {
	_, none := s.GetBackground().(lipgloss.NoColor)
	return !none
}

// OnCursor is the style of an entry's kind in the row of the cursor: its own colour on the cursor's ground, or as the ground.
func OnCursor(cursor, kind lipgloss.Style) lipgloss.Style {
	return cursor.Foreground(kind.GetForeground())
}

// ASCII gives the same styles with ASCII glyphs, for locales without UTF-8 and for
// people who like them.
func (s *Styles) ASCII() *Styles {
	c := *s
	c.Glyphs, c.ASCIIOnly = s.ascii, true
	if c.Glyphs.Top == "" {
		c.Glyphs = ASCIIGlyphs()
	}
	c.Gen = s.Gen ^ 0x5a5a5a5a
	return &c
}
