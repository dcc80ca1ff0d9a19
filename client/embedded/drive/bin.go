package drive

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// binList lists the recycle bin, the latest deletion first.
func (s *Service) binList(q *request) (*reply, error) {
	return answerPage(s, q, func(l tree, ids fids, p paging) (es []entry, total int, err error) {
		if _, err := l.Row("SELECT count(*) FROM bin", nil, &total); err != nil {
			return nil, 0, err
		}
		query := "SELECT " + columns + ", b.record, b.deleted, b.path FROM bin b JOIN node n ON n.seq = b.node ORDER BY b.record DESC LIMIT ? OFFSET ?"
		err = l.Rows(query, []any{p.size, p.offset()}, func(scan func(...any) error) error {
			var record, deleted int64
			var path string
			e, err := s.scanEntry(ids, scan, &record, &deleted, &path)
			if err != nil {
				return err
			}
			var names []string
			if err := json.Unmarshal([]byte(path), &names); err != nil {
				return err
			}
			e.Record = s.ids.Make(markRecord, record, 0)
			e.DeletedAt, e.Origin = deleted, "/"+s.shown(strings.Join(names, "/"))
			es = append(es, e)
			return nil
		})
		return es, total, err
	})
}

// record is one item of a record_list. The body of recover is not public, so both a plain id and an object with an id
// are accepted.
type record string

func (r *record) UnmarshalJSON(b []byte) error {
	var o struct {
		ID string `json:"record_id"`
	}
	if len(b) > 0 && b[0] == '{' {
		err := json.Unmarshal(b, &o)
		*r = record(o.ID)
		return err
	}
	return json.Unmarshal(b, (*string)(r))
}

// recover restores entries of the bin: into the root if their folder is gone, under a numbered name if theirs is
// taken. All or nothing.
func (s *Service) recover(q *request) (*reply, error) { return s.records(q, changeRecover) }

// remove purges entries of the bin. All or nothing.
func (s *Service) remove(q *request) (*reply, error) {
	defer s.tidy()
	return s.records(q, changeRemove)
}

// tidy removes unused bytes in the background.
func (s *Service) tidy() {
	s.life.Start(func() { _ = s.db.DropLoose(s.life.Context()) }) // failures are retried at the next start
}

func (s *Service) records(q *request, kind string) (*reply, error) {
	var b struct {
		Mode    *int     `json:"select_mode"`
		Records []record `json:"record_list"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	if b.Mode != nil && *b.Mode != 2 {
		return bad("select_mode"), nil
	}
	if len(b.Records) == 0 {
		return bad("record_list is empty"), nil
	}
	q.trial.Batch = len(b.Records)
	if r := s.tooMany(len(b.Records)); r != nil {
		return r, nil
	}
	c := &change{Kind: kind}
	seen := map[record]bool{}
	return s.mutate(q, c, func(finder) error {
		for _, id := range b.Records {
			row, _, known := s.ids.Read(markRecord, string(id))
			if !known {
				return rejection{refusal(http.StatusNotFound, codeGone, text.WireNoRecord, string(id))}
			}
			if seen[id] {
				return rejection{bad("record_list holds a record twice")}
			}
			seen[id] = true
			c.Nodes = append(c.Nodes, row)
		}
		return nil
	}, finished)
}

func (w *work) delete() (out outcome, err error) {
	for _, seq := range w.Nodes {
		n, err := w.entry(seq)
		if err != nil {
			return out, err
		}
		path, err := w.pathOf(n.parent)
		if err != nil {
			return out, err
		}
		told, err := json.Marshal(path)
		if err != nil {
			return out, err
		}
		_, record, err := w.Exec("INSERT INTO bin(node, origin, path, deleted) VALUES(?, ?, ?, ?)",
			seq, n.parent, string(told), w.at.UnixMilli())
		if err != nil {
			return out, err
		}
		if err := w.Do("UPDATE node SET parent = ?, slot = ? WHERE seq = ?", store.BinSeq, record, seq); err != nil {
			return out, err
		}
		w.forget()
		if err := w.linger(n, 0); err != nil {
			return out, err
		}
		out.applied++
	}
	return out, nil
}

// pathOf returns the names from the root, or from the deleted entry, downwards.
func (l tree) pathOf(seq int64) ([]string, error) {
	path := []string{}
	for seq != store.RootSeq && seq != store.BinSeq && seq != 0 {
		n, found, err := l.node(seq)
		if err != nil || !found {
			return path, err
		}
		path = append(path, n.name)
		seq = n.parent
	}
	slices.Reverse(path)
	return path, nil
}

// recover restores entries of the bin to their folder: into the root if it is gone, under a numbered name if the name
// is taken.
func (w *work) recover() (out outcome, err error) {
	for _, record := range w.Nodes {
		var seq, origin int64
		found, err := w.Row("SELECT node, origin FROM bin WHERE record = ?", []any{record}, &seq, &origin)
		if err != nil {
			return out, err
		}
		if !found {
			return out, rejection{refusal(404, codeGone, text.WireNoRecord, "")}
		}
		n, _, err := w.node(seq)
		if err != nil {
			return out, err
		}
		home, err := w.alive(origin, w.live)
		if err != nil {
			return out, err
		}
		if !home {
			origin = store.RootSeq
		}
		name, err := w.freeName(origin, n)
		if err != nil {
			return out, err
		}
		if err := w.put(n, origin, name, 0, 0); err != nil {
			return out, err
		}
		if err := w.Do("DELETE FROM bin WHERE record = ?", record); err != nil {
			return out, err
		}
		w.forget()
		n.parent, n.name = 0, name
		if err := w.linger(n, origin); err != nil {
			return out, err
		}
		out.applied++
	}
	return out, nil
}

func (w *work) freeName(parent int64, n node) (string, error) {
	name := n.name
	for i := 1; ; i++ {
		found, err := w.Row("SELECT 1 FROM node WHERE parent = ? AND name = ? LIMIT 1", []any{parent, name}, new(int))
		if err != nil || !found {
			return name, err
		}
		name = store.Numbered(n.name, i, n.isfile == 0)
	}
}

// remove purges entries of the bin with their content.
func (w *work) remove() (out outcome, err error) {
	for _, record := range w.Nodes {
		changed, _, err := w.Exec("DELETE FROM node WHERE seq = (SELECT node FROM bin WHERE record = ?)", record)
		if err != nil {
			return out, err
		}
		if changed == 0 {
			return out, rejection{refusal(404, codeGone, text.WireNoRecord, "")}
		}
		out.applied++
	}
	return out, nil
}
