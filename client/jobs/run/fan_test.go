package run_test

import (
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// Each reader gets every event, one that does not read delays nobody, and all end with the source.
func TestFan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := make(chan client.JobEvent)
		fan := run.NewFan(in)
		one, _ := fan.Join()
		idle, _ := fan.Join()
		gone, leave := fan.Join()
		leave()
		leave()
		if _, ok := <-gone; ok {
			t.Error("an event after leaving")
		}
		for _, id := range []string{"a", "b"} {
			in <- client.JobEvent{Job: id, State: model.JobRunning}
			if e := <-one; e.Job != id {
				t.Errorf("%+v, not %s", e, id)
			}
		}
		for _, id := range []string{"a", "b"} {
			if e := <-idle; e.Job != id {
				t.Errorf("%+v, not %s", e, id)
			}
		}
		close(in)
		synctest.Wait()
		late, end := fan.Join()
		end()
		for _, ch := range []<-chan client.JobEvent{one, idle, late} {
			if e, ok := <-ch; ok {
				t.Errorf("%+v after the end", e)
			}
		}
	})
}
