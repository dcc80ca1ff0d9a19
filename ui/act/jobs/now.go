package jobs

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// RunNow runs a job that needs no question and returns the error of an item.
func RunNow(ctx context.Context, jobs client.Jobs, r client.Request) error {
	p, err := jobs.Plan(ctx, r)
	if err != nil {
		return err
	}
	var refused error
	if len(p.Refused) > 0 {
		if refused = p.Refused[0].Err; len(p.Items) == 0 {
			return refused
		}
	}
	id, err := jobs.Start(ctx, p)
	if err != nil {
		return err
	}
	s, err := jobs.Wait(ctx, id)
	if err != nil || s.State == model.JobDone {
		return cmp.Or(err, refused)
	}
	items, err := jobs.Report(id)
	if err != nil {
		return err
	}
	for i := range items {
		if it := &items[i]; !it.Error.IsZero() {
			return model.Say(text.CliItem, it.Item.Name, it.Error)
		}
	}
	return s.Error
}
