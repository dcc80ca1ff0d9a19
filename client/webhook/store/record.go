package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"aloft/model"
)

// The kinds of lines of the log.
const (
	recSegment = "seg"   // first line of a segment: the first segment that matters
	recRequest = "req"   // the request of the delivery that follows
	recAdd     = "add"   // a delivery
	recSet     = "set"   // its new state
	recRan     = "ran"   // how its work was started
	recProcess = "proc"  // the process of its work
	recClear   = "clear" // ended deliveries are removed from the list
	recKeys    = "keys"  // idempotency keys of earlier segments
)

// requestStart is the beginning of every request line: they are long and rarely
// needed.
const requestStart = `{"t":"req"`

// Strings of the sender are cut to what a list can use; the body has them whole.
const (
	maxName  = 2 << 10
	maxNotes = 50
	maxArg   = 128 << 10 // the kernel's limit of one argument
	maxLine  = 2 << 20   // none of our lines is longer
	inline   = 16 << 10  // larger bodies and prompts are files of their own
)

// record is one line. The fixed fields of a delivery are written once (arrived),
// the others as often as they change (became).
type record struct {
	T    string `json:"t"`
	ID   string `json:"id,omitempty"`
	From int64  `json:"from,omitempty"` // seg: the oldest segment that matters

	Arrived *arrived  `json:"d,omitempty"`
	Became  *became   `json:"s,omitempty"`
	Request *request  `json:"r,omitempty"`
	Ran     *ran      `json:"w,omitempty"`
	Process *process  `json:"p,omitempty"`
	Keys    []keyLine `json:"keys,omitempty"`
}

// arrived are the fields of a delivery that never change.
type arrived struct {
	At      time.Time          `json:"at"`
	Remote  string             `json:"remote,omitempty"`
	Status  int                `json:"status,omitempty"`
	Route   string             `json:"route,omitempty"`
	Event   string             `json:"event,omitempty"`
	Project string             `json:"project,omitempty"`
	Session string             `json:"session,omitempty"`
	Kind    model.DeliveryKind `json:"kind,omitempty"`
	Work    string             `json:"work,omitempty"`
	Silent  bool               `json:"silent,omitempty"`
	Bytes   int64              `json:"bytes,omitempty"`
	Of      string             `json:"of,omitempty"`
	Replay  bool               `json:"replay,omitempty"`
	Key     string             `json:"key,omitempty"` // hash of the idempotency key
}

// became are the fields that change; a later line replaces all of them.
type became struct {
	State   model.DeliveryState `json:"state"`
	Reason  model.Sentence      `json:"reason,omitzero"`
	Count   int                 `json:"count,omitempty"`
	Last    time.Time           `json:"last,omitzero"`
	Ahead   int                 `json:"ahead,omitempty"`
	Started time.Time           `json:"started,omitzero"`
	Ended   time.Time           `json:"ended,omitzero"`
	Exit    int                 `json:"exit"`
	Output  int64               `json:"output,omitempty"`
	Lives   int                 `json:"lives,omitempty"`
	Notes   []model.Sentence    `json:"notes,omitempty"`
}

// request is what only the details show.
type request struct {
	Method  string      `json:"method,omitempty"`
	Path    string      `json:"path,omitempty"`
	Header  [][2]string `json:"header,omitempty"`
	WorkDir string      `json:"work_dir,omitempty"`
	Body    []byte      `json:"body,omitempty"`
	File    bool        `json:"file,omitempty"` // the body is a file of its own
}

type ran struct {
	Dir        string   `json:"dir,omitempty"`
	Argv       []string `json:"argv,omitempty"`
	Prompt     string   `json:"prompt,omitempty"`
	PromptFile bool     `json:"prompt_file,omitempty"`
}

type process struct {
	PID   int    `json:"pid,omitempty"`
	Start string `json:"start,omitempty"`
}

type keyLine struct {
	Key string    `json:"k"`
	ID  string    `json:"id"`
	At  time.Time `json:"at"`
}

