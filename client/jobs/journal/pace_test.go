package journal

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/model"
)

// Many requests count in full, some in proportion, a few not at all, and each
// operation for itself.
func TestPace(t *testing.T) {
	store := t.TempDir()
	move, trash := &model.Plan{Scheme: model.SchemeDrive, Op: model.OpMove}, &model.Plan{Scheme: model.SchemeDrive, Op: model.OpDelete}
	Learn(store, move, time.Hour, least-1)
	if got := paceOf(store, move); got != 0 {
		t.Errorf("a few requests: %v", got)
	}
	Learn(store, move, 10*time.Millisecond, least)
	Learn(store, trash, time.Second, 1000)
	if got := paceOf(store, move); got != 10*time.Millisecond {
		t.Errorf("the first: %v", got)
	}
	Learn(store, move, 40*time.Millisecond, enough/3)
	if got := paceOf(store, move); got != 20*time.Millisecond {
		t.Errorf("some more: %v", got)
	}
	Learn(store, move, 40*time.Millisecond, enough)
	if got := paceOf(store, move); got != 40*time.Millisecond || paceOf(store, trash) != time.Second {
		t.Errorf("many: %v", got)
	}
	check(t, os.WriteFile(filepath.Join(store, paceName), []byte("{"), 0o600))
	if got := paceOf(store, move); got != 0 {
		t.Errorf("of a torn file: %v", got)
	}
}

func paceOf(store string, p *model.Plan) time.Duration {
	each, _ := Pace(store, p)
	return each
}
