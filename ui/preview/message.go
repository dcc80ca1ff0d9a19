package preview

import (
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
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

// pagesMsg carries parts rendered in styles.
type pagesMsg struct {
	doc string
	seq int
	all []drawnPart
	of  *remarks // with whose deleted text they are drawn
}

// drawnPart is a rendered part or its error.
type drawnPart struct {
	key  pageKey
	page *page
	err  error
}

// endMsg says whether the text ends before the document does.
type endMsg struct {
	key     string
	version int64
	early   bool
}

// remarksMsg carries the comments of a document or their error.
type remarksMsg struct {
	key     string
	version int64
	remarks remarks
}

// Env is given to the reader by the root.
type Env struct {
	*input.Env
	Sources client.Sources
	Width   int // largest width of the text in cells, 0 = no limit
}
