package jobs

import "aloft/cmd/aloft/console"

// clear forgets as many as it can.
func (cs *Commands) clear(console.Call) error {
	n, first := 0, error(nil)
	for _, s := range cs.jobs.Jobs() {
		if !s.State.Ended() {
			continue
		}
		if err := cs.jobs.Forget(s.ID); err == nil {
			n++
		} else if first == nil {
			first = err
		}
	}
	if err := cs.con.Line(cs.con.Say("%d {job was|jobs were} removed from the list", n)); err != nil {
		return err
	}
	return first
}
