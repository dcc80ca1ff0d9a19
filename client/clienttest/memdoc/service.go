package memdoc

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
)

// The two roots, as parents.
const (
	Home  = ""
	Shelf = "space" // what is put into it is a space
)

// Service is a document service in memory: ids never change, titles may be shared,
// and there are a home and spaces. Calls can be slow, be refused, be lost before or
// after they take effect, or take effect late; tasks take time, fail, and give links
// that expire or break off.
type Service struct {
	Account string
	Cost    time.Duration // of each call
	// Before may refuse a call, and do what somebody else does at that moment.
	Before func(what string) error
	// Fault decides what happens to the n-th call of a kind.
	Fault     func(what string, n int) Fate
	Calls     map[string]int // by kind
	Recents   []string       // ids, the newest first
	Lacks     model.Op       // there is no tool for it
	NoTool    map[model.EditKind]bool
	Tracked   map[string][]model.DocRevision // of documents, by id
	undecided map[int64][]model.DocRevision  // before the version that accepted or rejected some
	Suggests  bool                           // edits can be tracked changes
	Inline    int64                          // the largest picture that goes with an edit
	Loop      map[string]string              // an entry that is listed under another one, too

	Task      time.Duration   // that a task takes
	Fails     map[string]bool // names whose task fails
	TellOther bool            // an import begins with another task than was announced
	NoID      bool            // an ended import does not say what it made
	Via       bool            // copies for spaces are made in the home first
	PDF       string          // what its exports as PDF begin with, "" = it makes none
	Chunk     int             // a download breaks off after so many bytes, 0 = never
	LinkFor   time.Duration
	Most      int // tasks at a time

	sync.Mutex // a test holds it that sets something while calls run

	nodes   map[string]*Node
	made    int
	edited  int
	later   []work
	tasks   map[string]*task
	uploads map[string]*upload
	running int
}

// Node is an entry.
type Node struct {
	ID, Parent, Name, Space string
	Kind                    model.Kind
	Hidden                  bool // listings do not have its kind, details have
	Policy                  model.Policy
	Body                    []byte // of an export
	Gone                    bool
	order                   int
	at                      time.Time // when a call has made it; zero = before all calls, by somebody else
	doc                     *Doc      // nil = nobody has written
}

type work struct {
	at time.Time
	do func()
}

// Fate is what happens to a call.
type Fate int

// The fates of calls.
const (
	Fine Fate = iota
	LostBefore
	LostAfter
	Late
	RefusedNet  // no answer, and certainly nothing was done
	RefusedNo   // refused, with a reason
	RefusedFail // the service failed, and says so
	Failed500   // an answer that does not say whether anything was done
	Expired     // of a link
)

// Refuse is a Before that refuses some kinds of calls.
func Refuse(err error, calls ...string) func(string) error {
	return func(what string) error {
		if slices.Contains(calls, what) {
			return err
		}
		return nil
	}
}

// NewService makes an empty service.
func NewService() *Service {
	s := &Service{Calls: map[string]int{}, Fault: func(string, int) Fate { return Fine }, NoTool: map[model.EditKind]bool{}, Inline: 1 << 20,
		Task: 10 * time.Second, Fails: map[string]bool{}, LinkFor: 30 * time.Minute,
		nodes: map[string]*Node{}, tasks: map[string]*task{}, uploads: map[string]*upload{}}
	for _, root := range []string{Home, Shelf} {
		s.nodes[root] = &Node{ID: root, Parent: "none", Kind: model.KindFolder}
	}
	return s
}

// Put makes an entry and gives its id; its body tells it apart from others.
func (s *Service) Put(parent, title string, kind model.Kind) string {
	s.Lock()
	defer s.Unlock()
	n := s.put(parent, title, kind)
	n.at = time.Time{}
	return n.ID
}

func (s *Service) put(parent, title string, kind model.Kind) *Node {
	s.made++
	n := &Node{ID: "f" + strconv.Itoa(1000+s.made), Parent: parent, Name: title, Kind: kind, Policy: model.PolicyPrivate,
		Space: s.nodes[parent].Space, Body: []byte("document " + title), order: s.made, at: time.Now()}
	if parent == Shelf {
		n.Kind, n.Space = model.KindSpace, n.ID
	}
	s.nodes[n.ID] = n
	return n
}

// Node is an entry by its id, nil when it was never there. No call may run while it
// is used; Change is for all other times.
func (s *Service) Node(id string) *Node { return s.nodes[id] }

// Change changes an entry as somebody else does.
func (s *Service) Change(id string, do func(*Node)) {
	s.Lock()
	defer s.Unlock()
	do(s.nodes[id])
}

// Under are the entries of a parent, the oldest first.
func (s *Service) Under(parent string) []*Node {
	s.Lock()
	defer s.Unlock()
	return s.under(parent)
}

func (s *Service) under(parent string) []*Node {
	var out []*Node
	for _, n := range s.nodes {
		if n.Parent == parent && !n.Gone {
			out = append(out, n)
		}
	}
	if again := s.nodes[s.Loop[parent]]; again != nil && s.Loop[parent] != "" {
		out = append(out, again)
	}
	slices.SortFunc(out, func(a, b *Node) int { return a.order - b.order })
	return out
}

