package keys

import (
	"slices"

	"aloft/model/text"
)

// Actions of the reader besides editing.
const (
	DocFold       Action = "document.fold"
	DocUnfold     Action = "document.unfold"
	DocJump       Action = "document.jump"
	DocNext       Action = "document.next-heading"
	DocPrev       Action = "document.previous-heading"
	DocNextSame   Action = "document.next-same-level"
	DocPrevSame   Action = "document.previous-same-level"
	DocScrollDown Action = "document.scroll-down"
	DocScrollUp   Action = "document.scroll-up"
	DocFoldOne    Action = "document.fold-one"
	DocOpenAll    Action = "document.open-all"
	DocCloseAll   Action = "document.close-all"
	DocPercent    Action = "document.percent"
	DocFilter     Action = "document.filter"
	DocFind       Action = "document.find"
	DocFindNext   Action = "document.find-next"
	DocFindPrev   Action = "document.find-previous"
	DocNextRemark Action = "document.next-comment"
	DocPrevRemark Action = "document.previous-comment"
	DocExport     Action = "document.export"
	DocInfo       Action = "document.info"
	DocLink       Action = "document.link"
	DocCopyName   Action = "document.copy-name"
	DocCopyID     Action = "document.copy-id"
	DocCopyLink   Action = "document.copy-link"
	DocCopyPath   Action = "document.copy-path"
	DocCopyText   Action = "document.copy-section"
	DocLinks      Action = "document.links"
	DocTables     Action = "document.tables"
	DocBelow      Action = "document.next-document"
	DocAbove      Action = "document.previous-document"
	DocClose      Action = "document.close"
	DocQuit       Action = "document.quit"
	DocBookmark   Action = "document.bookmark-add"
	DocSelect     Action = "document.select"

	// The reader from a pane and from everywhere.
	ViewOutline  Action = "pane.view"
	ScrollDown   Action = "pane.scroll-down"
	ScrollUp     Action = "pane.scroll-up"
	FocusPreview Action = "global.focus-preview"
)

