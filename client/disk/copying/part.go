package copying

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"aloft/client/system"
)

// part is a copy that does not have its name yet.
type part struct {
	f    *os.File
	to   string // its name when it is whole
	keep bool   // when the copy is stopped
	done int64  // of the source, so much is in it
	at   stat
	way  Way
	over bool
}

// tail is how much of what a killed call has written is compared with the source: a loss of
// power may leave a file longer than what was written of it.
const tail = 1 << 20

// partName is the name of a part; of one with a token the same in each process, as long as
// the source is the same.
func partName(to, token string, st stat) string {
	if token == "" {
		token = rand.Text()
	}
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, [2]int64{st.size, st.modified.UnixNano()})
	return partPrefix(to, token) + strconv.FormatUint(h.Sum64(), 16) + system.PartSuffix
}

// partPrefix begins the names of the parts with a token, whatever the source was.
func partPrefix(to, token string) string {
	name := system.Beside(token + "\x00" + filepath.Base(to))
	return filepath.Join(filepath.Dir(to), strings.TrimSuffix(name, system.PartSuffix)) + "-"
}

// discard removes all parts but one.
func discard(to, token, but string) error {
	dir := filepath.Dir(to)
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	names, err := d.Readdirnames(-1)
	err = errors.Join(err, d.Close())
	prefix := filepath.Base(partPrefix(to, token))
	for _, n := range names {
		path := filepath.Join(dir, n)
		if strings.HasPrefix(n, prefix) && strings.HasSuffix(n, system.PartSuffix) && path != but {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// part makes the hidden file, or opens that of an earlier call.
func (c *Copier) part(src *os.File, to string, st stat, opt Options) (p *part, err error) {
	name := partName(to, opt.Token, st)
	if opt.Resumed && opt.Token != "" {
		if err := discard(to, opt.Token, name); err != nil {
			return nil, renamed(err, to)
		}
	}
	p = &part{to: to, keep: opt.Token != ""}
	defer func() {
		if err != nil {
			err = renamed(err, to)
		}
	}()
	if f, err := cloned(src, name); err == nil { // where the system makes the file itself
		p.f, p.way = f, WayReflink
	} else if p.f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, 0o600); errors.Is(err, fs.ErrExist) && p.keep {
		if p.f, p.done, err = continued(src, name, st); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	if p.at, err = lookAt(p.f); err != nil {
		return nil, errors.Join(err, p.f.Close())
	}
	return p, nil
}

// continued opens the part of an earlier call, and returns how much of it is as the source.
func continued(src *os.File, name string, st stat) (*os.File, int64, error) {
	f, err := os.OpenFile(name, os.O_RDWR|noFollow, 0)
	if err == nil {
		at, err := lookAt(f)
		// It is written to only if it is nobody else's.
		if err == nil && at.mode.IsRegular() && at.links == 1 && at.uid == ours() && at.size <= st.size && sameTail(src, f, at.size) {
			return f, at.size, nil
		}
		_ = f.Close()
	}
	if err := os.Remove(name); err != nil {
		return nil, 0, err
	}
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, 0o600)
	return f, 0, err
}

func sameTail(a, b *os.File, size int64) bool {
	from := max(0, size-tail)
	x, y := make([]byte, size-from), make([]byte, size-from)
	_, err := a.ReadAt(x, from)
	_, err2 := b.ReadAt(y, from)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// commit gives it its name.
func (p *part) commit() error {
	if err := system.RenameNew(p.f.Name(), p.to); err != nil {
		return renamed(err, p.to)
	}
	p.over = true
	return nil
}

// end closes it, and removes it unless a later call can go on with it.
func (p *part) end(ctx context.Context, err error) error {
	closed := p.f.Close()
	if !p.over && !(p.keep && ctx.Err() != nil) {
		_ = os.Remove(p.f.Name())
	}
	if err == nil && closed != nil { // of a network file system, say, that writes only now
		return renamed(closed, p.to)
	}
	return err
}
