package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"

	"aloft/client/durable/sqlite"
)

// openDamaged opens the copy of a damaged database for reading.
func openDamaged(copied string, fresh *Link) (*Link, error) {
	old, err := openLink(copied, sqlite.Damaged)
	if err == nil {
		if n := 0; old.count("sqlite_schema WHERE sql <> ''", &n) == nil && n > 0 {
			return old, nil
		}
		err = errors.Join(old.Close(), lendSchema(copied, fresh))
	}
	if err != nil {
		return nil, err
	}
	return openLink(copied, sqlite.Damaged)
}

func (l *Link) count(from string, n *int) error {
	_, err := l.Row("SELECT count(*) FROM "+from, nil, n)
	return err
}

// headSize is the size of a database's header, which page 1 begins with.
const headSize = 100

// lendSchema writes the header of a new database into a damaged one, and its whole
// schema if the damaged one had the same: the pages of it that are left are equal,
// and where it says that a table or an index begins, one begins.
func lendSchema(path string, fresh *Link) error {
	pages := map[int64][]byte{}
	err := fresh.Rows("SELECT pgno, data FROM sqlite_dbpage WHERE pgno IN (SELECT pageno FROM dbstat WHERE name = 'sqlite_schema')", nil,
		func(scan func(...any) error) error {
			var n int64
			var data []byte
			err := scan(&n, &data)
			pages[n] = data
			return err
		})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	size := int64(len(pages[1]))
	same, err := sameSchema(f, pages, fresh)
	if err != nil {
		return err
	}
	st, err := f.Stat()
	if err != nil {
		return err
	}
	head := pages[1][:headSize]
	binary.BigEndian.PutUint32(head[28:], uint32(st.Size()/size)) // pages
	clear(head[32:40])                                            // free pages, which nothing looks for
	if !same {
		pages = map[int64][]byte{1: head}
	}
	for n, data := range pages {
		if _, err := f.WriteAt(data, (n-1)*size); err != nil {
			return err
		}
	}
	return nil
}

func sameSchema(f io.ReaderAt, pages map[int64][]byte, fresh *Link) (same bool, err error) {
	size := int64(len(pages[1]))
	page := func(n int64) []byte {
		b := make([]byte, size)
		_, _ = f.ReadAt(b, (n-1)*size) // unreadable bytes become zero, as a lost page
		if n == 1 {
			return b[headSize:]
		}
		return b
	}
	left := 0
	for n, data := range pages {
		if bytes.HasSuffix(data, page(n)) {
			left++
		}
	}
	same = left > 0
	err = fresh.Rows("SELECT rootpage, type, coalesce(sql, '') FROM sqlite_schema WHERE rootpage > 0", nil, func(scan func(...any) error) error {
		var root int64
		var kind, create string
		if err := scan(&root, &kind, &create); err != nil {
			return err
		}
		begins := []byte{0x0d, 0x05, 0} // a leaf, an inner page, a lost one
		if kind == "index" || strings.HasSuffix(create, "WITHOUT ROWID") {
			begins = []byte{0x0a, 0x02, 0}
		}
		same = same && bytes.Contains(begins, page(root)[:1])
		return nil
	})
	return same, err
}
