package second

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// Stale is what happens to an edit whose base is not the newest version: the
// specification does not say.
type Stale int

const (
	StaleRefused Stale = iota
	StaleRebased       // made, its positions moved along
	StaleAsIs          // made, its positions taken as they are
)

// Generation is a state of the tools of Word documents, as the vendor's own pages show it. The
// tools of files are those of the specification in all of them.
type Generation int

const (
	// Specified is the generation of the specification.
	Specified Generation = iota
	// May has idx everywhere and doc.insert_paragraph_with_text, whose level ends at 9.
	May
	// July returns structures in three modes, in pages, without cells unless it is asked for
	// them, and has the list of edits that can be taken back.
	July
)

// Word are the options of Word documents. The zero value is the service as the
// specification shows it.
type Word struct {
	Generation Generation

	Newer       bool     // the tools that the specification does not show
	UndoName    bool     // doc.undo_ai_edit for doc.revert_revision
	NoBase64    bool     // doc.insert_markdown has no base64
	LinksOnly   bool     // documents are named only by file_url, in the newer generation
	SSEQueries  bool     // queries are answered as event streams, edits are not
	Unsorted    bool     // the matches of doc.find are in no order
	FindBody    bool     // doc.find does not look into tables and boxes
	SourceWords bool     // FromLink and FromAttachment for 1 and 2
	Attachments bool     // images are attachments
	CutContent  bool     // get_content ends after 10,000 characters
	Words       bool     // error messages are not recognizable
	EditsRPC    bool     // refused edits are JSON-RPC errors
	OpenWrapped bool     // imageID is in data
	EchoBase    bool     // an edit that was merged returns the base that it was given
	LevelNine   bool     // no level of a paragraph is beyond 9, in a Generation
	MarkBefore  bool     // a new paragraph's level and list are of the paragraph before its mark
	NoModes     bool     // July has only the switches for cells and boxes
	Modes       []string // July's words for outline, compact and full, without the switches
	Stale       Stale
	Jump        int64 // versions skipped after each edit
	Limit       int   // top-level nodes of an unpaged structure; 0 = 150
}

// state is one version of a document.
type state struct {
	version int64
	doc     Flat
	tool    string // that made it, "" = another writer or nobody
	at      time.Time
}

// word is the Word document of a node, with all its versions.
type word struct {
	states   []state
	readOnly bool
	asked    bool // a query or an edit came before
	given    map[int64]*given
	notes    int64
	nothing  bool // the current edit found nothing to change
}

func (d *word) newest() state { return d.states[len(d.states)-1] }

func (d *word) version(v int64) (int, bool) {
	return slices.BinarySearchFunc(d.states, v, func(s state, v int64) int { return int(s.version - v) })
}

// word returns the document of a node, which begins with its title.
func (s *Server) word(n *node) *word {
	d := s.words[n.id]
	if d == nil {
		d = &word{states: []state{{version: 1, doc: NewFlat(n.title), at: s.now()}}, given: map[int64]*given{}}
		s.words[n.id] = d
	}
	return d
}

// next makes the next version of a document.
func (s *Server) next(n *node, doc Flat, tool string) int64 {
	d := s.word(n)
	v := d.newest().version + 1 + s.opt.Jump
	d.states = append(d.states, state{v, doc, tool, s.now()})
	n.changed = s.now().Unix()
	return v
}

// AddWord makes a Word document with its title and Markdown under it.
func (s *Server) AddWord(parent, title, markdown string) string {
	id := s.AddDoc(parent, title, "doc", nil)
	if markdown != "" {
		_ = s.ByOther(id, func(d Flat) (Flat, error) {
			at, _ := d.Last()
			return d.InsertMarkdown(at, markdown)
		})
	}
	return id
}

// ByOther makes an edit by another writer.
func (s *Server) ByOther(id string, edit func(Flat) (Flat, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.nodes[id]
	doc, err := edit(s.word(n).newest().doc)
	if err == nil {
		s.next(n, doc, "")
	}
	return err
}

// WordOf returns the newest version of a document.
func (s *Server) WordOf(id string) (Flat, int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.word(s.nodes[id]).newest()
	return st.doc, st.version
}

// SetReadOnly removes the permission to edit a document.
func (s *Server) SetReadOnly(id string, readOnly bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.word(s.nodes[id]).readOnly = readOnly
}

// hook is called before a call of a tool.
type hook struct {
	tool  string
	times int
	do    func()
	hold  chan struct{} // it waits until this is closed
}

// Meanwhile calls do before the next calls of a tool; "" = of any tool.
func (s *Server) Meanwhile(tool string, times int, do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks = append(s.hooks, hook{tool: tool, times: times, do: do})
}

// Hold blocks the next call of a tool until it is released or the client has gone.
func (s *Server) Hold(tool string) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := make(chan struct{})
	s.hooks = append(s.hooks, hook{tool: tool, times: 1, hold: c})
	return func() { close(c) }
}

func (s *Server) meanwhile(r *http.Request, tool string) {
	for i := 0; i < len(s.hooks); i++ {
		h := s.hooks[i]
		if h.tool != "" && h.tool != tool {
			continue
		}
		if s.hooks[i].times--; s.hooks[i].times == 0 {
			s.hooks = slices.Delete(s.hooks, i, i+1)
			i--
		}
		old, stream := s.old, s.stream
		s.mu.Unlock()
		if h.hold != nil {
			select {
			case <-h.hold:
			case <-r.Context().Done():
			}
		}
		if h.do != nil {
			h.do()
		}
		s.mu.Lock()
		s.old, s.stream = old, stream
	}
}

// document finds the Word document of a call, by its id or its link.
func (s *Server) document(tool string, a args) (*node, *word, *failure) {
	id := a.str("file_id")
	if a.has("file_url") {
		if a.has("file_id") {
			s.breach("%s: file_id and file_url", tool)
		}
		url := strings.TrimSuffix(a.str("file_url"), "/")
		i := strings.LastIndex(url, "/doc/")
		if i < 0 {
			s.breach("%s: file_url %q is no link of a document", tool, url)
			return nil, nil, fail(400001, "file_url is no link")
		}
		if id = url[i+len("/doc/"):]; s.opt.OddLinks {
			id = strings.TrimPrefix(id, "L")
		}
	}
	if id == "" {
		s.breach("%s: file_id is missing", tool)
		return nil, nil, fail(400001, "file_id is missing")
	}
	n, bad := s.file(id)
	if bad != nil {
		return nil, nil, bad
	}
	if n.kind != "doc" {
		return nil, nil, fail(400016, "the document type does not fit the tool")
	}
	return n, s.word(n), nil
}

// based is the version in version_info, and whether it says latest.
func (a args) based() (base int64, latest bool) {
	info, _ := a["version_info"].(object)
	base, _ = info["base_version"].(int64)
	latest, _ = info["is_latest"].(bool)
	return base, latest
}
