package patch

import (
	"aloft/client/office/word"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// patcher writes an edited document into the file that it was read from.
type patcher struct {
	*read.File
	d, old  *word.Document
	text    *fileText
	out     *output
	look    *look
	w       *write.Pieces // of what is new
	sums    sums
	formats map[word.Source]word.Format // of the paragraphs as they were read
	boxes   map[word.Source]*word.Box   // of the old document
	para    int                         // of the comment 0, if it gets an id
	exact   bool                        // who reads it finds the same positions
	by      *suggestion                 // the edits become tracked changes, nil = they are made
}

// flatBlock is a block in a run of blocks, with boxes of code and highlights replaced by
// what is in them, as it is in a file.
type flatBlock struct {
	word.Block
	line bool        // it is in such a box
	code bool        // one of code: several lines may be one paragraph
	num  int         // the list that the item of one gets, 0 = it has that of the file
	tie  int         // new, in a box that is in the file: 1 behind, 2 before what is next to it there
	home word.Source // of it, or of the box that it is in
}

// format is that of a paragraph.
func (b flatBlock) format() word.Format { return b.Block.(*word.Paragraph).Format }

// partOf is the name of a part with text, "" = the file has none.
func partOf(f *read.File, part word.Source) string {
	switch part {
	case word.SourceFootnotes:
		return f.Refs.Of("footnotes")
	case word.SourceEndnotes:
		return f.Refs.Of("endnotes")
	}
	return f.Main
}

// textParts are those that have the text of a document.
func textParts() []word.Source {
	return []word.Source{word.SourceMain, word.SourceFootnotes, word.SourceEndnotes}
}
