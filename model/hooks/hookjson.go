package hooks

import (
	"encoding/json"
	"time"
	"unicode/utf8"

	"aloft/model"
)

// DeliveryJSON is a delivery as the command line and saved files write it.
// Foreign strings are raw.
type DeliveryJSON struct {
	ID      string   `json:"id"`
	At      string   `json:"at"`
	Remote  string   `json:"remote,omitempty"`
	Status  int      `json:"status"`
	State   string   `json:"state"`
	Reason  string   `json:"reason,omitempty"`
	Count   int      `json:"count,omitempty"` // of equal refusals, when there are several
	Last    string   `json:"last,omitempty"`  // arrival of the last of them
	Route   string   `json:"route,omitempty"`
	Event   string   `json:"event,omitempty"`
	Project string   `json:"project,omitempty"`
	Session string   `json:"session,omitempty"`
	Kind    string   `json:"kind,omitempty"`
	Work    string   `json:"work,omitempty"`
	Silent  bool     `json:"silent,omitempty"`
	Bytes   int64    `json:"bytes"`
	Of      string   `json:"of,omitempty"`
	Replay  bool     `json:"replay,omitempty"`
	Ahead   int      `json:"ahead,omitempty"`
	Started string   `json:"started,omitempty"`
	Ended   string   `json:"ended,omitempty"`
	Exit    *int     `json:"exit,omitempty"` // absent while there is none
	Output  int64    `json:"output"`
	Lives   int      `json:"lives,omitempty"` // processes that it left running
	Notes   []string `json:"notes,omitempty"`
}

// ToDeliveryJSON converts a delivery for JSON.
func ToDeliveryJSON(d *model.Delivery) DeliveryJSON {
	j := DeliveryJSON{
		ID: d.ID, At: jsonTime(d.At), Remote: d.Remote, Status: d.Status, State: string(d.State), Reason: d.Reason.String(),
		Route: d.Route, Event: d.Event, Project: d.Project, Session: d.Session, Kind: string(d.Kind), Work: d.Work, Silent: d.Silent, Bytes: d.Bytes,
		Of: d.Of, Replay: d.Replay, Ahead: d.Ahead, Started: jsonTime(d.Started), Ended: jsonTime(d.Ended), Output: d.Output, Lives: d.Lives, Notes: model.English(d.Notes),
	}
	if d.Count > 1 {
		j.Count, j.Last = d.Count, jsonTime(d.Last)
	}
	if d.Exit >= 0 && !d.Ended.IsZero() && !d.Started.IsZero() {
		j.Exit = &d.Exit
	}
	return j
}

// DeliveryDetailJSON is everything of a delivery. The body is text when it is
// UTF-8, base64 otherwise.
type DeliveryDetailJSON struct {
	DeliveryJSON
	Method  string           `json:"method,omitempty"`
	Path    string           `json:"path,omitempty"`
	Header  []HeaderLineJSON `json:"header,omitempty"`
	Body    string           `json:"body,omitempty"`
	Base64  []byte           `json:"body_base64,omitempty"`
	WorkDir string           `json:"work_dir,omitempty"`
	Dir     string           `json:"dir,omitempty"`
	Argv    []string         `json:"argv,omitempty"`
	Prompt  string           `json:"prompt,omitempty"`
	Head    string           `json:"head,omitempty"`
	Tail    string           `json:"tail,omitempty"`
	Between int64            `json:"between,omitempty"` // bytes left out between head and tail
	File    string           `json:"file,omitempty"`
}

// HeaderLineJSON is a line of the header.
type HeaderLineJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ToDeliveryDetailJSON converts everything of a delivery for JSON.
func ToDeliveryDetailJSON(d *model.DeliveryDetail) DeliveryDetailJSON {
	j := DeliveryDetailJSON{
		DeliveryJSON: ToDeliveryJSON(&d.Delivery), Method: d.Method, Path: d.Path, WorkDir: d.WorkDir, Dir: d.Dir, Argv: d.Argv, Prompt: d.Prompt,
		Head: string(d.Head), Tail: string(d.Tail), Between: d.Between, File: d.File,
	}
	for _, h := range d.Header {
		j.Header = append(j.Header, HeaderLineJSON(h))
	}
	if utf8.Valid(d.Body) {
		j.Body = string(d.Body)
	} else {
		j.Base64 = d.Body
	}
	return j
}

func jsonTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// ParseDelivery reads a delivery that was saved as JSON; false: it is something else, such as the body of a request.
func ParseDelivery(b []byte) (*model.DeliveryDetail, bool) {
	var j DeliveryDetailJSON
	if json.Unmarshal(b, &j) != nil || j.ID == "" || j.Method == "" || len(j.Header) == 0 {
		return nil, false
	}
	at, err := time.Parse(time.RFC3339Nano, j.At)
	if err != nil {
		return nil, false
	}
	d := &model.DeliveryDetail{Delivery: model.Delivery{ID: j.ID, At: at, Route: j.Route}, Method: j.Method, Path: j.Path, Body: []byte(j.Body)}
	if j.Base64 != nil {
		d.Body = j.Base64
	}
	for _, h := range j.Header {
		d.Header = append(d.Header, model.HeaderLine(h))
	}
	return d, true
}
