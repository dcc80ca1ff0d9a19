package keys

import "aloft/model/text"

// InDocument is the reader: the outline of a document and its text.
const InDocument Context = "document"

// What works in the reader besides editing.
const (
	DocDown       Action = "document.down"
	DocUp         Action = "document.up"
	DocFold       Action = "document.fold"
	DocUnfold     Action = "document.unfold"
	DocJump       Action = "document.jump"
	DocTop        Action = "document.top"
	DocBottom     Action = "document.bottom"
	DocHalfDown   Action = "document.half-down"
	DocHalfUp     Action = "document.half-up"
	DocPageDown   Action = "document.page-down"
	DocPageUp     Action = "document.page-up"
	DocNext       Action = "document.next-heading"
	DocPrev       Action = "document.previous-heading"
	DocNextSame   Action = "document.next-same-level"
	DocPrevSame   Action = "document.previous-same-level"
	DocScrollDown Action = "document.scroll-down"
	DocScrollUp   Action = "document.scroll-up"
	DocFoldOne    Action = "document.fold-one"
	DocOpenAll    Action = "document.open-all"
	DocCloseAll   Action = "document.close-all"
	DocFilter     Action = "document.filter"
	DocFind       Action = "document.find"
	DocFindNext   Action = "document.find-next"
	DocFindPrev   Action = "document.find-previous"
	DocExport     Action = "document.export"
	DocInfo       Action = "document.info"
	DocLink       Action = "document.link"
	DocCopyName   Action = "document.copy-name"
	DocCopyID     Action = "document.copy-id"
	DocCopyLink   Action = "document.copy-link"
	DocCopyPath   Action = "document.copy-path"
	DocClose      Action = "document.close"

	// The reader from a pane, and from everywhere.
	ViewOutline  Action = "pane.view"
	ScrollDown   Action = "pane.scroll-down"
	ScrollUp     Action = "pane.scroll-up"
	FocusPreview Action = "global.focus-preview"
)

// documentDocs is the part of the registry that is about reading.
func documentDocs() []Doc {
	return []Doc{
		{FocusPreview, InGlobal, "to the preview", "", text.KeyGroupPanels},
		{ViewOutline, InPane, "view outline and text of the document", "view", text.KeyGroupDocument},
		{ScrollDown, InPane, text.KeyDoScrollDown, "", text.KeyGroupDocument},
		{ScrollUp, InPane, text.KeyDoScrollUp, "", text.KeyGroupDocument},

		{DocDown, InDocument, text.KeyDoDown, "", text.KeyGroupOutline},
		{DocUp, InDocument, text.KeyDoUp, "", text.KeyGroupOutline},
		{DocUnfold, InDocument, "unfold the heading, or go into it", "", text.KeyGroupOutline},
		{DocFold, InDocument, "fold the heading, or go to the one above", "", text.KeyGroupOutline},
		{DocJump, InDocument, "read the section, or back to the outline", text.KeyShortRead, text.KeyGroupOutline},
		{DocTop, InDocument, text.KeyDoToTheTop, "", text.KeyGroupOutline},
		{DocBottom, InDocument, text.KeyDoToTheEnd, "", text.KeyGroupOutline},
		{DocHalfDown, InDocument, text.KeyDoHalfAPageDown, "", text.KeyGroupOutline},
		{DocHalfUp, InDocument, text.KeyDoHalfAPageUp, "", text.KeyGroupOutline},
		{DocPageDown, InDocument, text.KeyDoAPageDown, "", text.KeyGroupOutline},
		{DocPageUp, InDocument, text.KeyDoAPageUp, "", text.KeyGroupOutline},
		{DocNext, InDocument, "next heading", "", text.KeyGroupOutline},
		{DocPrev, InDocument, "previous heading", "", text.KeyGroupOutline},
		{DocNextSame, InDocument, "next heading of this level", "", text.KeyGroupOutline},
		{DocPrevSame, InDocument, "previous heading of this level", "", text.KeyGroupOutline},
		{DocFoldOne, InDocument, "fold or unfold this heading", "", text.KeyGroupOutline},
		{DocOpenAll, InDocument, "expand all headings", "", text.KeyGroupOutline},
		{DocCloseAll, InDocument, "fold all headings", "", text.KeyGroupOutline},
		{DocScrollDown, InDocument, text.KeyDoScrollDown, "", text.KeyGroupReading},
		{DocScrollUp, InDocument, text.KeyDoScrollUp, "", text.KeyGroupReading},
		{DocFilter, InDocument, "filter the headings", text.KeyShortFilter, text.KeyGroupReading},
		{DocFind, InDocument, "find text in the document", text.KeyShortFind, text.KeyGroupReading},
		{DocFindNext, InDocument, text.KeyDoNextMatch, "", text.KeyGroupReading},
		{DocFindPrev, InDocument, text.KeyDoPreviousMatch, "", text.KeyGroupReading},
		{DocClose, InDocument, "close the reader", text.KeyShortBack, text.KeyGroupReading},
		{DocExport, InDocument, text.KeyDoExport, text.KeyShortExport, text.KeyGroupDocument},
		{DocInfo, InDocument, text.KeyDoWhatIsKnownAboutTheEntry, "", text.KeyGroupDocument},
		{DocLink, InDocument, text.KeyDoShowTheEntrysLink, "", text.KeyGroupDocument},
		{DocCopyName, InDocument, text.KeyDoCopyTheName, "", text.KeyGroupDocument},
		{DocCopyID, InDocument, text.KeyDoCopyTheId, "", text.KeyGroupDocument},
		{DocCopyLink, InDocument, text.KeyDoCopyTheLink, "", text.KeyGroupDocument},
		{DocCopyPath, InDocument, text.KeyDoCopyThePlace, "", text.KeyGroupDocument},
	}
}
