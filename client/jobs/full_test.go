package jobs

import (
	"context"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// Without room for the converted file the import ends at once and says what to do:
// a retry would not make room.
func TestAFullDiskEndsAnImportAtOnce(t *testing.T) {
	full := func(context.Context, string, string, io.ReaderAt, int64, io.Writer) ([]model.Sentence, error) {
		return nil, &fs.PathError{Op: "write", Path: "/d/item-1", Err: syscall.ENOSPC}
	}
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.md")
		c := newDocs()
		e := openDocs(t, c, run.Options{Convert: full})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.md")}, Target: docAt("docs:/")})
		rs, err := e.Report(s.ID)
		if took := time.Since(s.MadeAt); err != nil || s.State != model.JobFailed || took > 5*time.Second ||
			rs[0].Kind != string(client.KindLocal) || !strings.Contains(rs[0].Error.String(), "no space left") || !strings.Contains(rs[0].Error.String(), "free some space") {
			t.Errorf("%v: %+v, %v", took, rs, err)
		}
	})
}
