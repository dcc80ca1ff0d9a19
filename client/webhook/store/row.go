package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"aloft/client/durable/sqlite"
	"aloft/model"
)

// Strings of the sender are cut to what a list can use; the body has them whole.
const (
	maxName  = 2 << 10
	maxNotes = 50
	maxArg   = 128 << 10 // the kernel's limit of one argument
	maxPart  = 4 << 20   // bytes of a body in one row, and of one read of an output
)

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
}

// became are the fields that change.
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
	Body    int         `json:"body,omitempty"` // bytes
}

type ran struct {
	Dir  string   `json:"dir,omitempty"`
	Argv []string `json:"argv,omitempty"`

	Prompt int `json:"prompt,omitempty"` // bytes
}

// becameOf are the changing fields of a delivery.
func becameOf(d *model.Delivery) *became {
	return &became{State: d.State, Reason: d.Reason, Count: d.Count, Last: d.Last, Ahead: d.Ahead, Started: d.Started,
		Ended: d.Ended, Exit: d.Exit, Output: d.Output, Lives: d.Lives, Notes: d.Notes}
}

// in sets the fields of the delivery.
func (b *became) in(d *model.Delivery) {
	d.State, d.Reason, d.Count, d.Last, d.Ahead = b.State, b.Reason, max(b.Count, 1), b.Last, b.Ahead
	d.Started, d.Ended, d.Exit, d.Output, d.Lives, d.Notes = b.Started, b.Ended, b.Exit, b.Output, b.Lives, b.Notes
	if d.Last.IsZero() {
		d.Last = d.At
	}
}

// encoded is a value of ours as JSON, which cannot fail.
func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(b)
}

// insert writes a new delivery.
func (e *entry) insert(l *sqlite.Link, rev int64, q *request) error {
	d := e.d
	return l.Do("INSERT INTO delivery (id, rev, state, ended, key, arrived, became, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		d.ID, rev, string(d.State), d.State.Ended(), e.key, encoded(&arrived{At: d.At, Remote: d.Remote, Status: d.Status, Route: d.Route, Event: d.Event,
			Project: d.Project, Session: d.Session, Kind: d.Kind, Work: d.Work, Silent: d.Silent, Bytes: d.Bytes, Of: d.Of, Replay: d.Replay}),
		encoded(becameOf(d)), encoded(q))
}

const rowFields = "id, hidden, arrived, became, pid, start"

// scanned is a row with rowFields.
func scanned(scan func(...any) error, more ...any) (*entry, error) {
	e := &entry{d: &model.Delivery{}}
	var a, b string
	if err := scan(append([]any{&e.d.ID, &e.hidden, &a, &b, &e.proc.PID, &e.proc.Start}, more...)...); err != nil {
		return nil, err
	}
	var at arrived
	var now became
	if json.Unmarshal([]byte(a), &at) != nil || json.Unmarshal([]byte(b), &now) != nil {
		return e, nil // somebody has changed the file
	}
	*e.d = model.Delivery{ID: e.d.ID, At: at.At, Remote: at.Remote, Status: at.Status, Route: at.Route, Event: at.Event, Project: at.Project,
		Session: at.Session, Kind: at.Kind, Work: at.Work, Silent: at.Silent, Bytes: at.Bytes, Of: at.Of, Replay: at.Replay}
	now.in(e.d)
	e.d = bounded(*e.d)
	e.wrote = e.d.Ahead
	return e, nil
}

// putParts writes a body or a prompt.
func putParts(l *sqlite.Link, id, kind string, data []byte) error {
	for n := 0; len(data) > 0; n++ {
		now := data[:min(len(data), maxPart)]
		if err := l.Do("INSERT INTO part VALUES (?, ?, ?, ?)", id, kind, n, now); err != nil {
			return err
		}
		data = data[len(now):]
	}
	return nil
}

func getParts(l *sqlite.Link, id, kind string) (data []byte, err error) {
	err = l.Rows("SELECT data FROM part WHERE id = ? AND kind = ? ORDER BY n", []any{id, kind}, func(scan func(...any) error) error {
		var more []byte
		err := scan(&more)
		data = append(data, more...)
		return err
	})
	return data, err
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
