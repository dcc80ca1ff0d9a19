package preview

import (
	"time"

	"aloft/client"
	"aloft/model"
)

// outlineMsg: an outline, or why there is none.
type outlineMsg struct {
	key     string
	seq     int
	outline model.Outline
	heads   []heading
	body    *body // of a smart document, whose outline is made from its text
	content *model.DocContent
	at      time.Time
	err     error
}

// textMsg: the text of a document, or why there is none.
type textMsg struct {
	key     string
	seq     int
	heads   []heading
	body    *body
	content *model.DocContent
	moved   bool // it is of another version than the outline
	err     error
}

// slowMsg: the answer is still awaited.
type slowMsg struct {
	key string
	seq int
}

// reading are the options of every read: a newer one for the reader replaces one
// that waits.
func reading() client.Options { return client.Options{Class: client.Interactive, Lane: "reader"} }
