package jobs

import (
	"context"
	"errors"
	"fmt"

	"aloft/client"
	"aloft/model"
)

// RunNow runs a job that needs no question, and returns what kept an item from
// being done.
func RunNow(ctx context.Context, jobs client.Jobs, r client.Request) error {
	p, err := jobs.Plan(ctx, r)
	if err != nil {
		return err
	}
	id, err := jobs.Start(ctx, p)
	if err != nil {
		return err
	}
	s, err := jobs.Wait(ctx, id)
	if err != nil || s.State == model.JobDone {
		return err
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
