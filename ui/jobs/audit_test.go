package jobs

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

func TestAuditShows(t *testing.T) {
	env := newEnv(t)
	running := model.AuditReport{State: model.AuditRunning, Folders: 1, Of: 3}
	astray := model.AuditReport{State: model.AuditDone, Astray: 2}
	for name, c := range map[string]struct {
		state model.JobState
		audit model.AuditReport
		bad   int
		panel []string
		line  string
	}{
		"running":       {model.JobRunning, running, 0, []string{"checking", "1 of 3 folders"}, "checking 1/3"},
		"paused in it":  {model.JobPaused, running, 0, []string{"paused"}, "checking 1/3"},
		"not yet":       {model.JobRunning, model.AuditReport{}, 0, []string{"running"}, "call 0/7"},
		"astray":        {model.JobFailed, astray, 2, []string{"failed", "2 errors"}, ""},
		"not audited":   {model.JobDone, model.AuditReport{State: model.AuditPartly, Note: model.Say("result not checked: x\x1b[8m")}, 0, []string{"done", "result not checked: x"}, ""},
		"was set back":  {model.JobFailed, model.AuditReport{State: model.AuditDone, Astray: 9, Note: model.Say("the drive looks"), SetBack: true}, 9, []string{"the drive looks"}, ""},
		"some and some": {model.JobFailed, model.AuditReport{State: model.AuditPartly, Astray: 2, Note: model.Say("not audited")}, 2, []string{"2 errors"}, ""},
	} {
		j := snap("a", c.state, 9, 9)
		j.Audit, j.Failed, j.CallsAll = c.audit, c.bad, 7
		p := NewPanel(env)
		p.SetSize(120, 4)
		p.Set([]model.JobSnapshot{j})
		row := p.View()[1]
		for _, want := range c.panel {
			if got := ansi.Strip(row); !strings.Contains(got, want) || strings.Contains(row, "\x1b[8m") {
				t.Errorf("%s: %q has no %q", name, got, want)
			}
		}
		if got := ansi.Strip(Line(env, &j, 0, 120)); !strings.Contains(got, c.line) {
			t.Errorf("%s: %q has no %q", name, got, c.line)
		}
	}
}
