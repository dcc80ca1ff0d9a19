//go:build unix

package disk

import (
	"io/fs"
	"os/user"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// mayWrite: why this user may not write to the file, or nil.
func mayWrite(file string) error {
	return unix.Faccessat(unix.AT_FDCWD, file, unix.W_OK, unix.AT_EACCESS)
}

// mayRemove: this user may remove entries from the folder.
func mayRemove(folder string) bool {
	return unix.Faccessat(unix.AT_FDCWD, folder, unix.W_OK|unix.X_OK, unix.AT_EACCESS) == nil
}

// people are the names of users, or of groups, by their numbers.
type people struct {
	known sync.Map
	slow  atomic.Bool // who knows them did not answer in time
	ask   func(id string) string
}

var (
	users = people{ask: func(id string) string {
		if u, err := user.LookupId(id); err == nil {
			return u.Username
		}
		return id
	}}
	groups = people{ask: func(id string) string {
		if g, err := user.LookupGroupId(id); err == nil {
			return g.Name
		}
		return id
	}}
)

// called is the name of a number, or the number while the name is not known. It may come from another machine, which is
// waited for once.
func (n *people) called(id uint32) string {
	if name, asked := n.known.Load(id); asked {
		return name.(string)
	}
	number := strconv.FormatUint(uint64(id), 10)
	name, asked := n.known.LoadOrStore(id, number)
	if asked {
		return name.(string)
	}
	told := make(chan struct{})
	go func() {
		n.known.Store(id, n.ask(number))
		close(told)
	}()
	if !n.slow.Load() {
		select {
		case <-told:
		case <-time.After(patience):
			n.slow.Store(true)
		}
	}
	name, _ = n.known.Load(id)
	return name.(string)
}

// belongs says whose an entry is.
func belongs(info fs.FileInfo) (owner, group string) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return users.called(st.Uid), groups.called(st.Gid)
	}
	return "", ""
}
