// Package keep stores bookmarks, input histories, the orders of folders and where
// the panes were, as small files in one folder.
package keep

import (
	"maps"
	"slices"
	"sync"

	"aloft/client"
	"aloft/model"
)

// maxHistory is how many lines of an input's history are stored.
const maxHistory = 200

// Keeper is a client.Keeper on files. Each kind has a file of its own, read when it
// is first needed and replaced as a whole; when two sessions write the same kind,
// both sides' additions to a history and to the orders survive, for the other kinds
// the later one wins.
type Keeper struct {
	// Account is the current one: files hold the account of each place.
	Account string
	dir     string // "" = memory only

	disk      sync.Mutex // held while a file is written, before mu
	mu        sync.Mutex // never held while one is written: a getter must not wait for that
	marks     []client.Bookmark
	gotMarks  bool
	histories map[string][]string
	orders    orders
	gotOrders bool
	welcomed  *bool
	damaged   []error
}

var _ client.Keeper = (*Keeper)(nil)

// Open returns a Keeper on the folder, which is created at the first write. An
// empty dir keeps everything in memory.
func Open(dir string) *Keeper { return &Keeper{dir: dir} }

// Load reads all that getters return, so that they do no I/O. The errors are about
// files that are damaged, which count as empty.
func (k *Keeper) Load() []error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loadMarks()
	k.loadHistories()
	k.loadOrders()
	k.loadWelcomed()
	return k.damaged
}

type markLine struct {
	Key      string      `json:"key,omitempty"`
	Name     string      `json:"name,omitempty"`
	Place    model.Place `json:"place"`
	Document bool        `json:"document,omitempty"`
	Heading  headingLine `json:"heading,omitzero"`
}

type headingLine struct {
	Title string `json:"title"`
	Nth   int    `json:"nth"`
}

const (
	marksFile   = "bookmarks.json"
	historyFile = "history.json"
	ordersFile  = "orders.json"
	welcomeFile = "welcomed"
)

// Bookmarks returns them in the person's order.
func (k *Keeper) Bookmarks() []client.Bookmark {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loadMarks()
	return slices.Clone(k.marks)
}

func (k *Keeper) loadMarks() {
	if k.gotMarks {
		return
	}
	k.gotMarks = true
	var lines []markLine
	k.load(marksFile, &lines)
	for _, l := range lines {
		k.marks = append(k.marks, client.Bookmark{Key: l.Key, Name: l.Name, Place: l.Place.Near(k.Account), Document: l.Document, Heading: client.Heading(l.Heading)})
	}
}

// SetBookmarks replaces them all.
func (k *Keeper) SetBookmarks(b []client.Bookmark) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	k.mu.Lock()
	k.gotMarks, k.marks = true, slices.Clone(b)
	k.mu.Unlock()
	lines := make([]markLine, len(b))
	for i, m := range b {
		lines[i] = markLine{Key: m.Key, Name: m.Name, Place: m.Place.Full(k.Account), Document: m.Document, Heading: headingLine(m.Heading)}
	}
	return k.write(marksFile, lines)
}

// History of an input, the newest last.
func (k *Keeper) History(name string) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loadHistories()
	return slices.Clone(k.histories[name])
}

func (k *Keeper) loadHistories() {
	if k.histories == nil {
		k.histories = map[string][]string{}
		k.load(historyFile, &k.histories)
	}
}

// AddHistory appends a line; an existing one moves to the end.
func (k *Keeper) AddHistory(name, line string) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	k.mu.Lock()
	k.loadHistories()
	k.histories[name] = appended(name, k.histories[name], line)
	own := maps.Clone(k.histories)
	k.mu.Unlock()
	// Another session may have added lines since ours was read.
	stored := map[string][]string{}
	_ = k.read(historyFile, &stored)
	stored[name] = appended(name, stored[name], line)
	for other, lines := range own {
		if _, ok := stored[other]; !ok {
			stored[other] = lines
		}
	}
	return k.write(historyFile, stored)
}

func appended(name string, lines []string, line string) []string {
	out := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == line })
	out = append(out, line)
	return out[max(0, len(out)-map[bool]int{false: maxHistory, true: maxVisits}[name == visits]):]
}

// FirstRun is true until Welcomed was called.
func (k *Keeper) FirstRun() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loadWelcomed()
	return !*k.welcomed
}

func (k *Keeper) loadWelcomed() {
	if k.welcomed == nil {
		done := false
		k.load(welcomeFile, &done)
		k.welcomed = &done
	}
}

// Welcomed ends the first run.
func (k *Keeper) Welcomed() error {
	k.disk.Lock()
	defer k.disk.Unlock()
	done := true
	k.mu.Lock()
	k.welcomed = &done
	k.mu.Unlock()
	return k.write(welcomeFile, done)
}
