package admin

import (
	"aloft/cmd/aloft/console"
	"aloft/model"
)

type jsonAccount struct {
	Name    string `json:"name"`
	Current bool   `json:"current"`
	Drive   string `json:"drive"`
	Source  string `json:"credential,omitempty"`
	State   string `json:"state,omitempty"`
	Error   string `json:"error,omitempty"`
	Gap     string `json:"gap,omitempty"`
	// The document service, of status with the tools it lacks.
	Docs       string        `json:"docs,omitempty"`
	DocsSource string        `json:"docs_credential,omitempty"`
	DocsState  string        `json:"docs_state,omitempty"`
	DocsError  string        `json:"docs_error,omitempty"`
	DocsGap    string        `json:"docs_gap,omitempty"`
	Tools      *int          `json:"tools,omitempty"`
	TextTools  *int          `json:"text_tools,omitempty"` // those that read and edit text
	Missing    []jsonMissing `json:"missing,omitempty"`
}

// jsonMissing is a tool that the document service does not offer.
type jsonMissing struct {
	Tool  string   `json:"tool"`
	Why   string   `json:"why"`
	Stops []string `json:"stops,omitempty"` // actions that need it
	Text  bool     `json:"text,omitempty"`  // it reads or edits the text of documents
}

// embeddedService is where the account local is.
const embeddedService = "embedded"

func (cs *Commands) accountLs(f console.Format) error {
	out := []jsonAccount{}
	for _, n := range cs.session.Config.Names() {
		j := jsonAccount{Name: n, Current: n == cs.session.Config.Account, Drive: embeddedService, Docs: embeddedService}
		if acc := cs.session.Config.Accounts[n]; acc != nil {
			j.Drive, j.Docs = "", ""
			if acc.Drive != nil {
				j.Drive = acc.Drive.BaseURL
			}
			if acc.Docs != nil {
				j.Docs = acc.Docs.Endpoint
			}
		}
		out = append(out, j)
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	var rows [][]string
	for _, j := range out {
		mark := " "
		if j.Current {
			mark = "*"
		}
		rows = append(rows, []string{mark + " " + j.Name, model.Clean(orDash(j.Drive)), model.Clean(orDash(j.Docs))})
	}
	return cs.con.Table(rows)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
