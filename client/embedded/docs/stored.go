package docs

import (
	"database/sql"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
)

// encoded is a snapshot in the parts in which it is stored.
type encoded [][]byte

// partSize is the size of a part in bytes.
const partSize = 512 << 10

func (e *encoded) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		last := len(*e) - 1
		if last < 0 || len((*e)[last]) == partSize {
			*e = append(*e, nil)
			last++
		}
		fits := min(len(b), partSize-len((*e)[last]))
		(*e)[last], b = append((*e)[last], b[:fits]...), b[fits:]
	}
	return n, nil
}

// encode gives the snapshot of a document.
func encode(d *word.Document, p engine.Pictures) (out encoded, err error) {
	return out, engine.EncodeDocument(&out, d, p)
}

// texts are the parts as they are decoded.
func (e encoded) texts() []string {
	out := make([]string, len(e))
	for i, part := range e {
		out[i] = string(part)
	}
	return out
}

// keep stores the snapshot of a version of a page, which has a row in doc; false when
// there is one already.
func (e encoded) keep(l pages.Rows, page, version int64) (bool, error) {
	n, seq, err := l.Exec("INSERT INTO snap(page, version, data) VALUES(?, ?, ?) ON CONFLICT(page, version) DO NOTHING", page, version, e[0])
	if err != nil || n == 0 {
		return false, err
	}
	for i, part := range e[1:] {
		if err := l.Do("INSERT INTO snappart(snap, n, data) VALUES(?, ?, ?)", seq, i, part); err != nil {
			return false, err
		}
	}
	return true, nil
}

// readSnapshot reads the last snapshot up to a version. found is false if none is that old.
func readSnapshot(l pages.Rows, page, version int64) (data []string, of int64, found bool, err error) {
	var seq int64
	found, err = l.Row("SELECT seq, version FROM snap WHERE page = ? AND version <= ? ORDER BY version DESC LIMIT 1", []any{page, version}, &seq, &of)
	if err != nil || !found {
		return nil, 0, false, err
	}
	for _, q := range []string{"SELECT data FROM snap WHERE seq = ?", "SELECT data FROM snappart WHERE snap = ? ORDER BY n"} {
		err := l.Rows(q, []any{seq}, func(scan func(...any) error) error {
			var part sql.RawBytes
			err := scan(&part)
			data = append(data, string(part))
			return err
		})
		if err != nil {
			return nil, 0, false, err
		}
	}
	return data, of, true, nil
}
