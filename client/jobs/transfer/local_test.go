package transfer

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// stopping is a disk on which the session ends right after a copy was made.
type stopping struct {
	client.Source
	client.FileCopier
	stop func()
}

func (s stopping) CopyFile(ctx context.Context, from, to model.Place, c client.FileCopy) (int64, error) {
	defer s.stop()
	return s.FileCopier.CopyFile(ctx, from, to, c)
}

type keeping struct {
	Keeper
	records []journal.Record
}

func (k *keeping) Show(func(*Live) bool)         {}
func (k *keeping) Writes() context.Context       { return context.Background() }
func (k *keeping) Settle(r journal.Record) error { k.records = append(k.records, r); return nil }

// A copy that is there when the session ends is the job's: an undo takes it back.
func TestACopyThatIsMadeIsKept(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "to"), 0o700); err != nil {
		t.Fatal(err)
	}
	d := disk.New()
	ctx, stop := context.WithCancel(t.Context())
	at := model.LocalPlace(disk.Steps(dir))
	p := &model.Plan{Op: model.OpTransfer, Items: []model.Item{{Op: model.OpTransfer, Parent: at, Name: "a", Kind: model.KindFile, Target: at.Join("to"), Decision: model.DecideGo}}}
	steps, k := journal.Of(p), &keeping{}
	h := New(&Job{From: d, To: d, Keeper: k}, &steps[0], &p.Items[0], &journal.State{})
	if err := h.copyFile(ctx, stopping{d, d, stop}); err != nil {
		t.Error(err)
	}
	if len(k.records) != 1 || k.records[0].Out != journal.OutDone || k.records[0].Kept == nil {
		t.Errorf("%+v", k.records)
	}
}
