package embedded

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"aloft/client/embedded/store"
)

// link is a connection to the database.
type link = store.Link

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
