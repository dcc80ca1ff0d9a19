package drive

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"aloft/client/embedded/store"
)

// Limits of a listing, as public clients show them. No public source says a largest _size; a page
// may extend to the end of the window.
const (
	window      = 10000
	defaultSize = 50
)

// entry is one entry as public clients show it.
type entry struct {
	FID       string `json:"fid"`
	Name      string `json:"file_name"`
	Parent    string `json:"pdir_fid"`
	FileType  int    `json:"file_type"`
	Dir       bool   `json:"dir"`
	File      bool   `json:"file"`
	Size      int64  `json:"size"`
	MIME      string `json:"format_type"`
	Category  int    `json:"category"`
	Status    int    `json:"status"`
	Created   int64  `json:"created_at"`
	Updated   int64  `json:"updated_at"`
	LCreated  int64  `json:"l_created_at"`
	LUpdated  int64  `json:"l_updated_at"`
	Items     *int64 `json:"include_items,omitempty"`
	Record    string `json:"record_id,omitempty"`
	DeletedAt int64  `json:"deleted_at,omitempty"`
	Origin    string `json:"origin_path,omitempty"`
}

// columns of node in the order scanEntry reads them.
const columns = "n.seq, coalesce(n.parent, 0), n.isfile, n.name, n.mime, n.size, n.created, n.updated, n.lcreated, n.lupdated, n.kids"

// scanEntry reads columns, and the further ones of the query, into an entry.
func (s *Service) scanEntry(f fids, scan func(...any) error, more ...any) (entry, error) {
	var e entry
	var seq, parent, kids int64
	into := append([]any{&seq, &parent, &e.FileType, &e.Name, &e.MIME, &e.Size, &e.Created, &e.Updated, &e.LCreated, &e.LUpdated, &kids}, more...)
	if err := scan(into...); err != nil {
		return e, err
	}
	e.FID = f.fid(seq)
	if parent != store.BinSeq {
		e.Parent = f.fid(parent)
	}
	e.Name = s.shown(e.Name)
	e.finish(kids)
	return e, nil
}

func (e *entry) finish(kids int64) {
	e.Dir, e.File, e.Status = e.FileType == 0, e.FileType != 0, 1
	e.LCreated = cmp.Or(e.LCreated, e.Created)
	e.LUpdated = cmp.Or(e.LUpdated, e.Updated)
	if e.Dir {
		e.Items = &kids
	}
	switch kind, _, _ := strings.Cut(e.MIME, "/"); kind {
	case "video":
		e.Category = 1
	case "audio":
		e.Category = 2
	case "image":
		e.Category = 3
	case "text", "application":
		e.Category = 4
	}
}

// paging are the query parameters of a list.
type paging struct {
	page, size int
	total      bool
	order      []column
}

type column struct {
	name string
	desc bool
}

// sortColumn maps a field of _sort to the column that a listing is ordered by.
// Unknown fields are ignored: an order is a hint, not a promise.
func sortColumn(field string) string {
	switch field {
	case "file_type":
		return "isfile"
	case "file_name":
		return "sortkey"
	case "updated_at":
		return "updated"
	case "created_at":
		return "created"
	case "size", "file_size":
		return "size"
	}
	return ""
}

func (q *request) paging() (p paging, refused *reply) {
	number := func(name string, def, least int) int {
		v := q.query.Get(name)
		if v == "" {
			return def
		}
		n, err := strconv.Atoi(v)
		if err != nil || n < least {
			refused = bad(name)
		}
		return n
	}
	p.page, p.size = number("_page", 1, 1), number("_size", defaultSize, 1)
	p.total = q.query.Get("_fetch_total") == "1"
	for part := range strings.SplitSeq(q.query.Get("_sort"), ",") {
		field, dir, _ := strings.Cut(strings.TrimSpace(part), ":")
		name := sortColumn(field)
		if name == "" || slices.ContainsFunc(p.order, func(c column) bool { return c.name == name }) {
			continue
		}
		p.order = append(p.order, column{name, strings.EqualFold(dir, "desc")})
	}
	if len(p.order) == 0 {
		p.order = []column{{"isfile", false}}
	}
	if refused == nil && (p.size > window || p.page > window || p.page*p.size > window) {
		refused = refusal(http.StatusBadRequest, codeWindow, "list window exceeds 10000 entries")
	}
	return p, refused
}

func (p paging) offset() int { return (p.page - 1) * p.size }

// of are those of all rows that are on the page.
func (p paging) of(all []int64) []int64 {
	return all[min(p.offset(), len(all)):min(p.offset()+p.size, len(all))]
}

// orderBy ends in seq, so that equal keys keep one order over all pages. When the
// last field is descending, the columns after it are too: then one index scan
// serves the whole.
func (p paging) orderBy(prefix string) string {
	cols := slices.Clone(p.order)
	desc := cols[len(cols)-1].desc && cols[len(cols)-1].name != "isfile"
	hasName := slices.ContainsFunc(cols, func(c column) bool { return c.name == "sortkey" || c.name == "updated" })
	if !hasName {
		cols = append(cols, column{"sortkey", desc})
	}
	cols = append(cols, column{"seq", desc})
	var b strings.Builder
	for i, c := range cols {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(prefix + c.name)
		if c.desc {
			b.WriteString(" DESC")
		}
	}
	return b.String()
}

// meta counts as public clients show: _count is the page's, _total the folder's, when asked for.
func (p paging) meta(count, total int) object {
	m := object{"_page": p.page, "_size": p.size, "_count": count}
	if p.total {
		m["_total"] = total
	}
	return m
}

