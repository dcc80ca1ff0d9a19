package gate

import (
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/system"
)

// Spool is a file for an answer that is too long for memory. Where the system allows
// it, it has no name, so that nothing of it stays however the program ends.
type Spool struct{ *os.File }

// NewSpool makes one in the state folder, or else in the system's folder for
// temporary files. The error is a *client.Error.
func (g *Gate) NewSpool() (*Spool, error) {
	f, err := system.Nameless(g.opt.Dir)
	if client.Unwritable(err) || os.IsNotExist(err) {
		f, err = system.Nameless(os.TempDir())
	}
	if err != nil {
		return nil, spoolError(g.opt.Dir, err)
	}
	return &Spool{f}, nil
}

// Write fails with a *client.Error.
func (s *Spool) Write(b []byte) (int, error) {
	n, err := s.File.Write(b)
	if err != nil {
		err = spoolError(filepath.Dir(s.Name()), err)
	}
	return n, err
}

// Close removes it.
func (s *Spool) Close() error {
	err := s.File.Close()
	_ = os.Remove(s.Name())
	return err
}

func spoolError(dir string, err error) *client.Error {
	e := &client.Error{Kind: client.KindLocal, What: "a large answer cannot be stored in %s (%s)", Args: []any{dir, system.Reason(err)}, Err: err}
	return e.InFolder(client.StateHome)
}
