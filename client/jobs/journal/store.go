package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// A store is a folder with one folder per job in it, named by the job's id.
const (
	PlanName = "plan" // never changed
	LogName  = "log"  // only appended
	ctlName  = "ctl"  // a request of another process
)

// Prefixes of the folders of jobs that are being made or removed.
const (
	beginsNew  = ".new-"
	beginsGone = ".gone-"
)

// format of the stores; see system.Newer. It is counted up when an older program could no
// longer read, or not go on with, a job of a newer one.
const format = 1

// Known refuses stores that a newer program has written.
func Known(dir string) error {
	if system.Newer(dir, format) {
		return client.Newer("jobs", dir, client.DataHome)
	}
	return nil
}

// ValidID keeps an id from outside from becoming another path.
func ValidID(id string) bool {
	return id != "" && !strings.HasPrefix(id, ".") && !strings.ContainsAny(id, "/\\\x00")
}

// Error describes a folder for jobs that cannot be used.
func Error(dir string, err error) error {
	e := &client.Error{Kind: client.KindLocal, What: "%s cannot be used: %s", Args: []any{dir, err}, Err: err}
	return e.InFolder(client.DataHome)
}

// Create writes a new job's folder with its plan. The folder is renamed to its name
// when it is complete, so a half-made one is never seen.
func (s *Stores) Create(p *model.Plan) (dir, sum string, err error) {
	store := s.Of(p.Account)
	if err := os.MkdirAll(store, 0o700); err != nil {
		return "", "", err
	}
	tmp, err := system.Scratch(store, beginsNew)
	if err != nil {
		return "", "", err
	}
	defer tmp.Drop()
	if sum, err = s.write(tmp.Path, p); err != nil {
		return "", "", err
	}
	if err := system.SyncDir(tmp.Path); err != nil {
		return "", "", err
	}
	s.Hook("made")
	dir = filepath.Join(store, p.ID)
	// Rename would replace an empty folder, but a job's folder holds a plan.
	if err := system.Rename(tmp.Path, dir); err != nil {
		return "", "", err
	}
	return dir, sum, system.SyncDir(store)
}

// write writes the file of a plan, and returns its digest.
func (s *Stores) write(dir string, p *model.Plan) (sum string, err error) {
	f, err := system.Create(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Drop()) }()
	h := sha256.New()
	if err := writePlan(io.MultiWriter(f, h), p, s.Full); err != nil {
		return "", err
	}
	if err := f.Sync(); err != nil {
		return "", err
	}
	return digest(h), f.Commit(filepath.Join(dir, PlanName))
}

// Local are the places of a plan of this process as ReadPlan gives them.
func (s *Stores) Local(p *model.Plan) *model.Plan {
	return mapAccounts(p, func(account string) string { return s.Near("", s.Full(account)) })
}

// ReadPlan reads a job's plan and its digest.
func (s *Stores) ReadPlan(dir string) (*model.Plan, string, error) {
	f, err := system.OpenRead(filepath.Join(dir, PlanName))
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	home, h := s.Home(dir), sha256.New()
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	p, err := readPlan(io.TeeReader(f, h), info.Size(), func(account string) string { return s.Near(home, account) })
	if err != nil {
		return nil, "", err
	}
	return p, digest(h), nil
}

// IDs lists the jobs of the store, the oldest first.
func IDs(store string) ([]string, error) {
	ds, err := os.ReadDir(store)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, d := range ds {
		if d.IsDir() && ValidID(d.Name()) {
			out = append(out, d.Name())
		}
	}
	return out, err
}

// Remove removes a job's folder.
func Remove(dir string) error {
	gone := filepath.Join(filepath.Dir(dir), beginsGone+filepath.Base(dir))
	if err := os.Rename(dir, gone); err != nil {
		return err
	}
	return os.RemoveAll(gone)
}

// Sweep removes the remains of jobs whose creation or removal a crash has
// interrupted.
func Sweep(store string) {
	system.SweepFolders(store, ".", func(dir string) bool {
		return !strings.HasPrefix(filepath.Base(dir), beginsNew) && !strings.HasPrefix(filepath.Base(dir), beginsGone)
	})
}

// Requests of another process to the one that runs a job.
const (
	AskPause  = "pause"
	AskResume = "resume"
	AskCancel = "cancel"
)

// Ask leaves a request for the process that runs the job.
func Ask(dir, wish string) error {
	return system.Replace(filepath.Join(dir, ctlName), []byte(wish+"\n"), false)
}

// Asked takes the request, "" when there is none.
func Asked(dir string) string {
	path := filepath.Join(dir, ctlName)
	b, err := system.ReadFile(path)
	if err != nil {
		return ""
	}
	_ = os.Remove(path)
	return strings.TrimSpace(string(b))
}

// digest ties a log to its plan.
func digest(plan hash.Hash) string { return hex.EncodeToString(plan.Sum(nil)[:16]) }
