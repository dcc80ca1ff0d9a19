package ssh

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// visit is a session, as its server writes it into a file of its own. The server holds the file's lock while the session
// lasts, and ends it when the file is gone.
type visit struct {
	ID          string    `json:"id"`
	Fingerprint string    `json:"fingerprint"`
	Comment     string    `json:"comment,omitempty"`
	Account     string    `json:"account"`
	From        string    `json:"from"`
	Since       time.Time `json:"since"`

	name string   // of its file
	file *os.File // of the server; nil = it could not be written
}

// sessions is the folder of these files.
const sessions = "sessions"

// announce writes the file of a session.
func (cs *Commands) announce(v *visit) error {
	dir, err := cs.folder()
	if err == nil {
		dir = filepath.Join(dir, sessions)
		err = config.Make(dir, client.DataHome)
	}
	var b []byte
	if err == nil {
		b, err = json.Marshal(v)
	}
	if err == nil {
		v.name = filepath.Join(dir, v.ID)
		v.file, err = system.LockNow(func() (*os.File, error) { return system.Open(v.name, os.O_CREATE|os.O_RDWR, 0o600) })
	}
	if err == nil {
		_, err = v.file.Write(b)
	}
	return err
}

// wanted: nobody has asked for its end.
func (v *visit) wanted() bool { return v.file == nil || system.Named(v.file, v.name) }

// over removes its file.
func (v *visit) over() {
	if v.file == nil {
		return
	}
	if v.wanted() {
		_ = os.Remove(v.name)
	}
	_ = v.file.Close()
}

// visits are all sessions of all servers, the oldest first.
func (cs *Commands) visits() ([]visit, error) {
	dir, err := cs.folder()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, sessions)
	system.Sweep(dir, "*") // of servers that were killed
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	out := []visit{}
	for _, name := range names {
		v := visit{name: name}
		if b, err := system.ReadFile(name); err == nil && json.Unmarshal(b, &v) == nil {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b visit) int { return a.Since.Compare(b.Since) })
	return out, err
}

func (cs *Commands) ls(in console.Call) error {
	all, err := cs.visits()
	if err != nil {
		return err
	}
	return console.Rows(cs.con, in.Format, all, func(v visit) visit { return v }, func(v visit) []string {
		return []string{v.ID, v.Fingerprint, v.Comment, v.Account, v.Since.Local().Format(time.DateTime), v.From}
	})
}

// endTime is how long a server may take to end a session: a client that does not read is hung up after frozenTime.
const endTime = 20 * time.Second

func (cs *Commands) end(in console.Call) error {
	all, err := cs.visits()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(v visit) bool { return v.ID == in.Args[0] })
	if at < 0 {
		return client.Errorf(client.KindNotFound, "ssh", model.Place{}, "there is no session %s", in.Args[0]).Hinted("aloft ssh ls lists them")
	}
	f, err := system.OpenRead(all[at].name)
	if err == nil {
		defer f.Close()
		err = os.Remove(all[at].name)
	}
	if err != nil {
		return client.Errorf(client.KindLocal, "ssh", model.Place{}, "session %s cannot be ended: %s", in.Args[0], console.Cause(err))
	}
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	limit := time.After(endTime)
	for {
		if held, err := system.Held(f); err != nil || !held {
			return err
		}
		select {
		case <-look.C:
		case <-limit:
			return client.Errorf(client.KindLocal, "ssh", model.Place{}, "the server of session %s does not respond; the session ends when the server responds again", in.Args[0])
		case <-cs.session.Context().Done():
			return cs.session.Context().Err()
		}
	}
}
