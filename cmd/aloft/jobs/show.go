package jobs

import (
	"fmt"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) show(id string, f console.Format) error {
	s, err := cs.job(id)
	if err != nil {
		return err
	}
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	if f.JSON {
		out := struct {
			jsonJob
			Entries []write.Result `json:"entries"`
		}{cs.toJob(s), []write.Result{}}
		for _, it := range items {
			out.Entries = append(out.Entries, write.ToResult(it, ""))
		}
		return cs.con.Encode(out)
	}
	if err := cs.con.Line(cs.jobLine(s)); err != nil {
		return err
	}
	for _, it := range items {
		line := fmt.Sprintf("  %-9s %s", it.State, write.Label(&it.Item))
		to, ok := it.Item.After()
		if !it.Result.IsZero() {
			to, ok = it.Result, true
		}
		if ok && !to.Equal(it.Item.Place()) {
			line += " → " + model.Clean(to.String())
		}
		if it.Phase != "" {
			line += "  " + cs.con.Say("%s %d %%", string(it.Phase), it.Percent)
		}
		if it.Error != "" {
			line += "  " + model.Clean(it.Error)
		}
		if err := cs.con.Line(line); err != nil {
			return err
		}
		for _, n := range it.Notes {
			if err := cs.con.Line("            ", model.Clean(n)); err != nil {
				return err
			}
		}
	}
	return nil
}
