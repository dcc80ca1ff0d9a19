package jobs

import (
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/model"
)

// An import that was begun may come although the service refuses to tell of it:
// that is unknown, with where to look, and never "nothing was changed".
func TestAnImportThatNobodyTellsOfIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newCabinet()
		box := c.add(homeID, "box", model.KindFolder)
		c.fault = func(what string, _ int) fate {
			if what == "import state" {
				return refusedNo
			}
			return fine
		}
		e := openDocs(t, c, Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")})
		rs, err := e.Report(s.ID)
		if err != nil || len(rs) != 1 || rs[0].Kind != string(client.KindUnknown) || !strings.Contains(rs[0].Error, "(not for you); look for a in ") {
			t.Errorf("%+v, %v", rs, err)
		}
		if c.calls["begin"] != 1 || c.calls["import state"] != 1 || len(c.children(box)) != 0 {
			t.Errorf("%v, %v", c.calls, c.tree())
		}
	})
}
