package embedded

import (
	"encoding/json"
	"net/http"
	"strings"

	"aloft/model/text"
)

// The calls of facts/drive.md "Beyond the specification, wanted by users".

// capacity of the drive in bytes; the disk decides in truth.
const capacity = 1 << 40

// config is the cheap probe of a session.
func (s *Service) config(*request) (*reply, error) {
	return ok(object{"namespace": rootFID, "max_page_size": window}), nil
}

func (s *Service) member(q *request) (*reply, error) {
	var used int64
	err := s.db.view(q.ctx, func(l *link) error {
		_, err := l.row("SELECT coalesce(sum(size), 0) FROM node", nil, &used)
		return err
	})
	if err != nil {
		return nil, err
	}
	return ok(object{"use_capacity": used, "total_capacity": int64(capacity), "member_type": "NORMAL"}), nil
}

// search finds entries whose name holds the text, cases and widths apart.
func (s *Service) search(q *request) (*reply, error) {
	p, refused := q.paging()
	if refused != nil {
		return refused, nil
	}
	key := fold(strings.TrimSpace(q.query.Get("q")))
	if key == "" {
		return bad("q is empty"), nil
	}
	es, total := []entry{}, 0
	err := s.db.view(q.ctx, func(l *link) error {
		ids, err := s.fids(l)
		if err != nil {
			return err
		}
		var hits []int64
		query := "SELECT n.seq, n.parent FROM node n WHERE instr(n.fold, ?) > 0 AND n.parent IS NOT NULL AND n.tree = 0 ORDER BY " + p.orderBy("n.")
		live := map[int64]bool{rootSeq: true, binSeq: false}
		var all [][2]int64
		err = l.rows(query, []any{key}, func(scan func(...any) error) error {
			var at [2]int64
			err := scan(&at[0], &at[1])
			all = append(all, at)
			return err
		})
		if err != nil {
			return err
		}
		for _, at := range all {
			alive, err := l.alive(at[1], live)
			if err != nil {
				return err
			}
			if alive {
				hits = append(hits, at[0])
			}
		}
		total = len(hits)
		for _, seq := range hits[min(p.offset(), total):min(p.offset()+p.size, total)] {
			err := l.rows("SELECT "+columns+" FROM node n WHERE n.seq = ?", []any{seq}, func(scan func(...any) error) error {
				e, err := scanEntry(ids, scan)
				es = append(es, e)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r := ok(object{"list": es})
	r.meta = p.meta(len(es), total)
	return r, nil
}

// maxPaths of one path_list call.
const maxPaths = 50

// pathList tells the fids of those paths that exist.
func (s *Service) pathList(q *request) (*reply, error) {
	var b struct {
		Paths []string `json:"file_path"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	if len(b.Paths) == 0 {
		return bad("file_path is empty"), nil
	}
	if len(b.Paths) > maxPaths {
		return refusal(http.StatusBadRequest, codeTooMany, text.WireTooMany, len(b.Paths), maxPaths), nil
	}
	found := []object{}
	err := s.db.view(q.ctx, func(l *link) error {
		ids, err := s.fids(l)
		if err != nil {
			return err
		}
		for _, path := range b.Paths {
			seq, err := l.walk(strings.Split(path, "/"))
			if err != nil {
				return err
			}
			if seq != 0 {
				found = append(found, object{"file_path": path, "fid": ids.fid(seq)})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ok(found), nil
}

// walk finds an entry by names from the root; 0 when there is none.
func (l *link) walk(names []string) (int64, error) {
	seq := int64(rootSeq)
	for _, name := range names {
		if name == "" {
			continue
		}
		found, err := l.row("SELECT seq FROM node WHERE parent = ? AND name = ? ORDER BY slot LIMIT 1", []any{seq, name}, &seq)
		if err != nil || !found {
			return 0, err
		}
	}
	return seq, nil
}

// binList lists the recycle bin, the latest deletion first.
func (s *Service) binList(q *request) (*reply, error) {
	p, refused := q.paging()
	if refused != nil {
		return refused, nil
	}
	es, total := []entry{}, 0
	err := s.db.view(q.ctx, func(l *link) error {
		ids, err := s.fids(l)
		if err != nil {
			return err
		}
		if _, err := l.row("SELECT count(*) FROM bin", nil, &total); err != nil {
			return err
		}
		query := "SELECT " + columns + ", b.record, b.deleted, b.path FROM bin b JOIN node n ON n.seq = b.node ORDER BY b.record DESC LIMIT ? OFFSET ?"
		return l.rows(query, []any{p.size, p.offset()}, func(scan func(...any) error) error {
			var record, deleted int64
			var path string
			e, err := scanEntry(ids, scan, &record, &deleted, &path)
			if err != nil {
				return err
			}
			var names []string
			if err := json.Unmarshal([]byte(path), &names); err != nil {
				return err
			}
			e.Record = s.ids.make(markRecord, record, 0)
			e.DeletedAt, e.Origin = deleted, "/"+strings.Join(names, "/")
			es = append(es, e)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	r := ok(object{"list": es})
	r.meta = p.meta(len(es), total)
	return r, nil
}

// record is one item of a record_list: the body of recover is not public, so
// a plain id and an object that holds one are both taken.
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

// recover puts entries of the bin back: where their folder is gone into the
// root, where their name is taken under a numbered one. All or nothing.
func (s *Service) recover(q *request) (*reply, error) { return s.records(q, changeRecover) }

// remove ends entries of the bin for good. All or nothing.
func (s *Service) remove(q *request) (*reply, error) { return s.records(q, changeRemove) }

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
	q.arrival.Batch = len(b.Records)
	if r := s.tooMany(len(b.Records)); r != nil {
		return r, nil
	}
	c := &change{Kind: kind}
	seen := map[record]bool{}
	return s.mutate(q, c, func(finder) error {
		for _, id := range b.Records {
			row, _, known := s.ids.read(markRecord, string(id))
			if !known {
				return no{refusal(http.StatusNotFound, codeGone, text.WireNoRecord, string(id))}
			}
			if seen[id] {
				return no{bad("record_list holds a record twice")}
			}
			seen[id] = true
			c.Nodes = append(c.Nodes, row)
		}
		return nil
	}, finished)
}
