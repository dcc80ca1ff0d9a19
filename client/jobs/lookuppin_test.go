package jobs

import (
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A folder that was made since the plan is the one that is filled; a document of
// its name is not taken for it.
func TestAFolderThatIsThereMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "in/a.docx")
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/box")})
		if err != nil {
			t.Fatal(err)
		}
		c.Put(box, "in", model.KindDoc)
		folder := c.Put(box, "in", model.KindFolder)
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Fatalf("%+v %v", s, err)
		}
		items, err := e.Report(id)
		if err != nil || len(items) != 2 || items[0].ID != folder || items[0].State != model.ItemDone {
			t.Errorf("not the folder %s: %+v %v", folder, items, err)
		}
	})
}
