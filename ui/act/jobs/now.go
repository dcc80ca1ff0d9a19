package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"aloft/client"
	"aloft/model"
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
		if it := &items[i]; it.Error != "" {
			return fmt.Errorf("%s: %s", model.Clean(it.Item.Name), it.Error)
		}
	}
	return errors.New(s.Error)
}
