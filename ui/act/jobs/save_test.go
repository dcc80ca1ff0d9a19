package jobs

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
	"aloft/model/text"
)

type engine = client.Jobs

// one is an engine with the items of one job.
type one struct {
	engine
	items []model.ItemReport
}

func (o one) Report(string) ([]model.ItemReport, error) { return o.items, nil }

func TestAReportIsSavedIntoANewFile(t *testing.T) {
	dir := t.TempDir()
	at, err := model.ParsePlace(filepath.Join(dir, "report.txt"), model.Place{})
	if err != nil {
		t.Fatal(err)
	}
	j := model.JobSnapshot{ID: "7", Op: model.OpMove, State: model.JobFailed, Items: 1, Failed: 1}
	jobs := one{items: []model.ItemReport{{Item: &model.Item{Op: model.OpMove, Parent: at.Parent(), Name: "x"}, State: model.ItemFailed, Error: model.Say("full")}}}
	save := func() (int, error) {
		return saveReport(t.Context(), jobs, &text.Catalogue{}, disk.New(), at, &j)
	}
	if n, err := save(); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	want := ""
	for _, line := range j.Report(&text.Catalogue{}, jobs.items) {
		want += line + "\n"
	}
	if got, err := os.ReadFile(filepath.Join(dir, "report.txt")); err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	_, _ = save()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) == 0 {
		t.Fatal(left, err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "report.txt")); err != nil || string(got) != want {
		t.Errorf("it was overwritten: %q, %v", got, err)
	}
}
