package docs

import (
	"maps"
	"slices"

	"aloft/client/embedded/tool"
)

// offer makes the list of the tools, when it is first needed.
func (s *Service) offer() {
	s.serving.Do(func() {
		s.offered = asOffered(s.faults, s.tools())
		for _, name := range slices.Sorted(maps.Keys(s.offered)) {
			t := s.offered[name]
			s.listed = append(s.listed, tool.Object{"name": name, "description": t.Help, "inputSchema": tool.Schema(t.Args, s.faults.Second)})
		}
	})
}

// tools are all tools, by the names of the specification.
func (s *Service) tools() []tool.Tool {
	return slices.Concat(s.folderTools(), s.fileTools(), s.moveTools(), s.spaceTools(), s.transfers.Tools(), s.word.Tools())
}

// Tools are all tools, as Service has them; these cannot be run.
func Tools() []tool.Tool { return new(Service).tools() }
