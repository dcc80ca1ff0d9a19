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
)

// save asks where to save the report of a job.
func (a *Acts) save(j model.JobSnapshot) tea.Cmd {
	engine, c := a.Client.Jobs, a.Env.Text
	return a.AskSave("save the report of the job", "job-"+j.ID+".txt", act.Save{
		Elsewhere: "Reports can only be saved to a new file on this computer.",
		Write: func(ctx context.Context, w client.FileWriter, at model.Place) (int, error) {
			return saveReport(ctx, engine, c, w, at, &j)
		},
		Said: func(n int, at string) string { return c.Say("saved %d {item|items} of the job to %s", n, at) },
	})
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