// documentDocs is the registry of reading.
func documentDocs() []Doc {
	list := moves(InDocument, text.KeyGroupOutline, text.KeyDoToTheTop, text.KeyDoToTheEnd, true, true)
	return slices.Concat([]Doc{
		{FocusPreview, "to the preview", "", text.KeyGroupPanels, Keys{"3", "ctrl+x 3", "3"}},
		{ViewOutline, "view a document or file, or open a folder", "view", text.KeyGroupDocument, Keys{"f3"}},
		{ScrollDown, text.KeyDoScrollDown, "", text.KeyGroupDocument, Keys{"J", "alt+down", "alt+down"}},
		{ScrollUp, text.KeyDoScrollUp, "", text.KeyGroupDocument, Keys{"K", "alt+up", "alt+up"}},
	}, list[:2], []Doc{
		{DocUnfold, "unfold the heading, or go into it", "", text.KeyGroupOutline, Keys{"l or right", "right", "right"}},
		{DocFold, "fold the heading, or go to its parent", "", text.KeyGroupOutline, Keys{"h or left", "left", "left"}},
		{DocJump, "read the text, or back to the outline", text.KeyShortRead, text.KeyGroupOutline, Keys{"enter"}},
	}, list[2:], []Doc{
		{DocNext, "next heading", "", text.KeyGroupOutline, Keys{"]", "ctrl+down", "]"}},
		{DocPrev, "previous heading", "", text.KeyGroupOutline, Keys{"[", "ctrl+up", "["}},
		{DocNextSame, "next heading of this level", "", text.KeyGroupOutline, Keys{"}", "alt+down", "}"}},
		{DocPrevSame, "previous heading of this level", "", text.KeyGroupOutline, Keys{"{", "alt+up", "{"}},
		{DocFoldOne, "fold or unfold this heading", "", text.KeyGroupOutline, Keys{"z a", "*", "z a"}},
		{DocOpenAll, "unfold all headings", "", text.KeyGroupOutline, Keys{"z R", "+", "z R"}},
		{DocCloseAll, "fold all headings", "", text.KeyGroupOutline, Keys{"z M", "-", "z M"}},
		{DocScrollDown, text.KeyDoScrollDown, "", text.KeyGroupReading, Keys{"J", "shift+down", "shift+down"}},
		{DocScrollUp, text.KeyDoScrollUp, "", text.KeyGroupReading, Keys{"K", "shift+up", "shift+up"}},
		{DocSelect, "select text", "select", text.KeyGroupReading, Keys{"v", "ctrl+x v", "v"}},
		{DocPercent, "go to a percentage of the text", "", text.KeyGroupReading, Keys{"%", "%", "%"}},
		{DocFilter, "filter", text.KeyShortFilter, text.KeyGroupReading, Keys{"/", "ctrl+x /", "/ or ctrl+f"}},
		{DocFind, "find text", text.KeyShortFind, text.KeyGroupReading, Keys{"f", "ctrl+s or alt+s", "f"}},
		{DocFindNext, text.KeyDoNextMatch, "", text.KeyGroupReading, Keys{"n", "alt+n", "n"}},
		{DocFindPrev, text.KeyDoPreviousMatch, "", text.KeyGroupReading, Keys{"N", "alt+p", "N"}},
		{DocNextRemark, "next comment", "", text.KeyGroupReading, Keys{")", ")", ")"}},
		{DocPrevRemark, "previous comment", "", text.KeyGroupReading, Keys{"(", "(", "("}},
		{DocLinks, "links, footnotes and images of the text", "", text.KeyGroupReading, Keys{"L", "alt+l", "L"}},
		{DocTables, "tables row by row, or as tables", "", text.KeyGroupReading, Keys{"T", "alt+t", "T"}},
		{DocBelow, text.KeyDoNextDocument, "", text.KeyGroupReading, Keys{"ctrl+n", "ctrl+f", "ctrl+n"}},
		{DocAbove, text.KeyDoPreviousDocument, "", text.KeyGroupReading, Keys{"ctrl+p", "ctrl+b", "ctrl+p"}},
		{DocClose, "close the reader", text.KeyShortBack, text.KeyGroupReading, Keys{"f3"}},
		{DocQuit, text.KeyDoCloseAsLess, "", text.KeyGroupReading, Keys{none, "q", "q"}},
		{DocBookmark, "bookmark this heading", "", text.KeyGroupReading, Keys{"B", "ctrl+x B", "B"}},
		{DocExport, text.KeyDoExport, text.KeyShortExport, text.KeyGroupDocument, Keys{"e", "ctrl+x E", "alt+e"}},
		{DocInfo, text.KeyDoWhatIsKnownAboutTheEntry, "", text.KeyGroupDocument, Keys{"I", "ctrl+x i", "I"}},
		{DocLink, text.KeyDoOpenTheEntrysLink, "", text.KeyGroupDocument, Keys{"O", "ctrl+x L", "O"}},
		{DocCopyName, text.KeyDoCopyTheName, "", text.KeyGroupDocument, Keys{"Y n", "ctrl+x y n", "Y n"}},
		{DocCopyID, text.KeyDoCopyTheId, "", text.KeyGroupDocument, Keys{"Y i", "ctrl+x y i", "Y i"}},
		{DocCopyLink, text.KeyDoCopyTheLink, "", text.KeyGroupDocument, Keys{"Y l", "ctrl+x y l", "Y l"}},
		{DocCopyPath, text.KeyDoCopyThePlace, "", text.KeyGroupDocument, Keys{"Y p", "ctrl+x y p", "Y p"}},
		{DocCopyText, "copy the section as Markdown", "", text.KeyGroupDocument, Keys{"Y s", "ctrl+x y s", "Y s"}},
	})
}
