package keys

import "aloft/model/text"

// Actions on selected text of the reader. Other keys do there what they do in the document: movements move the end of
// the selection, edits are about the selected text.
const (
	PassageLeft      Action = "passage.left"
	PassageRight     Action = "passage.right"
	PassageWord      Action = "passage.next-word"
	PassageWordBack  Action = "passage.previous-word"
	PassageWordEnd   Action = "passage.end-of-word"
	PassageLineStart Action = "passage.line-start"
	PassageLineEnd   Action = "passage.line-end"
	PassageBegin     Action = "passage.begin"
	PassageSwap      Action = "passage.other-end"
	PassageFind      Action = "passage.find"
	PassageCopy      Action = "passage.copy"
	PassageEnd       Action = "passage.end"
)

// passageDocs is the registry of selecting text.
func passageDocs() []Doc {
	const group text.Text = "Selecting text"
	return []Doc{
		{PassageLeft, "a character left", "", group, Keys{"h or left", "left", "left"}},
		{PassageRight, "a character right", "", group, Keys{"l or right", "right", "right"}},
		{PassageWord, "to the next word", "", group, Keys{"w or ctrl+right", "ctrl+right or alt+f", "ctrl+right"}},
		{PassageWordBack, "to the previous word", "", group, Keys{"b or ctrl+left", "ctrl+left or alt+b", "ctrl+left"}},
		{PassageWordEnd, "to the end of the word", "", group, Keys{"e", "alt+right", "e"}},
		{PassageLineStart, "to the start of the line", "", group, Keys{"0 or ^", "ctrl+a", "home"}},
		{PassageLineEnd, "to the end of the line", "", group, Keys{"$", "ctrl+e", "end"}},
		{PassageBegin, "begin here", "begin here", group, Keys{"space"}},
		{PassageSwap, "other end", "other end", group, Keys{"o", "ctrl+x o", "o"}},
		{PassageFind, "find text", "", group, Keys{"/", "ctrl+x /", "/"}},
		{PassageCopy, "copy the selected text as Markdown", text.KeyShortCopy, group, Keys{"y or Y", "alt+w", "y or Y"}},
		{PassageEnd, "end the selection", "end", group, Keys{"v", "ctrl+x v", "v"}},
	}
}
