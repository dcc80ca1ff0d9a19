package limited_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"aloft/model"
)

// A plan of ten thousand files of the disk is looked at while a person waits.
func BenchmarkPlanOfManyFiles(b *testing.B) {
	w := newWorld(b)
	jobs := w.person(false, w.shown()...).Jobs(b.Context(), &reached{})
	p := &model.Plan{ID: "p", Op: model.OpUpload}
	for i := range 10_000 {
		name := fmt.Sprint(i)
		w.must(os.WriteFile(filepath.Join(w.dir, "share", name), nil, 0o600))
		p.Items = append(p.Items, model.Item{Op: model.OpUpload, Parent: w.at("~/share"), Name: name, Kind: model.KindFile, Target: w.at("drive:/Documents"), Decision: model.DecideGo})
	}
	for b.Loop() {
		if _, err := jobs.Start(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}
