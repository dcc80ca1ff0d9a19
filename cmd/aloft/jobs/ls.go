package jobs

import (
	"fmt"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonJob struct {
	ID       string `json:"id"`
	Action   string `json:"action"`
	Account  string `json:"account,omitempty"`
	State    string `json:"state"`
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
	Items    int    `json:"items"`
	Done     int    `json:"done"`
	Failed   int    `json:"failed"`
	Skipped  int    `json:"skipped"`
	Unknown  int    `json:"unknown"`
	Requests int    `json:"requests"`
	Bytes    int64  `json:"bytes,omitempty"`
	BytesAll int64  `json:"bytes_all,omitempty"`
	Notes    int    `json:"notes,omitempty"`
	Error    string `json:"error,omitempty"`
	MadeAt   string `json:"made_at,omitempty"`
	EndedAt  string `json:"ended_at,omitempty"`
	Undoes   string `json:"undoes,omitempty"` // the job that it takes back
}

func (cs *Commands) toJob(s model.JobSnapshot) jsonJob {
	return jsonJob{
		ID: s.ID, Action: string(s.Op), Account: cs.run.AccountOf(s), State: string(s.State), From: s.From.String(), To: s.To.String(),
		Items: s.Items, Done: s.Done, Failed: s.Failed, Skipped: s.Skipped, Unknown: s.Unknown, Requests: s.Requests,
		Bytes: s.Bytes, BytesAll: s.BytesAll, Notes: s.Notes, Error: s.Error, MadeAt: console.Stamp(s.MadeAt), EndedAt: console.Stamp(s.EndedAt), Undoes: s.Undoes,
	}
}

func (cs *Commands) list(f console.Format) error {
	if err := cs.jobs.Ready(); err != nil {
		return err
	}
	all := cs.jobs.Jobs()
	if f.JSON {
		out := []jsonJob{}
		for _, s := range all {
			out = append(out, cs.toJob(s))
		}
		return cs.con.Encode(out)
	}
	for _, s := range all {
		if err := cs.con.Line(cs.jobLine(s)); err != nil {
			return err
		}
	}
	return nil
}

func (cs *Commands) jobLine(s model.JobSnapshot) string {
	where := s.From.String()
	if !s.To.IsZero() {
		where += " → " + s.To.String()
	}
	line := fmt.Sprintf("%-24s %-11s %-7s %5d/%-5d %-8s %s", s.ID, s.State, s.Op, s.Done, s.Items, cs.run.AccountOf(s), where)
	if s.Undoes != "" {
		line += "  " + cs.con.Say("takes back %s", s.Undoes)
	}
	if s.Failed > 0 {
		line += "  " + cs.con.Say(text.CliJobFailed, s.Failed, s.Rest())
	}
	if s.Error != "" {
		line += "  " + s.Error
	}
	return model.Clean(line)
}
