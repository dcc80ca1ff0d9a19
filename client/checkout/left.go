package checkout

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// Sweep removes the copies of ended programs that nobody has written to, and those that
// were only shown.
func Sweep(dir string) {
	system.SweepFolders(dir, toOpen, func(string) bool { return false })
	system.SweepFolders(dir, toEdit, func(folder string) bool {
		n, err := noteOf(folder)
		return err == nil && n.written(folder)
	})
}

// noteOf reads the note of a folder.
func noteOf(folder string) (n note, err error) {
	b, err := os.ReadFile(filepath.Join(folder, noteName))
	if err == nil {
		err = json.Unmarshal(b, &n)
	}
	return n, err
}

// written reports whether the copy is not as it was copied.
func (n note) written(folder string) bool {
	sum, _, err := sumOf(file(folder, n.Name))
	return err == nil && sum != n.SHA256
}

// taken makes a copy one of this process, nil when another one has it. open: the editor
// of a killed program still has the file.
func taken(folder string) (c *copied, open bool) {
	n, err := noteOf(folder)
	if err != nil {
		return nil, false
	}
	owner, err := system.Open(filepath.Join(folder, ownerName), os.O_RDWR, 0)
	if err != nil {
		return nil, false
	}
	if got, err := system.TryLock(owner); err != nil && !system.NoLocks(err) || err == nil && !got {
		_ = owner.Close()
		return nil, false
	}
	lock, err := system.OpenFolder(folder)
	if err != nil {
		_ = owner.Close()
		return nil, false
	}
	got, err := system.TryLock(lock)
	return &copied{folder: &system.Folder{Path: folder, Lock: lock}, owner: owner, note: n}, err == nil && !got
}

// release gives it up.
func (c *copied) release() {
	_ = c.owner.Close()
	_ = c.folder.Lock.Close()
}

// folders are those of copies to edit.
func (s *Store) folders() []string {
	all, err := os.ReadDir(s.dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, d := range all {
		if d.IsDir() && strings.HasPrefix(d.Name(), toEdit) {
			out = append(out, filepath.Join(s.dir, d.Name()))
		}
	}
	return out
}

// resumed is the copy of a file that has what did not get back.
func (s *Store) resumed(at model.Place) (client.WorkingCopy, bool) {
	at = at.Full(s.account())
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, c := range s.mine {
		if c.note.Of.Equal(at) && c.note.Job == "" && strings.HasPrefix(filepath.Base(c.folder.Path), toEdit) {
			return s.resume(c, path), true
		}
	}
	for _, folder := range s.folders() {
		if n, err := noteOf(folder); err != nil || !n.Of.Equal(at) || n.Job != "" {
			continue
		}
		c, open := taken(folder)
		if c == nil {
			continue
		}
		path := file(folder, c.note.Name)
		if open || !c.note.written(folder) {
			c.release()
			continue
		}
		s.mine[path] = c
		return s.resume(c, path), true
	}
	return client.WorkingCopy{}, false
}

func (s *Store) resume(c *copied, path string) client.WorkingCopy {
	w := s.working(c.note.Of, path)
	w.Resume = c.note.written(c.folder.Path)
	return w
}

// Left are the copies of killed programs with what did not get back. Those that a job has
// brought back are removed, and those that one will bring back are left to it.
func (s *Store) Left(job func(id string) model.JobState) []client.LeftCopy {
	var out []client.LeftCopy
	for _, folder := range s.folders() {
		c, open := taken(folder)
		if c == nil {
			continue
		}
		sent := model.JobState("")
		if c.note.Job != "" {
			sent = job(c.note.Job)
		}
		switch {
		case !open && (sent == model.JobDone || !c.note.written(folder)):
			_ = c.drop()
			continue
		case sent == "" || sent.Ended():
			out = append(out, client.LeftCopy{WorkingCopy: s.working(c.note.Of, file(folder, c.note.Name)), Open: open})
			if c.note.Job != "" {
				c.note.Job = "" // so that it is gone on with
				_ = c.write()
			}
		}
		c.release()
	}
	return out
}