// answerPage answers the page of a list that a request asks for; read returns its entries and how many there are in all.
func answerPage[T any](s *Service, q *request, read func(tree, fids, paging) (es []T, total int, err error)) (*reply, error) {
	p, refused := q.paging()
	if refused != nil {
		return refused, nil
	}
	es, total := []T{}, 0
	err := s.view(q.ctx, func(l tree) error {
		ids, err := s.fids(l)
		if err == nil {
			es, total, err = read(l, ids, p)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if es == nil {
		es = []T{}
	}
	r := ok(object{"list": es})
	r.meta = p.meta(len(es), total)
	return r, nil
}

// list answers "List directory" of the drive specification.
func (s *Service) list(q *request) (*reply, error) {
	fid := q.query.Get("pdir_fid")
	q.fids(fid)
	if fid == "" {
		return refusal(http.StatusBadRequest, codeWindow, "pdir_fid is empty"), nil
	}
	return answerPage(s, q, func(l tree, ids fids, p paging) ([]entry, int, error) {
		seq, err := s.listed(l, q, ids, fid)
		if err != nil || seq == 0 {
			return nil, 0, err
		}
		return s.page(l, ids, seq, p, q.now.UnixNano())
	})
}

// listed finds the folder of a listing. 0 means a stale fid, whose listing is an empty success: the harshest
// interpretation of a drive.
func (s *Service) listed(l tree, q *request, ids fids, fid string) (int64, error) {
	seq, fresh := ids.seq(fid)
	if fresh {
		n, found, err := l.node(seq)
		if err != nil {
			return 0, err
		}
		live := false
		if found {
			if live, err = l.alive(seq, map[int64]bool{store.RootSeq: true, store.BinSeq: false}); err != nil {
				return 0, err
			}
		}
		if live && n.isfile != 0 {
			return 0, rejection{bad("pdir_fid is no folder")}
		}
		if live {
			return seq, nil
		}
	}
	q.trial.Stale = true
	switch s.lab.Stale {
	case "error":
		return 0, gone(fid)
	case "other":
		return store.RootSeq, nil
	}
	return 0, nil
}

// page reads one page of a folder as it is shown now.
func (s *Service) page(l tree, f fids, folder int64, p paging, now int64) (es []entry, total int, err error) {
	if _, err = l.Row("SELECT kids FROM node WHERE seq = ?", []any{folder}, &total); err != nil {
		return nil, 0, err
	}
	var hidden, ghosts int
	_, err = l.Row("SELECT count(*) FILTER (WHERE ghost = 0), count(*) FILTER (WHERE ghost = 1) FROM lag WHERE parent = ? AND until > ?",
		[]any{folder, now}, &hidden, &ghosts)
	if err != nil {
		return nil, 0, err
	}
	total += ghosts - hidden
	es = make([]entry, 0, min(p.size, max(0, total-p.offset())))
	lagging := hidden+ghosts > 0
	query, args := p.plain(), []any{folder}
	if lagging {
		query, args = p.lagging(), []any{folder, folder, now, folder, now}
	} else if p.mixed() {
		query, args = p.arms(), []any{folder, folder}
	}
	err = l.Rows(query, append(args, p.size, p.offset()), func(scan func(...any) error) error {
		e, err := s.scanEntry(f, scan)
		if err == nil {
			e.Parent = f.fid(folder) // an entry that lags is shown where it was
			es = append(es, e)
		}
		return err
	})
	return es, total, err
}

// mixed reports whether no index has the requested order in one direction.
func (p paging) mixed() bool {
	last := p.order[len(p.order)-1]
	return p.order[0].name != "isfile" || last.name == "isfile" && last.desc ||
		slices.ContainsFunc(p.order, func(c column) bool { return c.desc != last.desc })
}

// plain scans one index in one direction: folders and files come as stored.
func (p paging) plain() string {
	return "SELECT " + columns + " FROM node n WHERE n.parent = ? ORDER BY " + p.orderBy("n.") + " LIMIT ? OFFSET ?"
}

// arms reads folders and files as two ordered streams that SQLite merges, so that
// "folders first, names descending" needs no sorting either. Inside, only the
// columns of an index are read.
func (p paging) arms() string {
	arm := "SELECT " + p.keys("") + " FROM node WHERE parent = ? AND isfile = "
	return "SELECT " + columns + " FROM (" + arm + "0 UNION ALL " + arm + "1 ORDER BY " + p.orderBy("") +
		" LIMIT ? OFFSET ?) k CROSS JOIN node n ON n.seq = k.seq ORDER BY " + p.orderBy("k.")
}

// lagging shows entries with a lagging change in their old state.
func (p paging) lagging() string {
	shown := strings.NewReplacer("n.seq", "k.seq", "n.isfile", "k.isfile", "n.name", "k.name", "n.updated", "k.updated").Replace(columns)
	return "SELECT " + shown + " FROM (" +
		"SELECT name, " + p.keys("") + " FROM node WHERE parent = ? AND seq NOT IN (SELECT node FROM lag WHERE parent = ? AND ghost = 0 AND until > ?)" +
		" UNION ALL SELECT g.name, " + p.keys("g.") + " FROM lag g JOIN node m ON m.seq = g.node WHERE g.parent = ? AND g.ghost = 1 AND g.until > ?" +
		" ORDER BY " + p.orderBy("") + " LIMIT ? OFFSET ?) k CROSS JOIN node n ON n.seq = k.seq ORDER BY " + p.orderBy("k.")
}

// keys are the columns an order may need; from is their table.
func (p paging) keys(from string) string {
	seq, extra := from+"seq", ""
	if from != "" {
		seq = from + "node AS seq"
	}
	for _, c := range p.order {
		if c.name == "created" || c.name == "size" {
			if from != "" {
				extra += ", m." + c.name
			} else {
				extra += ", " + c.name
			}
		}
	}
	return seq + ", " + from + "isfile, " + from + "sortkey, " + from + "updated" + extra
}
