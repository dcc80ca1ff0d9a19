package text

// The reader: its keys, what it shows, and what it says.
const (
	KeyDoFocusPreview      Text = "to the preview"
	KeyDoViewOutline       Text = "view outline and text of the document"
	KeyDoScrollDown        Text = "scroll the text down"
	KeyDoScrollUp          Text = "scroll the text up"
	KeyDoUnfold            Text = "unfold the heading, or go into it"
	KeyDoFold              Text = "fold the heading, or go to the one above"
	KeyDoReadSection       Text = "read the section, or back to the outline"
	KeyDoNextHeading       Text = "next heading"
	KeyDoPreviousHeading   Text = "previous heading"
	KeyDoNextSameLevel     Text = "next heading of this level"
	KeyDoPreviousSameLevel Text = "previous heading of this level"
	KeyDoFoldOne           Text = "fold or unfold this heading"
	KeyDoOpenAllHeadings   Text = "expand all headings"
	KeyDoCloseAllHeadings  Text = "fold all headings"
	KeyDoFilterHeadings    Text = "filter the headings"
	KeyDoFindText          Text = "find text in the document"
	KeyDoCloseReader       Text = "close the reader"

	KeyShortView Text = "view"
	KeyShortFind Text = "find"

	KeyGroupOutline Text = "Outline"
	KeyGroupReading Text = "Reading"
)
