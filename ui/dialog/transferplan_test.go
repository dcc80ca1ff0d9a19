package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// The plan of a folder counts its files, not the folders that are made for them,
// and says where it all goes.
func TestPlanOfAFolderCountsItsFiles(t *testing.T) {
	at := func(scheme model.Scheme, path ...string) model.Place {
		return model.Place{Scheme: scheme, Path: model.Steps(path...)}
	}
	disk, docs := at(model.SchemeDisk, "f"), at(model.SchemeDocs, "Work")
	p := &model.Plan{Op: model.OpImport, Scheme: model.SchemeDisk, Items: []model.Item{
		{Op: model.OpMakeFolder, Parent: docs, Name: "many", Decision: model.DecideSkip, Why: model.WhyExists},
		{Op: model.OpMakeFolder, Parent: docs.Join("many"), Name: "deep", Decision: model.DecideGo},
		{Op: model.OpImport, Parent: disk.Join("many"), Name: "a.docx", Target: docs.Join("many"), Decision: model.DecideGo},
		{Op: model.OpImport, Parent: disk.Join("many").Join("deep"), Name: "b.docx", Target: docs.Join("many").Join("deep"), Decision: model.DecideGo},
	}}
	s := ansi.Strip(strings.Join(draw(NewPlan(testEnv(t), Origin{Place: docs}, p, PlanOptions{}), 80, 30).Lines, "\n"))
	if !strings.Contains(s, "from    disk:/f/many  ") || strings.Contains(s, "elsewhere") {
		t.Errorf("asked for from the other side: %s", s)
	}
	s = ansi.Strip(strings.Join(draw(NewPlan(testEnv(t), Origin{Place: disk}, p, PlanOptions{}), 80, 30).Lines, "\n"))
	for _, want := range []string{"Import 2 files", "to      docs:/Work  "} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q: %s", want, s)
		}
	}
	for _, not := range []string{"elsewhere", "stay"} {
		if strings.Contains(s, not) {
			t.Errorf("%q: %s", not, s)
		}
	}
}
