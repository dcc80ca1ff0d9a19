package dialog

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// The estimate of a plan follows its decisions.
func TestThePlanIsReckonedAgain(t *testing.T) {
	p := movePlan(3)
	p.Batch, p.Gap = 30, 500*time.Millisecond
	for i := range p.Items {
		if p.Items[i].Decision == model.DecideGo {
			p.Items[i].Decision, p.Items[i].Why = model.DecideSkip, model.WhyThere
		}
	}
	p.Reprice()
	if p.Estimate.Requests != 0 {
		t.Fatalf("undecided items cost %+v", p.Estimate)
	}
	d := NewPlan(testEnv(t), from, p, PlanOptions{})
	feed(d, "R")
	got := d.(*plan).plan.Estimate
	if got.Calls < 2 || got.Time != time.Duration(got.Requests)*p.Gap {
		t.Errorf("numbered items cost %+v", got)
	}
	shown := ansi.Strip(strings.Join(draw(d, 80, 24).Lines, "\n"))
	if !strings.Contains(shown, d.(*plan).env.Text.Say("%d {request|requests}", got.Requests)) {
		t.Errorf("%d requests are not shown:\n%s", got.Requests, shown)
	}
	feed(d, "S")
	if got := d.(*plan).plan.Estimate; got.Requests != 0 {
		t.Errorf("skipped items cost %+v", got)
	}
}

// The figures in the quit dialog are up to date.
func TestQuitShowsHowFarTheJobsAre(t *testing.T) {
	now := someJobs()
	d := NewQuit(testEnv(t), now, func() []model.JobSnapshot { return now }, noWork, true)
	height := draw(d, 80, 24).Height
	now = append([]model.JobSnapshot(nil), now[:1]...)
	now[0].Done = now[0].Items - 1
	b := draw(d, 80, 24)
	s := ansi.Strip(strings.Join(b.Lines, "\n"))
	if want := d.(*quit).env.Text.Say("%d/%d", now[0].Done, now[0].Items); !strings.Contains(s, want) {
		t.Errorf("no %s on\n%s", want, s)
	}
	now = nil
	if b = draw(d, 80, 24); b.Height != height {
		t.Errorf("the box is %d high and was %d", b.Height, height)
	}
}
