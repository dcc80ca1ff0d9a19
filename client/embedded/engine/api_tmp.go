package engine

import (
	"aloft/client/office/word"
	"aloft/model"
)

// Queries. None can fail but Find, on an empty text.

// Find gives the places of a text: in each paragraph from left to right without
// overlap, exact in case. Marks of comments are invisible but lie in the range;
// other objects interrupt a match.
func Find(d *word.Document, s string) (model.Matches, error) { return model.Matches{}, nil }

// LastPosition is the mark of the last paragraph.
func LastPosition(d *word.Document) model.LastPosition { return model.LastPosition{} }

// Outline is the tree of headings.
func Outline(d *word.Document) model.Outline { return model.Outline{} }

// Structure is all blocks.
func Structure(d *word.Document) model.Structure { return model.Structure{} }

// Images are the pictures by position.
func Images(d *word.Document, at Locate) model.DocImages { return model.DocImages{} }

// Comments are the threads by position, replies behind what they answer. A range
// has what lies between the two marks; it is empty for a point.
func Comments(d *word.Document) model.DocComments { return model.DocComments{} }

// CheckBase refuses a base that is not the newest version; 0 and latest mean the newest.
func CheckBase(d *word.Document, base int64, latest bool) error { return nil }

// Edits. Positions follow the table of "Position rules".

// InsertText puts text into a paragraph.
func InsertText(d *word.Document, at int64, s string) (*word.Document, error) { return d, nil }

// InsertParagraph puts one mark at the position.
func InsertParagraph(d *word.Document, at int64, st Style) (*word.Document, error) { return d, nil }

// InsertParagraphWithText adds a paragraph; at a paragraph's end behind it.
func InsertParagraphWithText(d *word.Document, at int64, s string, st Style) (*word.Document, error) {
	return d, nil
}

// ReplaceText puts text in the place of every range; "" deletes.
func ReplaceText(d *word.Document, ranges []model.Range, s string) (*word.Document, error) {
	return d, nil
}

// FindAndReplace replaces every match and says how many there were. Without one
// the same document comes back.
func FindAndReplace(d *word.Document, old, s string) (*word.Document, int, error) { return d, 0, nil }

// UpdateTextProperty sets properties; ranges may cross anything.
func UpdateTextProperty(d *word.Document, ranges []model.Range, p model.TextProps) (*word.Document, error) {
	return d, nil
}

// InsertTask inserts task paragraphs.
func InsertTask(d *word.Document, at int64, tasks []Task) (*word.Document, error) { return d, nil }

// InsertImage puts a picture into a paragraph.
func InsertImage(d *word.Document, at int64, p *word.Picture) (*word.Document, error) { return d, nil }

// InsertPageBreak puts a page break into a paragraph.
func InsertPageBreak(d *word.Document, at int64) (*word.Document, error) { return d, nil }

// InsertTable inserts an empty table, of 10,000 cells at most.
func InsertTable(d *word.Document, at int64, rows, cols int) (*word.Document, error) { return d, nil }

// InsertComment begins a thread on a range, or a point where it is empty, or adds
// a reply.
func InsertComment(d *word.Document, r model.Range, c Remark) (*word.Document, error) { return d, nil }

// ReplaceImage puts another picture in the place of the one at the position, if
// that is the old one: old has its URL, without the query, or its attachment.
func ReplaceImage(d *word.Document, at int64, old model.DocImage, p *word.Picture, where Locate) (*word.Document, error) {
	return d, nil
}

// InsertMarkdown inserts the blocks of a Markdown text (UTF-8).
func InsertMarkdown(d *word.Document, at int64, src []byte) (*word.Document, error) { return d, nil }

// Extra is what an edit needs that model.Edit does not have.
type Extra struct {
	Remark  Remark        // EditComment: names and time
	Picture *word.Picture // EditImage, EditReplaceImage
	Locate  Locate
}

// Do makes an edit of the contract; EditRevert is none of the engine's.
func Do(d *word.Document, e model.Edit, x Extra) (*word.Document, error) { return d, nil }

// Arguments as they come over the wire.

// DecodeBase64 reads standard base64, of at most limit bytes decoded (0 = any).
func DecodeBase64(s string, limit int64) ([]byte, error) { return nil, nil }

// OneImage refuses content and image id together, and neither.
func OneImage(content, id bool) error { return nil }

// ImageGroups refuses a replacement of an image without one of its three groups.
func ImageGroups(idx, oldURL, oldAttachment, id, content bool) error { return nil }

// Refuse makes the error of a kind that only the caller can see: KindNotWord,
// KindNoRight.
func Refuse(k Kind) *Error { return &Error{Kind: k} }

// Storage.

// Change is what an edit made of a document: what is kept of it.
type Change struct {
	Version  int64 // that it made
	Splices  []word.Splice
	Comments *CommentSplice // nil = the same comments
}

// CommentSplice puts comments in the place of Del others from At on.
type CommentSplice struct {
	At, Del int
	Put     []word.Comment
}

// Diff compares block by block, by identity; old became new by edits.
func Diff(old, new *word.Document) Change { return Change{} }

// Apply makes the change again.
func Apply(d *word.Document, c Change) (*word.Document, error) { return d, nil }

// Pictures keeps the bytes of pictures beside the stored documents. Key stores
// them, if they are not there yet, and names them; Bytes finds them again.
type Pictures interface {
	Key(word.Bytes) (string, error)
	Bytes(key string, size int64) (word.Bytes, error)
}

// EncodeDocument writes a document for storage, as JSON.
func EncodeDocument(d *word.Document, p Pictures) ([]byte, error) { return nil, nil }

// DecodeDocument reads it again.
func DecodeDocument(data []byte, p Pictures) (*word.Document, error) { return nil, nil }

// EncodeChange writes a change for the log, as JSON.
func EncodeChange(c Change, p Pictures) ([]byte, error) { return nil, nil }

// DecodeChange reads it again.
func DecodeChange(data []byte, p Pictures) (Change, error) { return Change{}, nil }
