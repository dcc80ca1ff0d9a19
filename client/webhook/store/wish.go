package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model/text"
)

// What a follower or the command line can wish of the owner.
const (
	DoKill   = "kill"
	DoAllow  = "allow"
	DoDeny   = "deny"
	DoPause  = "pause"
	DoResume = "resume"
	DoStop   = "stop"
	DoStart  = "start"
	DoToken  = "token" // the token was changed
	DoClear  = "clear"
	DoRead   = "read" // the store itself does it
)

// Wish is what another process asks of the owner.
type Wish struct {
	Do      string    `json:"do"`
	ID      string    `json:"id,omitempty"`      // of a delivery
	Session string    `json:"session,omitempty"` // of a conversation
	Port    int       `json:"port,omitempty"`
	At      time.Time `json:"at,omitzero"` // PutWish fills it in

	file string // of DoRead: where it lies until it is done
}

const (
	wishEnd = ".json"
	// staleWish: it was meant for another owner, or for another moment.
	staleWish = time.Minute
	mostWish  = 64 << 10
)

// PutWish leaves a wish for the owner of the store in dir; it has been written
// when it returns, and is heard within a second when there is an owner.
func PutWish(dir string, w Wish) error {
	_, err := putWish(dir, w)
	return err
}

// putWish gives the file of the wish, too.
func putWish(dir string, w Wish) (file string, err error) {
	w.At = time.Now().Round(0)
	b, err := json.Marshal(w)
	if err == nil {
		folder := filepath.Join(dir, wishName)
		if err = os.MkdirAll(folder, 0o700); err == nil {
			file = filepath.Join(folder, NewID(w.At)+wishEnd)
			err = durable.Replace(file, b, false)
		}
	}
	if err != nil {
		e := &client.Error{Kind: client.KindLocal, Op: op, What: "the receiver cannot be told (%s)", Args: []any{reason(err)}, Err: err}
		return "", e.InFolder(client.StateHome)
	}
	return file, nil
}

// heard is how long the owner may take to hear a wish.
const heard = 10 * time.Second

// readByOwner wishes of the owner that a session counts as read, and waits until it does.
func readByOwner(ctx context.Context, dir, session string) error {
	file, err := putWish(dir, Wish{Do: DoRead, Session: session})
	if err != nil {
		return err
	}
	limit := time.NewTimer(heard)
	defer limit.Stop()
	look := time.NewTicker(settling)
	defer look.Stop()
	for {
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			h, _, err := told(dir)
			return &client.Error{Kind: client.KindLocal, Op: op, What: text.HookNoAnswer, Args: []any{h.PID},
				Hint: text.HookNoAnswerHint, Retry: true, Err: err}
		case <-look.C:
		}
	}
}

// Wishes of others, for the owner. A wish that waited longer than a minute for
// an owner is dropped. DoRead does not come: the store does it.
func (s *Store) Wishes() <-chan Wish { return s.wishes }

// hear gives the wishes on, in their order.
func (s *Store) hear() {
	defer close(s.wishes)
	dir := filepath.Join(s.dir, wishName)
	look := s.look(dir)
	defer look.close()
	for {
		for _, w := range s.takeWishes(dir) {
			if w.Do == DoRead {
				_ = s.mark(w.Session) // what cannot be written is owed
				_ = os.Remove(w.file) // whoever wishes it waits for that
				continue
			}
			select {
			case s.wishes <- w:
			case <-s.closing:
				return
			}
		}
		if !look.wait(s.closing) {
			return
		}
	}
}

// takeWishes takes them out of the folder.
func (s *Store) takeWishes(dir string) []Wish {
	es, _ := os.ReadDir(dir) // sorted, so by time; a folder that is gone has none
	var out []Wish
	for _, e := range es {
		path := filepath.Join(dir, e.Name())
		id, ok := strings.CutSuffix(e.Name(), wishEnd)
		if !ok || !valid(id) || !e.Type().IsRegular() {
			if st, err := e.Info(); err == nil && s.o.Now().Sub(st.ModTime()) > staleWish {
				_ = os.Remove(path) // of a process that died while it wrote
			}
			continue
		}
		st, err := e.Info()
		var b []byte
		if err == nil && st.Size() <= mostWish {
			b, err = os.ReadFile(path)
		}
		if err != nil {
			continue
		}
		w := Wish{}
		good := json.Unmarshal(b, &w) == nil && w.Do != "" && s.o.Now().Sub(w.At).Abs() <= staleWish
		if good && w.Do == DoRead { // harmless twice: its file goes when it is done
			w.file = path
		} else if os.Remove(path) != nil {
			continue
		}
		if good {
			out = append(out, w)
		}
	}
	return out
}

// looker waits for changes in folders: what the system tells, and by itself now
// and then, for folders it cannot watch.
type looker struct {
	w     *fsnotify.Watcher
	dirs  []string
	watch map[string]bool
	poll  time.Duration
}

// settling gathers what comes in a burst.
const settling = 20 * time.Millisecond

func (s *Store) look(dirs ...string) *looker {
	l := &looker{dirs: dirs, watch: map[string]bool{}, poll: s.o.poll}
	if w, err := fsnotify.NewWatcher(); err == nil { // without one it polls
		l.w = w
	}
	return l
}

// rarely is how much longer the time between two looks is while the system
// tells of all folders: it may not tell of what comes over a network.
const rarely = 5

// add watches folders that have come since, and gives the time to the next look:
// at once after such a folder, since nobody told what came into it before.
func (l *looker) add() time.Duration {
	every := l.poll * rarely
	for _, d := range l.dirs {
		if l.watch[d] {
			continue
		}
		if l.w != nil && l.w.Add(d) == nil {
			l.watch[d] = true
			return 0
		}
		every = l.poll
	}
	return every
}

// wait returns after something may have changed; false: it is over.
func (l *looker) wait(over <-chan struct{}) bool {
	var events chan fsnotify.Event
	var errs chan error
	if l.w != nil {
		events, errs = l.w.Events, l.w.Errors
	}
	t := time.NewTimer(l.add())
	defer t.Stop()
	for {
		select {
		case <-over:
			return false
		case <-t.C:
			return true
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if e.Has(fsnotify.Remove) && l.watch[e.Name] {
				delete(l.watch, e.Name) // made anew, it is watched again
			}
			return l.gather(over)
		case _, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			return true // events were lost
		}
	}
}

// gather takes in what follows at once.
func (l *looker) gather(over <-chan struct{}) bool {
	t := time.NewTimer(settling)
	defer t.Stop()
	for {
		select {
		case <-over:
			return false
		case <-t.C:
			return true
		case e, ok := <-l.w.Events:
			if !ok {
				return true
			}
			if e.Has(fsnotify.Remove) && l.watch[e.Name] {
				delete(l.watch, e.Name)
			}
		}
	}
}

func (l *looker) close() {
	if l.w != nil {
		_ = l.w.Close()
	}
}
