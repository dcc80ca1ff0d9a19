package second

import (
	"slices"
	"strings"
)

// node is a file or folder of the home, or a page of a space.
type node struct {
	id, title, kind string
	parent          string // "" = the root of the home or of the space
	space           string // "" = home
	folder          bool
	gone            bool // in the recycle bin
	policy          int64
	made, changed   int64
	data            []byte
	address         string // of a link
	seq             int
}

type space struct {
	id, title, about string
	policy           int64
	made             int64
}

// Doc is what a test sees of a document.
type Doc struct {
	ID, Title, Kind, Parent, Space string
	Policy                         int
	Data                           []byte
	Gone                           bool
}

func (n *node) doc() Doc {
	return Doc{n.id, n.title, n.kind, n.parent, n.space, int(n.policy), slices.Clone(n.data), n.gone}
}

func (s *Server) add(n *node) *node {
	n.id = s.id("f")
	if n.space != "" {
		n.id = s.id("n")
	}
	n.seq = s.counter
	n.made = s.now().Unix()
	n.changed = n.made
	s.nodes[n.id] = n
	return n
}

// AddFolder makes a folder in the home; parent "" = its root.
func (s *Server) AddFolder(parent, title string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(&node{title: title, kind: "folder", parent: parent, folder: true}).id
}

// AddDoc makes a document in the home.
func (s *Server) AddDoc(parent, title, kind string, data []byte) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.add(&node{title: title, kind: kind, parent: parent, data: data})
	s.recent = append([]string{n.id}, s.recent...)
	return n.id
}

// AddSpace makes a space.
func (s *Server) AddSpace(title string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := &space{id: s.id("s"), title: title, made: s.now().Unix()}
	s.spaces = append(s.spaces, sp)
	return sp.id
}

// AddPage makes a page of a space; parent "" = its root.
func (s *Server) AddPage(space, parent, title, kind string, data []byte) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(&node{title: title, kind: kind, parent: parent, space: space, folder: kind == "folder", data: data}).id
}

// SetPolicy sets any policy, also one that no tool can set or read.
func (s *Server) SetPolicy(id string, policy int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := s.nodes[id]; n != nil {
		n.policy = int64(policy)
	}
	if sp := s.spaceOf(id); sp != nil {
		sp.policy = int64(policy)
	}
}

// Stale lists an id although it cannot be used any more.
func (s *Server) Stale(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stale[id] = true
}

// Doc returns a document.
func (s *Server) Doc(id string) (Doc, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.nodes[id]
	if n == nil {
		return Doc{}, false
	}
	return n.doc(), true
}

// Under returns what is in a folder of the home (space "") or under a page.
func (s *Server) Under(space, parent string) []Doc {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Doc
	for _, n := range s.children(space, parent) {
		out = append(out, n.doc())
	}
	return out
}

// Titles returns the titles of Under.
func (s *Server) Titles(space, parent string) []string {
	var out []string
	for _, d := range s.Under(space, parent) {
		out = append(out, d.Title)
	}
	return out
}

// Spaces returns the titles of the spaces by their ids.
func (s *Server) Spaces() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for _, sp := range s.spaces {
		out[sp.id] = sp.title
	}
	return out
}

func (s *Server) children(space, parent string) []*node {
	var out []*node
	for _, n := range s.nodes {
		if n.space == space && n.parent == parent && !n.gone {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return a.seq - b.seq })
	return out
}

func (s *Server) spaceOf(id string) *space {
	for _, sp := range s.spaces {
		if sp.id == id {
			return sp
		}
	}
	return nil
}

// file returns the node of an id, or a failure.
func (s *Server) file(id string) (*node, *failure) {
	n := s.nodes[id]
	if n == nil || n.gone || s.stale[id] {
		if s.spaceOf(id) != nil {
			return nil, fail(400016, "a space is no file")
		}
		return nil, fail(400001, "file not exist")
	}
	return n, nil
}

// homeFolder finds a folder of the home; "" is its root.
func (s *Server) homeFolder(id string) *failure {
	if id == "" {
		return nil
	}
	n, bad := s.file(id)
	if bad != nil || !n.folder || n.space != "" {
		return fail(400001, "folder not exist")
	}
	return nil
}

// pageOf finds a page of a space; "" is the root of the space.
func (s *Server) pageOf(space, id string) *failure {
	if s.spaceOf(space) == nil {
		return fail(400001, "space not exist")
	}
	if id == "" {
		return nil
	}
	if n, bad := s.file(id); bad != nil || n.space != space {
		return fail(400001, "node not exist")
	}
	return nil
}

// below reports whether a node is the other one or under it.
func (s *Server) below(id, root string) bool {
	for i := 0; id != "" && i < 10_000; i++ {
		if id == root {
			return true
		}
		n := s.nodes[id]
		if n == nil {
			return false
		}
		id = n.parent
	}
	return false
}

// put moves a node with everything under it.
func (s *Server) put(n *node, space, parent string) {
	n.parent = parent
	n.changed = s.now().Unix()
	s.into(n, space)
}

func (s *Server) into(n *node, space string) {
	for _, k := range s.children(n.space, n.id) {
		s.into(k, space)
	}
	n.space = space
}

// bin moves a node with everything under it to the recycle bin.
func (s *Server) bin(n *node) {
	for _, k := range s.children(n.space, n.id) {
		s.bin(k)
	}
	n.gone = true
	s.recent = slices.DeleteFunc(s.recent, func(id string) bool { return id == n.id })
}

func matches(title, key string) bool {
	return strings.Contains(strings.ToLower(title), strings.ToLower(key))
}
