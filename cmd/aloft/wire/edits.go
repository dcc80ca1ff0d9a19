package wire

import (
	"time"

	"aloft/client"
	"aloft/client/edits"
	"aloft/client/office"
	"aloft/cmd/aloft/session"
)

// editSettle is the age from which an edit without an answer can no longer take
// effect, as for every other write.
const editSettle = 45 * time.Second

// Edits is the engine of edits, opened on first use.
type Edits struct {
	session *session.Session
	sources *Sources
	opened  client.Edits
}

// NewEdits opens nothing.
func NewEdits(s *session.Session, sources *Sources) *Edits {
	return &Edits{session: s, sources: sources}
}

// Open returns the same engine each time.
func (e *Edits) Open() client.Edits {
	if e.opened == nil {
		e.opened = &allowedEdits{session: e.session, Edits: edits.New(edits.Options{
			Sources: e.sources.Writing(), Dir: session.Below(e.session.Dirs.Data, "edits"), Account: e.session.Config.Account, Service: e.sources.gateName, Now: e.session.Now, Lost: office.Lost, Asked: e.sources.Asked,
			Language: e.session.Con.Catalogue,
			Settle:   time.Duration(float64(editSettle) * e.session.Scale),
		})}
	}
	return e.opened
}
