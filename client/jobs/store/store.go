// Package store keeps jobs on the disk: a folder for each, with its plan, its log,
// the requests of other processes, and its result.
package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/durable"
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

// ValidID keeps an id from outside from becoming another path.
func ValidID(id string) bool {
	return id != "" && !strings.HasPrefix(id, ".") && !strings.ContainsAny(id, "/\\\x00")
}

// Error describes a folder for jobs that cannot be used.
func Error(dir string, err error) error {
	e := &client.Error{Kind: client.KindLocal, What: "the folder for jobs cannot be used: %s (%s)", Args: []any{dir, err.Error()}, Err: err}
	return e.InFolder(client.DataHome)
}

// Create writes a new job's folder with its plan. The folder is renamed to its name
// when it is complete, so a half-made one is never seen.
func (s *Stores) Create(p *model.Plan) (dir, sum string, err error) {
	store := s.Of(p.Account)
	if err := os.MkdirAll(store, 0o700); err != nil {
		return "", "", err
	}
	b, err := EncodePlan(Accounts(p, s.Full))
	if err != nil {
		return "", "", err
	}
	tmp, err := durable.Scratch(store, beginsNew)
	if err != nil {
		return "", "", err
	}
	defer tmp.Drop()
	if err := durable.Replace(filepath.Join(tmp.Path, PlanName), b, true); err != nil {
		return "", "", err
	}
	if err := durable.SyncDir(tmp.Path); err != nil {
		return "", "", err
	}
	s.Hook("made")
	dir = filepath.Join(store, p.ID)
	// Rename would replace an empty folder, but a job's folder holds a plan.
	if err := os.Rename(tmp.Path, dir); err != nil {
		return "", "", err
	}
	return dir, digest(b), durable.SyncDir(store)
}

// ReadPlan reads a job's plan and its digest.
func (s *Stores) ReadPlan(dir string) (*model.Plan, string, error) {
	b, err := os.ReadFile(filepath.Join(dir, PlanName))
	if err != nil {
		return nil, "", err
	}
	p, err := DecodePlan(b)
	if err != nil {
		return nil, "", err
	}
	home := s.Home(dir)
	return Accounts(p, func(account string) string { return s.Near(home, account) }), digest(b), nil
}

// planFile is a plan as stored. JSON strings must be UTF-8 and names on a disk need
// not be, so those are stored as bytes.
type planFile struct {
	*model.Plan
	Items []itemLine `json:"items"`
}

type itemLine struct {
	model.Item
	Raw    []byte `json:"raw_name,omitempty"`
	RawNew []byte `json:"raw_new_name,omitempty"`
}

// EncodePlan encodes a plan for its file.
func EncodePlan(p *model.Plan) ([]byte, error) {
	f := planFile{Plan: p, Items: make([]itemLine, len(p.Items))}
	for i, it := range p.Items {
		f.Items[i].Item = it
		if !utf8.ValidString(it.Name) {
			f.Items[i].Raw = []byte(it.Name)
		}
		if !utf8.ValidString(it.NewName) {
			f.Items[i].RawNew = []byte(it.NewName)
		}
	}
	return json.Marshal(f)
}

// DecodePlan decodes what EncodePlan of this version or an earlier one has written.
func DecodePlan(b []byte) (*model.Plan, error) {
	f := planFile{Plan: &model.Plan{}}
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, err
	}
	for _, l := range f.Items {
		if l.Raw != nil {
			l.Name, l.Print.Name = string(l.Raw), string(l.Raw)
		}
		if l.RawNew != nil {
			l.NewName = string(l.RawNew)
		}
		f.Plan.Items = append(f.Plan.Items, l.Item)
	}
	return f.Plan, nil
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
	durable.SweepFolders(store, ".", func(dir string) bool {
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
	return durable.Replace(filepath.Join(dir, ctlName), []byte(wish+"\n"), false)
}

// Asked takes the request, "" when there is none.
func Asked(dir string) string {
	path := filepath.Join(dir, ctlName)
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	_ = os.Remove(path)
	return strings.TrimSpace(string(b))
}

// digest ties a log to its plan.
func digest(plan []byte) string {
	sum := sha256.Sum256(plan)
	return hex.EncodeToString(sum[:16])
}