// Child is the oldest entry of a parent with that title, nil when there is none.
func (s *Service) Child(parent, title string) *Node {
	for _, n := range s.Under(parent) {
		if n.Name == title {
			return n
		}
	}
	return nil
}

// Titles of a parent, sorted.
func (s *Service) Titles(parent string) []string {
	out := []string{}
	for _, n := range s.Under(parent) {
		out = append(out, n.Name)
	}
	slices.Sort(out)
	return out
}

// Tree is every title with its path, sorted, when all late work is done.
func (s *Service) Tree() []string {
	s.Lock()
	defer s.Unlock()
	s.settle(true)
	var out []string
	var walk func(id, way string)
	walk = func(id, way string) {
		for _, n := range s.under(id) {
			out = append(out, way+"/"+n.Name)
			walk(n.ID, way+"/"+n.Name)
		}
	}
	walk(Home, "docs:")
	walk(Shelf, "space:")
	slices.Sort(out)
	return out
}

// Remove deletes an entry.
func (s *Service) Remove(id string, mode client.DeleteMode) {
	s.Lock()
	defer s.Unlock()
	s.remove(id, mode)
}

func (s *Service) remove(id string, mode client.DeleteMode) {
	s.Recents = slices.DeleteFunc(s.Recents, func(r string) bool { return r == id })
	if mode == client.DeleteRecord {
		return
	}
	n := s.nodes[id]
	for _, k := range s.under(id) {
		if mode == client.DeleteNode {
			k.Parent = n.Parent
		} else {
			s.remove(k.ID, mode)
		}
	}
	n.Gone = true
}

// At is the entry at a place.
func (s *Service) At(p model.Place) (*Node, error) {
	s.Lock()
	defer s.Unlock()
	return s.at(p, false)
}

// at finds an entry: the only one of its name, and where a folder is wanted, the
// only folder.
func (s *Service) at(p model.Place, folder bool) (*Node, error) {
	n := s.nodes[Home]
	if p.Scheme == model.SchemeSpace {
		n = s.nodes[Shelf]
	}
	for i, step := range p.Path {
		var found []*Node
		for _, k := range s.under(n.ID) {
			if k.ID == step.ID || step.ID == "" && k.Name == step.Name {
				found = append(found, k)
			}
		}
		if loose := s.nodes[step.ID]; i == 0 && p.IsLoose() && loose != nil && !loose.Gone {
			found = []*Node{loose}
		}
		if folders := slices.DeleteFunc(slices.Clone(found), func(k *Node) bool { return !k.Kind.Container() }); len(folders) > 0 && (folder || i < len(p.Path)-1) {
			found = folders
		}
		switch len(found) {
		case 0:
			return nil, client.Errorf(client.KindNotFound, "list", p, "%s was not found", model.Clean(step.Name))
		case 1:
			n = found[0]
		default:
			return nil, client.Errorf(client.KindConflict, "list", p, "several are called %s", model.Clean(step.Name))
		}
	}
	return n, nil
}

// ref is the entry of a Ref.
func (s *Service) ref(r model.Ref) (*Node, error) {
	id := r.ID
	if id == "" && r.Place.Scheme == model.SchemeSpace {
		id = Shelf
	}
	if n := s.nodes[id]; n != nil && !n.Gone {
		return n, nil
	}
	return nil, client.Errorf(client.KindNotFound, "list", r.Place, "%s was not found", model.Clean(r.Place.String()))
}

// settle does what is due.
func (s *Service) settle(all bool) {
	s.later = slices.DeleteFunc(s.later, func(w work) bool {
		due := all || !w.at.After(time.Now())
		if due {
			w.do()
		}
		return due
	})
	for _, t := range s.tasks { // done, whether it is polled or not
		if t.imports && t.made == nil && !t.failed && (all || !time.Now().Before(t.done)) {
			t.made = s.put(Home, titleOf(t.name), model.KindDoc)
			t.made.Body = t.body
		}
	}
}

// call is one request and its answer; do has the effect.
func (s *Service) call(ctx context.Context, what string, do func() error) error {
	if s.Cost > 0 {
		select {
		case <-time.After(s.Cost):
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.Lock()
	s.settle(false)
	s.Calls[what]++
	n, before, fault := s.Calls[what], s.Before, s.Fault
	s.Unlock()
	if before != nil {
		if err := before(what); err != nil {
			return err
		}
	}
	fate := fault(what, n)
	s.Lock()
	defer s.Unlock()
	lost := client.Errorf(client.KindUnknown, what, model.Place{}, "no answer")
	switch fate {
	case LostBefore:
		return lost
	case Late:
		s.later = append(s.later, work{time.Now().Add(20 * time.Second), func() { _ = do() }})
		return lost
	case RefusedNet:
		return &client.Error{Kind: client.KindNetwork, Op: what, What: "no way", Changed: client.ChangedNothing, Hint: "try again later"}
	case RefusedNo:
		return &client.Error{Kind: client.KindInvalid, Op: what, What: "refused. Nothing was changed.", Server: "not for you"}
	case Failed500:
		return &client.Error{Kind: client.KindUnknown, Op: what, What: "failed", Server: "no shelf", Status: 500, Trace: "t-9"}
	case RefusedFail:
		return client.Errorf(client.KindServer, what, model.Place{}, "failed")
	case LostAfter:
		if err := do(); err != nil {
			return err
		}
		return lost
	}
	return do()
}
