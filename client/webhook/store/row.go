package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model"
)

// Strings of the sender are cut to what a list can use; the body has them whole.
const (
	maxName  = 2 << 10
	maxNotes = 50
	maxArg   = 128 << 10 // the kernel's limit of one argument
	maxPart  = 4 << 20   // bytes of a body in one row, and of one read of an output
)

// request is what only the details show, with the size of the body.
type request struct {
	Stored
	Size int
}

// ran is how its work was started, with the size of the prompt.
type ran struct {
	Ran
	Size int
}

// become takes the fields that change.
func become(d *model.Delivery, now model.Delivery) {
	d.State, d.Reason, d.Count, d.Last, d.Ahead, d.Started = now.State, now.Reason, now.Count, now.Last, now.Ahead, now.Started
	d.Ended, d.Exit, d.Output, d.Lives, d.Notes = now.Ended, now.Exit, now.Output, now.Lives, now.Notes
}

// encoded is a value of ours as JSON, which cannot fail.
func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(b)
}

// insertion writes a new delivery with its request.
func insertion(d model.Delivery, key string, r Stored) func(*sqlite.Link, int64) error {
	q := request{r, len(r.Body)}
	return func(l *sqlite.Link, rev int64) error {
		if err := l.Do("INSERT INTO delivery (id, rev, state, ended, key, row, request) VALUES (?, ?, ?, ?, ?, ?, ?)",
			d.ID, rev, string(d.State), d.State.Ended(), key, encoded(d), encoded(q)); err != nil {
			return err
		}
		return putParts(l, d.ID, "body", r.Body)
	}
}

// update writes a delivery as it is now.
func update(l *sqlite.Link, rev int64, d *model.Delivery) error {
	return l.Do("UPDATE delivery SET rev = ?, state = ?, ended = ?, key = iif(?, '', key), row = ? WHERE id = ?",
		rev, string(d.State), d.State.Ended(), undone(d), encoded(d), d.ID)
}

const rowFields = "id, hidden, row, pid, start"

// scanned is a row with rowFields.
func scanned(scan func(...any) error, more ...any) (*entry, error) {
	e := &entry{}
	var id, row string
	if err := scan(append([]any{&id, &e.hidden, &row, &e.proc.PID, &e.proc.Start}, more...)...); err != nil {
		return nil, err
	}
	var d model.Delivery
	_ = json.Unmarshal([]byte(row), &d) // an empty one where somebody has changed the file
	d.ID = id
	e.d, e.wrote = bounded(d), d.Ahead
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

// bounded makes a delivery fit for the list: every string is bounded, and a copy, since a body of many megabytes must
// not stay in memory as long as its row; times are equal after they were read again.
func bounded(d model.Delivery) *model.Delivery {
	for _, s := range []*string{&d.Remote, &d.Route, &d.Event, &d.Project, &d.Session, &d.Work, &d.Of} {
		*s = strings.Clone(model.FirstBytes(*s, maxName))
	}
	d.Notes = slices.Clone(d.Notes[:min(len(d.Notes), maxNotes)])
	d.Reason = d.Reason.Bounded(maxName)
	for i, n := range d.Notes {
		d.Notes[i] = n.Bounded(maxName)
	}
	for _, t := range []*time.Time{&d.At, &d.Last, &d.Started, &d.Ended} {
		*t = t.Round(0)
	}
	d.State = cmp.Or(d.State, model.DeliveryWaiting)
	d.Count = max(d.Count, 1)
	if d.Last.IsZero() {
		d.Last = d.At
	}
	return &d
}

// hashKey hashes an idempotency key, which may be long and is not to be shown.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}
