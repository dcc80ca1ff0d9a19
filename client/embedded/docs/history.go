package docs

import (
	"context"
	"slices"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
	"aloft/model/text"
)

const (
	// usualRecentEdits and maxRecentEdits are limits of doc.list_recent_ai_edits. An edit can be
	// reverted for a week.
	usualRecentEdits = 10
	maxRecentEdits   = 50
	revertLife       = 7 * 24 * time.Hour
)

// recentEdits lists the edits made by calls that can be reverted: none that was,
// and none whose log is trimmed.
func (s *Word) recentEdits(c *pages.Call) (pages.Object, error) {
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	list := []pages.Object{}
	err = s.pages.View(c.Ctx, func(l pages.Rows) error {
		p, err := s.wordOf(l, id)
		if err != nil {
			return err
		}
		return l.Rows("SELECT version, tool, at FROM edit WHERE page = ? AND ours = 1 AND undone = 0 AND at > ? "+
			"AND version > (SELECT min(version) FROM snap WHERE page = ?1) ORDER BY version DESC LIMIT ?",
			[]any{p.Seq, c.Now.Add(-revertLife).UnixNano(), c.Args.Number("limit", usualRecentEdits)},
			func(scan func(...any) error) error {
				var version, at int64
				var name string
				err := scan(&version, &name, &at)
				list = append(list, pages.Object{"version": version, "tool_name": name, "time": time.Unix(0, at).UTC().Format(time.RFC3339)})
				return err
			})
	})
	return pages.Object{"edits": list}, err
}

// wordRevert reverts an edit of ours as a new version. It refuses if a later edit has touched any of it.
func (s *Word) wordRevert(c *pages.Call) (pages.Object, error) {
	target := c.Args.Number("target_version", 0)
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, func(_ *pages.Call, p *wordPage) (*word.Document, error) {
		var ours bool
		var undone, at int64
		found, err := s.db.Row(c.Ctx, "SELECT ours, undone, at FROM edit WHERE page = ? AND version = ?", []any{p.Seq, target}, &ours, &undone, &at)
		switch {
		case err != nil:
			return nil, err
		case !found || target < 2:
			return nil, pages.Refuse(pages.Bad, text.WireWordNoEdit, target)
		case !ours:
			return nil, pages.Refuse(pages.Bad, "version %d was made by somebody else and cannot be taken back", target)
		case undone > 0:
			return nil, pages.Refuse(pages.Bad, "version %d has been taken back already, by version %d", target, undone)
		case c.Now.Sub(time.Unix(0, at)) > revertLife:
			return nil, pages.Refuse(pages.Bad, "version %d is older than seven days and cannot be taken back", target)
		}
		before, err := s.openWord(c.Ctx, id, target-1)
		if err != nil {
			return nil, err
		}
		log, err := s.changes(c.Ctx, p.Seq, target, p.newest)
		if err != nil {
			return nil, err
		}
		p.undoes = target
		return takeBack(before.doc, p.doc, log, target)
	})
}

