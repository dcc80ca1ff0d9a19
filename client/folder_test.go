package client_test

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"aloft/client"
)

func TestAFolderThatCannotBeWrittenHasAHintThatHelps(t *testing.T) {
	for _, c := range []struct {
		err    error
		rights bool
	}{
		{fs.ErrPermission, true},
		{syscall.EROFS, true},
		{&fs.PathError{Op: "mkdir", Path: "/d", Err: syscall.ENOSPC}, false},
		{syscall.EDQUOT, false},
	} {
		e := (&client.Error{Kind: client.KindLocal, What: "%s could not be made: %s",
			Args: []any{"/d", "why"}, Err: c.err}).InFolder(client.DataHome)
		said := e.Error()
		if rights := strings.Contains(said, "owner and permissions"); rights != c.rights || strings.Contains(said, "some space") == c.rights ||
			!strings.Contains(said, "ALOFT_DATA_HOME") || strings.Count(said, "ALOFT_") != 1 {
			t.Error(said)
		}
	}
}