// line encodes the record, with its line feed.
func (r *record) line() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// decode decodes a line; false: it is not one of ours.
func decode(line []byte) (*record, bool) {
	var r record
	if json.Unmarshal(line, &r) != nil {
		return nil, false
	}
	switch r.T {
	case recSegment, recClear, recKeys:
		return &r, true
	case recRequest:
		return &r, valid(r.ID) && r.Request != nil
	case recAdd:
		return &r, valid(r.ID) && r.Arrived != nil && r.Became != nil
	case recSet:
		return &r, valid(r.ID) && r.Became != nil
	case recRan:
		return &r, valid(r.ID) && r.Ran != nil
	case recProcess:
		return &r, valid(r.ID) && r.Process != nil
	}
	return nil, false
}

// arrivedOf and becameOf split a delivery.
func arrivedOf(d *model.Delivery, key string) *arrived {
	return &arrived{At: d.At, Remote: d.Remote, Status: d.Status, Route: d.Route, Event: d.Event, Project: d.Project, Session: d.Session,
		Kind: d.Kind, Work: d.Work, Silent: d.Silent, Bytes: d.Bytes, Of: d.Of, Replay: d.Replay, Key: key}
}

func becameOf(d *model.Delivery) *became {
	return &became{State: d.State, Reason: d.Reason, Count: d.Count, Last: d.Last, Ahead: d.Ahead, Started: d.Started,
		Ended: d.Ended, Exit: d.Exit, Output: d.Output, Lives: d.Lives, Notes: d.Notes}
}

// delivery joins them again.
func (r *record) delivery() *model.Delivery {
	a := r.Arrived
	d := &model.Delivery{ID: r.ID, At: a.At, Remote: a.Remote, Status: a.Status, Route: a.Route, Event: a.Event, Project: a.Project,
		Session: a.Session, Kind: a.Kind, Work: a.Work, Silent: a.Silent, Bytes: a.Bytes, Of: a.Of, Replay: a.Replay}
	r.Became.in(d)
	return d
}

// in sets the fields of the delivery.
func (b *became) in(d *model.Delivery) {
	d.State, d.Reason, d.Count, d.Last, d.Ahead = b.State, b.Reason, max(b.Count, 1), b.Last, b.Ahead
	d.Started, d.Ended, d.Exit, d.Output, d.Lives, d.Notes = b.Started, b.Ended, b.Exit, b.Output, b.Lives, b.Notes
	if d.Last.IsZero() {
		d.Last = d.At
	}
}

// bounded makes a delivery fit for the list: every string is bounded, and times are
// equal after they were read again.
func bounded(d model.Delivery) *model.Delivery {
	for _, s := range []*string{&d.Remote, &d.Route, &d.Event, &d.Project, &d.Session, &d.Work, &d.Of} {
		*s = model.FirstBytes(*s, maxName)
	}
	d.Notes = d.Notes[:min(len(d.Notes), maxNotes):min(len(d.Notes), maxNotes)]
	d.Reason, d.Notes = d.Reason.Bounded(maxName), slices.Clone(d.Notes)
	for i, n := range d.Notes {
		d.Notes[i] = n.Bounded(maxName)
	}
	for _, t := range []*time.Time{&d.At, &d.Last, &d.Started, &d.Ended} {
		*t = t.Round(0)
	}
	if d.State == "" {
		d.State = model.DeliveryWaiting
	}
	d.Count = max(d.Count, 1)
	if d.Last.IsZero() {
		d.Last = d.At
	}
	return &d
}

// detach copies the strings of a request that are slices of a larger one: a body of
// many megabytes must not stay in memory as long as its row.
func detach(d *model.Delivery) {
	for _, s := range []*string{&d.Remote, &d.Route, &d.Event, &d.Project, &d.Session, &d.Work, &d.Of} {
		*s = strings.Clone(*s)
	}
}

// hashKey hashes an idempotency key, which may be long and is not to be shown.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}
