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
		{Op: model.OpMakeFolder, Parent: docs, Name: "many", Decision: model.DecideSkip, Answer: model.Answer{Why: model.WhyExists}},
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

// Two files can get one name, as doc1.docx and doc1.md do: the plan says what
// becomes of the second one.
func TestPlanSaysWhichNamesItNumbers(t *testing.T) {
	docs, disk := model.DocumentsRoot(""), model.Place{Scheme: model.SchemeDisk, Path: model.Steps("in")}
	p := &model.Plan{Op: model.OpImport, Scheme: model.SchemeDocs, Items: []model.Item{
		{Op: model.OpImport, Parent: disk, Name: "doc1.docx", Target: docs, NewName: "doc1", Decision: model.DecideGo},
		{Op: model.OpImport, Parent: disk, Name: "doc1.md", Target: docs, NewName: "doc1 (1)", Answer: model.Answer{Free: "doc1 (1)"}, Decision: model.DecideGo},
	}}
	for _, taken := range []bool{false, true} {
		if taken {
			p.Items[0].Taken, p.Items[0].Free, p.Items[0].Decision = &model.Entry{Name: "doc1"}, "doc1 (2)", model.DecideAsk
		}
		s := ansi.Strip(strings.Join(draw(NewPlan(testEnv(t), Origin{Place: disk}, p, PlanOptions{}), 120, 30).Lines, "\n"))
		if !strings.Contains(s, "1 name gets a number to avoid duplicates:") || !strings.Contains(s, " doc1 (1) ") || strings.Contains(s, "no conflicts") ||
			taken != strings.Contains(s, "1 already exists") {
			t.Errorf("taken %t:\n%s", taken, s)
		}
	}
}

// A plan says which key takes it back; of what the key cannot, it promises nothing.
func TestPlanSaysHowAPersonTakesItBack(t *testing.T) {
	env := testEnv(t)
	for _, op := range []model.Op{model.OpMakeFolder, model.OpRename, model.OpMove, model.OpDelete, model.OpRecover,
		model.OpCreate, model.OpCopy, model.OpShare, model.OpImport, model.OpExport} {
		if said := undo(env, &model.Plan{Op: op, Scheme: model.SchemeDrive, Undo: "yes"}); said != "u undoes it" {
			t.Errorf("%s: %q", op, said)
		}
		if said := undo(env, &model.Plan{Op: op, Scheme: model.SchemeDrive, Undo: "no"}); said != "not possible" {
			t.Errorf("%s: %q", op, said)
		}
	}
}

// A plan that nearly fills where it goes says what it needs and what is free.
func TestPlanSaysThatRoomIsTight(t *testing.T) {
	docs, disk := model.DocumentsRoot(""), model.Place{Scheme: model.SchemeDisk, Path: model.Steps("in")}
	p := &model.Plan{Op: model.OpImport, Scheme: model.SchemeDocs, Free: 10 << 20, Items: []model.Item{
		{Op: model.OpImport, Parent: disk, Name: "a.docx", Target: docs, Decision: model.DecideGo, Print: model.Fingerprint{Size: 19 << 19}},
	}}
	for _, free := range []int64{10 << 20, 1 << 30} {
		p.Free = free
		s := ansi.Strip(strings.Join(draw(NewPlan(testEnv(t), Origin{Place: disk}, p, PlanOptions{}), 80, 30).Lines, "\n"))
		if strings.Contains(s, "room    needs 9.5 MB, 10.0 MB free") != (free == 10<<20) {
			t.Errorf("%d free: %s", free, s)
		}
	}
}
