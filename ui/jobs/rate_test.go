package jobs

import (
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/uitest/shipped"
)

func TestTheLineOfATransferHasItsRate(t *testing.T) {
	env := shipped.Env(t)
	j := model.JobSnapshot{Op: model.OpDownload, State: model.JobRunning, Items: 3, Done: 1, Bytes: 12 << 20, BytesAll: 60 << 20, Rate: 4 << 20, Left: 12 * time.Second}
	if got := Line(env, &j, 0, 100); !strings.Contains(got, "12 M of 60 M, 4.0 M/s  12 s left") {
		t.Errorf("%q", got)
	}
	j.Rate = 0
	if got := Line(env, &j, 0, 100); !strings.Contains(got, "12 M of 60 M  12 s left") {
		t.Errorf("%q", got)
	}
}
