package run

import (
	"testing"
	"time"

	"aloft/client/jobs/transfer"
	"aloft/model"
)

func TestRate(t *testing.T) {
	start := time.Unix(1e9, 0)
	var r rate
	if got := r.of(start); got != 0 {
		t.Error("before any byte:", got)
	}
	for i := range 60 { // 100 bytes a second
		r.add(start.Add(time.Duration(i)*time.Second), 100)
	}
	now := start.Add(59 * time.Second)
	if got := r.of(now); got < 95 || got > 125 {
		t.Error("100 a second:", got)
	}
	for i := range 60 { // it has become faster
		now = now.Add(time.Second)
		r.add(now, 1000)
		if got := r.of(now); i == 59 && (got < 950 || got > 1250) {
			t.Error("1000 a second:", got)
		}
	}
	if got := r.of(now.Add(rateSpan)); got != 0 {
		t.Error("nothing has come for long:", got)
	}
}

// What an earlier attempt has carried is no speed of this one.
func TestRateCountsWhatMoves(t *testing.T) {
	var r rate
	step := func(p, q model.Phase, from, to int64) {
		r.moved(transfer.Live{Phase: p, Bytes: from}, transfer.Live{Phase: q, Bytes: to})
	}
	step("", model.PhaseDownload, 0, 1<<30)
	step(model.PhaseCheck, model.PhaseUpload, 0, 1<<30)
	step(model.PhasePlace, model.PhasePlace, 0, 1<<30)
	step(model.PhaseDownload, model.PhaseDownload, 9, 4)
	if r.bytes != 0 {
		t.Error(r.bytes)
	}
	step(model.PhaseDownload, model.PhaseDownload, 4, 9)
	step(model.PhaseUpload, model.PhaseUpload, 9, 12)
	if r.bytes != 8 {
		t.Error(r.bytes)
	}
}
