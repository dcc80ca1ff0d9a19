package preview

import (
	"time"

	"aloft/client"
	"aloft/model"
)

// outlineMsg carries an outline or its error.
type outlineMsg struct {
	key     string
	seq     int
	outline model.Outline
	heads   []heading
	body    *body // of a smart document, whose outline comes from its text
	content *model.DocContent
	at      time.Time
	err     error
}

// textMsg carries the text of a document or its error.
type textMsg struct {
	key     string
	seq     int
	heads   []heading
	body    *body
	content *model.DocContent
	moved   bool // its version differs from the outline's
	err     error
}

// slowMsg says that the answer is still pending.
type slowMsg struct {
	key string
	seq int
}

// reading are the options of every read. A newer read for the reader replaces a waiting one.
func reading() client.Options { return client.Options{Class: client.Interactive, Lane: "reader"} }
