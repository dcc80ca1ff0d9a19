package browse

import (
	"bufio"
	"context"
	"io"
	"os"
	"testing"

	"aloft/client"
	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// looped is a service whose one folder contains itself.
type looped struct {
	client.Source
	asked int
}

func (s *looped) For(model.Place) (client.Source, error) { return s, nil }
func (s *looped) Accounts() []string                     { return nil }

func (s *looped) List(_ context.Context, p model.Place, _ client.Options) (model.Listing, error) {
	if s.asked++; s.asked > 9 {
		return model.Listing{}, io.ErrUnexpectedEOF
	}
	return model.Listing{Place: p, Complete: true, Steady: true, Entries: []model.Entry{{ID: "x", Name: "loop", Kind: model.KindFolder}}}, nil
}

func TestAFolderInItselfEndsTheWalk(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	con := &console.Console{Writer: bufio.NewWriter(io.Discard), Stderr: null}
	src := &looped{}
	cs := &Commands{con: con, session: session.New(con), sources: src}
	seen := 0
	v := &visit{cs: cs, entry: func(*find.In, *model.Entry, model.Place) (bool, error) { seen++; return true, nil }}
	if err := v.below(model.Place{Scheme: model.SchemeDocs}); err != nil || src.asked != 2 || seen != 2 {
		t.Errorf("%v, %d listings, %d entries", err, src.asked, seen)
	}
}
