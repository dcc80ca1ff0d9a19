package jobs

import (
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A broken service may list a page among its own descendants.
func TestATreeThatHoldsItselfIsExportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCabinet()
		team := c.add(shelfID, "team", model.KindSpace)
		page := c.add(team, "page", model.KindDoc)
		under := c.add(page, "under", model.KindDoc)
		c.mu.Lock()
		c.loop = map[string]string{under: page}
		c.mu.Unlock()
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
