// Package keep stores bookmarks, input histories and the last places as small
// files in one folder.
package keep

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
)

// maxHistory is how many lines of an input's history are stored.
const maxHistory = 200

// Keeper is a client.Keeper on files. Each kind has a file of its own, read when it
// is first needed and replaced as a whole; when two sessions write the same kind,
// both sides' additions to a history survive, for the other kinds the later one
// wins.
type Keeper struct {
	dir string // "" = memory only

	mu        sync.Mutex
	marks     []client.Bookmark
	gotMarks  bool
	histories map[string][]string
	places    *places
	welcomed  *bool
}

var _ client.Keeper = (*Keeper)(nil)

// Open returns a Keeper on the folder, which is created at the first write. An
// empty dir keeps everything in memory.
func Open(dir string) *Keeper { return &Keeper{dir: dir} }

type markLine struct {
	Key   string      `json:"key,omitempty"`
	Name  string      `json:"name,omitempty"`
	Place model.Place `json:"place"`
}

type places struct {
	Left  model.Place `json:"left"`
	Right model.Place `json:"right"`
}

const (
	marksFile   = "bookmarks.json"
	historyFile = "history.json"
	placesFile  = "places.json"
	welcomeFile = "welcomed"
)

// Bookmarks returns them in the person's order.
func (k *Keeper) Bookmarks() []client.Bookmark {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.gotMarks {
		k.gotMarks = true
		var lines []markLine
		k.read(marksFile, &lines)
		for _, l := range lines {
			k.marks = append(k.marks, client.Bookmark(l))
		}
	}
	return slices.Clone(k.marks)
}

// SetBookmarks replaces them all.
func (k *Keeper) SetBookmarks(b []client.Bookmark) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.gotMarks, k.marks = true, slices.Clone(b)
	lines := make([]markLine, len(b))
	for i := range b {
		lines[i] = markLine(b[i])
	}
	return k.write(marksFile, lines)
}

// History of an input, the newest last.
func (k *Keeper) History(name string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.load()
	return slices.Clone(k.histories[name])
}

func (k *Keeper) load() {
	if k.histories == nil {
		k.histories = map[string][]string{}
		k.read(historyFile, &k.histories)
	}
}

// AddHistory appends a line; an existing one moves to the end.
func (k *Keeper) AddHistory(name, line string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.load()
	k.histories[name] = appended(k.histories[name], line)
	// Another session may have added lines since ours was read.
	stored := map[string][]string{}
	k.read(historyFile, &stored)
	stored[name] = appended(stored[name], line)
	for other, lines := range k.histories {
		if _, ok := stored[other]; !ok {
			stored[other] = lines
		}
	}
	return k.write(historyFile, stored)
}

func appended(lines []string, line string) []string {
	out := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == line })
	out = append(out, line)
	return out[max(0, len(out)-maxHistory):]
}

// LastPlaces are the places of the panes at the end of the last session.
func (k *Keeper) LastPlaces() (left, right model.Place, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.places == nil {
		k.places = &places{}
		k.read(placesFile, k.places)
	}
	p := *k.places
	return p.Left, p.Right, !p.Left.IsZero() && !p.Right.IsZero()
}

// SetLastPlaces stores the places of the panes.
func (k *Keeper) SetLastPlaces(left, right model.Place) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.places = &places{left, right}
	return k.write(placesFile, k.places)
}

// FirstRun is true until Welcomed was called.
func (k *Keeper) FirstRun() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.welcomed == nil {
		done := false
		k.read(welcomeFile, &done)
		k.welcomed = &done
	}
	return !*k.welcomed
}

// Welcomed ends the first run.
func (k *Keeper) Welcomed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	done := true
	k.welcomed = &done
	return k.write(welcomeFile, done)
}

// read decodes a file into v. A missing or broken file counts as empty: nothing
// that is stored here is worth stopping the program for.
func (k *Keeper) read(name string, v any) {
	if k.dir == "" {
		return
	}
	data, err := os.ReadFile(filepath.Join(k.dir, name))
	if err != nil {
		return
	}
	_ = json.Unmarshal(data, v)
}

// write writes a new file and renames it.
func (k *Keeper) write(name string, v any) error {
	if k.dir == "" {
		return nil
	}
	file := filepath.Join(k.dir, name)
	data, err := json.MarshalIndent(v, "", " ")
	if err == nil {
		err = os.MkdirAll(k.dir, 0o700)
	}
	if err == nil {
		err = durable.Replace(file, append(data, '\n'), false)
	}
	if err != nil {
		var pe *fs.PathError
		why := err
		if errors.As(err, &pe) {
			why = pe.Err
		}
		e := client.Errorf(client.KindLocal, "keep", model.Place{}, "%s cannot be written: %s", file, why.Error())
		e.Hint, e.Err = "it is remembered for this session only; aloft doctor tells more", err
		return e
	}
	return nil
}
