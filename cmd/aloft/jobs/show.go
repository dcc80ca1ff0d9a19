package jobs

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) show(in console.Call) error {
	s, err := cs.job(in.Args[0])
	if err != nil {
		return err
	}
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	if in.JSON {
		return cs.con.Encode(cs.toDetails(s, items))
	}
	lines := []string{cs.jobLine(s)}
	if a := s.Audit; a.State == model.AuditDone && a.Note.IsZero() && a.Astray == 0 { // else the line above says it
		lines = append(lines, "  "+a.Say(cs.con.Catalogue))
	}
	for i := range items {
		for _, line := range items[i].Lines(cs.con.Catalogue) {
			lines = append(lines, "  "+line)
		}
	}
	return cs.con.Lines(lines)
}

// jsonDetails is a job with its items.
type jsonDetails struct {
	jsonJob
	Entries []write.Result `json:"entries"`
}

func (cs *Commands) toDetails(s model.JobSnapshot, items []model.ItemReport) jsonDetails {
	out := jsonDetails{cs.toJob(s), []write.Result{}}
	for _, it := range items {
		out.Entries = append(out.Entries, write.ToResult(it, ""))
	}
	return out
}
