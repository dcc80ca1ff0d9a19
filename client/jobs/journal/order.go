package journal

import (
	"os"
	"path/filepath"
	"strings"

	"aloft/client/system"
)

// orderName is a file beside the stores: the ids of the jobs that were put in an
// order, one a line, the first one first. Every process reads it, whichever job is
// whose.
const orderName = "order"

// Order are the jobs that were put in an order, those that have ended too.
func (s *Stores) Order() []string {
	b, _ := system.ReadFile(filepath.Join(s.Dir, orderName)) // without it none was
	return strings.Fields(string(b))
}

// ChangeOrder replaces the order by what f makes of it. Two processes do so one after
// the other.
func (s *Stores) ChangeOrder(f func(ids []string) []string) error {
	path := filepath.Join(s.Dir, orderName)
	lock, err := system.LockNow(func() (*os.File, error) { return system.Open(path, os.O_RDWR|os.O_CREATE, 0o600) })
	if err != nil {
		return Error(s.Dir, err)
	}
	defer func() { _ = lock.Close() }()
	if err := system.Replace(path, []byte(strings.Join(f(s.Order()), "\n")+"\n"), true); err != nil {
		return Error(s.Dir, err)
	}
	return nil
}
