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
	Undoes   string `json:"undoes,omitempty"`  // the job that it takes back
	Retries  string `json:"retries,omitempty"` // the job whose failures it does again
	Retried  string `json:"retried,omitempty"` // the job that has done what this one failed to do
	Order    int    `json:"order,omitempty"`   // its place among the jobs that were put in an order, from 1
	// Audit is how the audit went; absent when there was none.
	Audit *jsonAudit `json:"audit,omitempty"`
}

type jsonAudit struct {
	State   string `json:"state"` // running, done, or partly: some folders could not be listed
	Folders int    `json:"folders"`
	Of      int    `json:"of"`
	Astray  int    `json:"astray"` // items that are not where they should be
	Note    string `json:"note,omitempty"`
	SetBack bool   `json:"set_back,omitempty"` // the service looks as it did before the job
}

func toAudit(a model.AuditReport) *jsonAudit {
	if a.State == model.AuditNone {
		return nil
	}
	return &jsonAudit{State: string(a.State), Folders: a.Folders, Of: a.Of, Astray: a.Astray, Note: a.Note.String(), SetBack: a.SetBack}
}

func (cs *Commands) toJob(s model.JobSnapshot) jsonJob {
	return jsonJob{
		ID: s.ID, Action: string(s.Op), Account: cs.run.AccountOf(s), State: string(s.State), From: s.From.String(), To: s.To.String(),
		Items: s.Items, Done: s.Done, Failed: s.Failed, Skipped: s.Skipped, Unknown: s.Unknown, Requests: s.Requests,
		Bytes: s.Bytes, BytesAll: s.BytesAll, Notes: s.Notes, Error: s.Error.String(), MadeAt: console.Stamp(s.MadeAt), EndedAt: console.Stamp(s.EndedAt), Undoes: s.Undoes, Retries: s.Retries, Retried: s.Retried, Order: s.Order, Audit: toAudit(s.Audit),
	}
}

func (cs *Commands) listAll(all []model.JobSnapshot, f console.Format) error {
	return console.List(cs.con, f, all, cs.toJob, func(s model.JobSnapshot) error { return cs.con.Line(cs.jobLine(s)) })
}

func (cs *Commands) jobLine(s model.JobSnapshot) string {
	where := s.From.String()
	if !s.To.IsZero() {
		where += " → " + s.To.String()
	}
	if s.Name != "" {
		where = cs.con.Say(text.CliItem, where, model.OneLine(s.Name))
	}
	state := cs.con.Word(string(s.State))
	if s.Retried != "" {
		state = cs.con.Say("retried")
	}
	line := fmt.Sprintf("%-24s %s %s %5d/%-5d %-8s %s", s.ID, model.Pad(state, 11), model.Pad(cs.con.Word(string(s.Op)), 7), s.Done, s.Items, cs.run.AccountOf(s), where)
	if s.Undoes != "" {
		line += "  " + cs.con.Say("undoes %s", s.Undoes)
	}
	if s.Order > 0 {
		line += "  " + cs.con.Say("number %d in the order", s.Order)
	}
	if s.Retried != "" {
		line += "  " + cs.con.Say("the failed items were done in job %s", s.Retried)
	} else if s.Failed > 0 {
		line += "  " + cs.con.Say(text.CliJobFailed, s.Failed, s.Rest())
	}
	if !s.Error.IsZero() {
		line += "  " + s.Error.In(cs.con.Catalogue)
	}
	if a := s.Audit; a.State == model.AuditRunning || !a.Note.IsZero() || a.Astray > 0 {
		line += "  " + a.Say(cs.con.Catalogue)
	}
	return model.Clean(line)
}
