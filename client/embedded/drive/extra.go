package drive

import (
	"net/http"
	"strings"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// Calls of public clients beyond "Cloud Drive Web API and Webhook Receiver".

// config is a cheap call to check a session.
func (s *Service) config(*request) (*reply, error) {
	return ok(object{"namespace": rootFID, "max_page_size": window}), nil
}

// search finds entries whose name contains the text, ignoring case and width.
func (s *Service) search(q *request) (*reply, error) {
	return answerPage(s, q, func(l tree, ids fids, p paging) (es []entry, total int, err error) {
		key := store.Fold(strings.TrimSpace(q.query.Get("q")))
		if key == "" {
			return nil, 0, rejection{bad("q is empty")}
		}
		var hits []int64
		query := "SELECT n.seq, n.parent FROM node n WHERE instr(n.fold, ?) > 0 AND n.parent IS NOT NULL AND n.tree = 0 ORDER BY " + p.orderBy("n.")
		live := map[int64]bool{store.RootSeq: true, store.BinSeq: false}
		all, err := store.All(l.Link, query, []any{key}, func(at *[2]int64) []any { return []any{&at[0], &at[1]} })
		if err != nil {
			return nil, 0, err
		}
		for _, at := range all {
			alive, err := l.alive(at[1], live)
			if err != nil {
				return nil, 0, err
			}
			if alive {
				hits = append(hits, at[0])
			}
		}
		for _, seq := range p.of(hits) {
			err := l.Rows("SELECT "+columns+" FROM node n WHERE n.seq = ?", []any{seq}, func(scan func(...any) error) error {
				e, err := s.scanEntry(ids, scan)
				es = append(es, e)
				return err
			})
			if err != nil {
				return nil, 0, err
			}
		}
		return es, len(hits), nil
	})
}

// maxPaths of one path_list call.
const maxPaths = 50

// pathList returns the fids of the existing ones of the paths.
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
	err := s.view(q.ctx, func(l tree) error {
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
	return ok(found), err
}

// walk finds an entry by names from the root, or returns 0.
func (l tree) walk(names []string) (int64, error) {
	seq := int64(store.RootSeq)
	for _, name := range names {
		if name == "" {
			continue
		}
		found, err := l.Row("SELECT seq FROM node WHERE parent = ? AND name = ? ORDER BY slot LIMIT 1", []any{seq, name}, &seq)
		if err != nil || !found {
			return 0, err
		}
	}
	return seq, nil
}
