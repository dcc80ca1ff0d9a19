package jobs

import (
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A broken service may list a page among its own descendants.
func TestATreeThatHoldsItselfIsExportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		team := c.Put(memdoc.Shelf, "team", model.KindSpace)
		page := c.Put(team, "page", model.KindDoc)
		under := c.Put(page, "under", model.KindDoc)
		c.Loop = map[string]string{under: page}
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpExport, Items: docsAt("space:/team"), Target: onDisk(t.TempDir()), Rule: model.ConflictNumber})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Items) > 8 {
			t.Errorf("%d items", len(p.Items))
		}
	})
}