// changes reads the log between two versions. It skips an edit and its immediate revert, which together touched
// nothing.
func (s *wordVersions) changes(ctx context.Context, page, from, to int64) ([]engine.Change, error) {
	var log []logRow
	whole := false
	backs := map[int64]int64{} // the reverting version, and the reverted one
	err := s.pages.View(ctx, func(l pages.Rows) (err error) {
		if log, whole, err = since(l, page, from-1, to); err != nil {
			return err
		}
		return l.Rows("SELECT version, undone FROM edit WHERE page = ? AND version > ? AND undone > 0", []any{page, from},
			func(scan func(...any) error) error {
				var version, undone int64
				err := scan(&version, &undone)
				backs[undone] = version
				return err
			})
	})
	if err == nil && !whole {
		err = pages.Refuse(pages.Bad, text.WireWordNoEdit, from)
	}
	if err != nil {
		return nil, err
	}
	var left []logRow
	for _, e := range log {
		if took, ok := backs[e.version]; ok && len(left) > 0 && left[len(left)-1].version == took {
			left = left[:len(left)-1]
			continue
		}
		left = append(left, e)
	}
	out := make([]engine.Change, len(left))
	for i, e := range left {
		if out[i], err = engine.DecodeChange(e.body, &pictures{db: s.db}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// spot is the place of an edit's result in a later version, with the content before the edit.
type spot struct{ at, len, oldAt, oldLen int }

// cut is a splice of blocks or of comments.
type cut struct{ at, del, put int }

// moved moves the spots through a later change; false when it touches one.
func moved(spots []spot, by []cut) bool {
	shift := 0 // of the positions after the cuts so far
	i := 0
	for k := range spots {
		p := &spots[k]
		for ; i < len(by) && by[i].at+by[i].del <= p.at; i++ {
			shift += by[i].put - by[i].del
		}
		if i < len(by) && by[i].at < p.at+p.len {
			return false
		}
		p.at += shift
	}
	return true
}

// takeBack reverts the first change of a log in the version that the log ends with.
func takeBack(before, now *word.Document, log []engine.Change, target int64) (*word.Document, error) {
	touched := pages.Refuse(pages.Bad, "version %d cannot be taken back: later edits have changed the same paragraphs", target)
	if slices.ContainsFunc(log, func(c engine.Change) bool { return c.Base != nil }) {
		if len(log) > 1 {
			return nil, pages.Refuse(pages.Bad, "version %d cannot be taken back: tracked changes were suggested, accepted or rejected then or since, so only the newest edit can be; reject them instead", target)
		}
		n := word.NewDocument(now.Version+1, before.Blocks(), before.Comments())
		n.Base = before.Base
		return n, nil
	}
	blocks, comments := spotsOf(log[0])
	for _, c := range log[1:] {
		inBlocks, inComments := cutsOf(c)
		if !moved(blocks, inBlocks) || !moved(comments, inComments) {
			return nil, touched
		}
	}
	var back []word.Splice
	for _, p := range blocks {
		back = append(back, word.Splice{At: p.at, Del: p.len, Blocks: before.Blocks()[p.oldAt : p.oldAt+p.oldLen]})
	}
	remarks := now.Comments()
	for _, p := range comments {
		remarks = slices.Concat(remarks[:p.at], before.Comments()[p.oldAt:p.oldAt+p.oldLen], remarks[p.at+p.len:])
	}
	for _, r := range remarks { // a reply to a comment that would be deleted
		if r.Parent != "" && !slices.ContainsFunc(remarks, func(o word.Comment) bool { return o.ID == r.Parent }) {
			return nil, touched
		}
	}
	return now.Splice(now.Version+1, back, remarks), nil
}

// spotsOf returns the spots of a change in the version that it made.
func spotsOf(c engine.Change) (blocks, comments []spot) {
	shift := 0
	for _, s := range c.Splices {
		blocks = append(blocks, spot{s.At + shift, len(s.Blocks), s.At, s.Del})
		shift += len(s.Blocks) - s.Del
	}
	if s := c.Comments; s != nil {
		comments = []spot{{s.At, len(s.Put), s.At, s.Del}}
	}
	return blocks, comments
}

func cutsOf(c engine.Change) (blocks, comments []cut) {
	for _, s := range c.Splices {
		blocks = append(blocks, cut{s.At, s.Del, len(s.Blocks)})
	}
	if s := c.Comments; s != nil {
		comments = []cut{{s.At, s.Del, len(s.Put)}}
	}
	return blocks, comments
}

// CopyEdits gives a copy the current document, with its version number. Earlier
// edits cannot be reverted in the copy.
func CopyEdits(l pages.Rows, from pages.Document, to int64) error {
	n, _, err := l.Exec("INSERT INTO doc(page, version, title) SELECT ?, version, title FROM doc WHERE page = ?", to, from.Seq)
	if err != nil {
		return err
	}
	if n == 0 {
		return Remember(l, from, to)
	}
	for _, q := range []string{
		"INSERT INTO snap(page, version, data) SELECT ?1, version, data FROM snap WHERE page = ?2 ORDER BY version DESC LIMIT 1",
		"INSERT INTO snappart(snap, n, data) SELECT new.seq, part.n, part.data FROM snap new JOIN snap old ON old.version = new.version " +
			"JOIN snappart part ON part.snap = old.seq WHERE new.page = ?1 AND old.page = ?2",
		"INSERT INTO edit(page, version, tool, at, ours, size, body) SELECT ?1, version, tool, at, 0, size, body FROM edit " +
			"WHERE page = ?2 AND version > (SELECT max(version) FROM snap WHERE page = ?2)",
		"INSERT INTO docimage(page, hash) SELECT ?1, hash FROM docimage WHERE page = ?2",
	} {
		if err := l.Do(q, to, from.Seq); err != nil {
			return err
		}
	}
	return nil
}

// Remember stores the title in a new document's first paragraph, for a page that is
// renamed before anybody has opened it.
func Remember(l pages.Rows, d pages.Document, page int64) error {
	if d.Kind != pages.KindDoc || d.Blob != "" {
		return nil
	}
	return l.Do("INSERT INTO doc(page, version, title) VALUES(?, 1, ?) ON CONFLICT(page) DO NOTHING", page, d.Title)
}
