package keys

import (
	"slices"

	"aloft/model/text"
)

// Actions of the view of a file.
const (
	FileLeft     Action = "file.left"
	FileRight    Action = "file.right"
	FileFind     Action = "file.find"
	FileFindNext Action = "file.find-next"
	FileFindPrev Action = "file.find-previous"
	FileEdit     Action = "file.edit"
	FileInfo     Action = "file.info"
	FileCopyPath Action = "file.copy-path"
	FileBelow    Action = "file.next-document"
	FileAbove    Action = "file.previous-document"
	FileClose    Action = "file.close"
	FileQuit     Action = "file.quit"
)

// fileDocs is the registry of the view of a file.
func fileDocs() []Doc {
	return slices.Concat(moves(InFile, text.KeyGroupReading, text.KeyDoToTheTop, text.KeyDoToTheEnd, true, true), []Doc{
		{FileLeft, "scroll left", "", text.KeyGroupReading, Keys{"h or left", "left", "left"}},
		{FileRight, "scroll right", "", text.KeyGroupReading, Keys{"l or right", "right", "right"}},
		{FileFind, "find text", text.KeyShortFind, text.KeyGroupFinding, Keys{"f or /", "ctrl+s or alt+s", "f or ctrl+f"}},
		{FileFindNext, text.KeyDoNextMatch, "next", text.KeyGroupFinding, Keys{"n", "alt+n", "n"}},
		{FileFindPrev, text.KeyDoPreviousMatch, "", text.KeyGroupFinding, Keys{"N", "alt+p", "N"}},
		{FileEdit, "edit", "edit", text.KeyGroupEntry, Keys{"f4"}},
		{FileInfo, text.KeyDoWhatIsKnownAboutTheEntry, "info", text.KeyGroupEntry, Keys{"I", "ctrl+x i", "I"}},
		{FileCopyPath, text.KeyDoCopyThePlace, "", text.KeyGroupEntry, Keys{"Y p", "ctrl+x y p", "Y p"}},
		{FileBelow, text.KeyDoNextDocument, "", text.KeyGroupReading, Keys{"ctrl+n", "ctrl+f", "ctrl+n"}},
		{FileAbove, text.KeyDoPreviousDocument, "", text.KeyGroupReading, Keys{"ctrl+p", "ctrl+b", "ctrl+p"}},
		{FileClose, "close the file", text.KeyShortBack, text.KeyGroupReading, Keys{"f3"}},
		{FileQuit, text.KeyDoCloseAsLess, "", text.KeyGroupReading, Keys{none, "q", "q"}},
	})
}
