package docs

import (
	"maps"
	"slices"

	"aloft/client/embedded/pages"
)

// offer makes the list of the tools, when it is first needed.
func (s *Service) offer() {
	s.serving.Do(func() {
		s.offered = asOffered(s.lab, s.tools())
		for _, name := range slices.Sorted(maps.Keys(s.offered)) {
			t := s.offered[name]
			s.listed = append(s.listed, pages.Object{"name": name, "description": t.Help, "inputSchema": pages.Schema(t.Args, s.lab.Second)})
		}
	})
}

// tools are all tools, by the names of the specification.
func (s *Service) tools() []pages.Tool {
	return slices.Concat(s.folderTools(), s.fileTools(), s.moveTools(), s.spaceTools(), s.transfers.Tools(), s.word.Tools())
}

// Tools are all tools, as Service has them; these cannot be run.
func Tools() []pages.Tool { return new(Service).tools() }
