package jobs

import (
	"context"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/status"
)

// saveTag marks the question where to save a job's report.
type saveTag struct{ job model.JobSnapshot }

// saves write reports of jobs into files.
type saves struct {
	env    *input.Env
	note   *act.Notes
	screen *act.Screen
	client *act.Client
}

// ask asks where to save the report of a job.
func (a saves) ask(j model.JobSnapshot) tea.Cmd {
	return act.AskSave(a.screen, a.screen.Origin(), saveTag{j}, "save the report of the job", "job-"+j.ID+".txt")
}

// savedMsg says that a report was saved or could not be.
type savedMsg struct {
	at  model.Place
	n   int
	err error
}

// answered saves the report to the given file. It never overwrites.
func (a saves) answered(m dialog.FormAnswered[saveTag]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	at, w, refused := a.screen.NewFile(m.Values.Text[act.SaveFile], "Reports can only be saved to a new file on this computer.")
	if refused != nil {
		return refused
	}
	ctx, engine, c, j := a.env.Ctx, a.client.Jobs, a.env.Text, m.Tag.job
	return func() tea.Msg {
		n, err := saveReport(ctx, engine, c, w, at, &j)
		return savedMsg{at, n, err}
	}
}

// saveReport writes the outcome of each item of a job and returns their number.
func saveReport(ctx context.Context, engine client.Jobs, c *text.Catalogue, w client.FileWriter, at model.Place, j *model.JobSnapshot) (n int, err error) {
	items, err := engine.Report(j.ID)
	if err != nil {
		return 0, err
	}
	return len(items), act.WriteNew(ctx, w, at, "report", func(f client.Partial) error {
		_, err := io.WriteString(f, strings.Join(j.Report(c, items), "\n")+"\n")
		return err
	})
}

func (a saves) saved(m savedMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return tea.Batch(a.note.Say(status.OK, a.env.Text.Say("saved %d {item|items} of the job to %s", m.n, a.screen.PlaceText(m.at))), a.screen.RefreshAt(m.at.Parent()))
}
