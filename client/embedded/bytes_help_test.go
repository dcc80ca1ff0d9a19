package embedded

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"aloft/client/embedded/store"
)

// link is a connection to the database.
type link = store.Link

// recovered replaces a database by what can be read of it.
func recovered(t *testing.T, dir string) {
	t.Helper()
	if _, err := store.Recover(t.Context(), dir, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// blobCount is the number of files beside the database, once what is loose is
// dropped.
func blobCount(t *testing.T, s *Service) int {
	t.Helper()
	if err := s.db.DropLoose(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(s.db.BlobPath(""))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return len(names)
}
