package engine

import (
	"aloft/model"
	"aloft/model/text"
)

// Kind is the reason for a refusal.
type Kind int

const (
	KindPosition   Kind = iota + 1 // a position outside the document
	KindPair                       // a position inside a surrogate pair
	KindToken                      // text where a table or a box begins
	KindRange                      // a range outside the document
	KindReversed                   // a range that ends before it begins
	KindEmptyRange                 // an empty range
	KindOverlap                    // ranges that overlap
	KindCross                      // a range of a replacement that leaves its paragraph
	KindStory                      // a comment between the body and a box
	KindNewline                    // text with line ends
	KindEmpty                      // an empty argument
	KindStyle                      // a level, list, or indent that does not exist
	KindProperty                   // an invalid colour
	KindTask                       // an invalid state
	KindTable                      // rows or columns out of bounds
	KindComment                    // an unknown comment, or a name that is taken
	KindNoImage                    // no image at the position
	KindOtherImage                 // another image at the position
	KindQuery                      // an image's old URL with its query
	KindImageGroup                 // one of the three parts of a replacement is missing
	KindBothImages                 // an image is given in two ways
	KindBase64                     // invalid base64
	KindUTF8                       // invalid UTF-8
	KindStale                      // a base version that is not the newest
	KindStored                     // stored data that is no document
	KindNoEdit                     // an edit that the engine does not support
)

// Error says why an edit or a query was refused; nothing was changed.
type Error struct {
	Kind Kind
	What string
	Args []any
	Hint string
}

// Error returns the message on one clean line.
func (e *Error) Error() string {
	s := text.Wire(e.What, e.Args...)
	if e.Hint != "" {
		s += " → " + e.Hint
	}
	return model.Clean(s)
}

// Is makes two errors of one kind equal for errors.Is.
func (e *Error) Is(other error) bool {
	o, ok := other.(*Error)
	return ok && o.Kind == e.Kind
}

func outside(at int64, length int) error {
	return &Error{KindPosition, "position %d is outside the document: positions go from 0 to %d", []any{at, length - 1}, text.EngineFresh}
}

func insidePair(at int) error {
	return &Error{KindPair, "position %d is inside a character of two units", []any{at}, text.EngineFresh}
}

func openToken(at int) error {
	return &Error{KindToken, "position %d is the start of a table or box, which cannot hold text", []any{at}, "take a position inside a cell or the box, or insert a paragraph there first"}
}

func empty(what string) error { return &Error{Kind: KindEmpty, What: what} }
