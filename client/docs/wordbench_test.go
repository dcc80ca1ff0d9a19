package docs

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
)

// BenchmarkStructure reads the structure of a document of 1,000 pages.
func BenchmarkStructure(b *testing.B) {
	var nodes []string
	for i := range 23_400 {
		nodes = append(nodes, fmt.Sprintf(`{"type":"Paragraph","start_index":%d,"end_index":%d,"text_preview":"some words that stand at the beginning of a node","heading_level":0,"logical_index":%d}`, i*140, i*140+139, i+1))
	}
	benchQuery(b, "doc.resolve_document_structure", `{"nodes":[`+strings.Join(nodes, ",")+`],"version":"7","total_paragraphs":23400}`, func(v *Source, s *bench) error {
		_, err := v.Structure(b.Context(), s.page(), 0, client.Options{})
		return err
	})
}

// BenchmarkOutline reads the outline of a document of 1,000 pages.
func BenchmarkOutline(b *testing.B) {
	var nodes []string
	for i := range 2_000 {
		nodes = append(nodes, fmt.Sprintf(`{"title":"Chapter %d","level":"HEADING_LEVEL_2","title_start":"%d","title_end":"%d","content_start":"%d","content_end":"%d","children":[]}`, i, i*100, i*100+9, i*100+10, i*100+99))
	}
	benchQuery(b, "doc.get_outline", `{"outlines":[{"title":"T","level":"HEADING_LEVEL_TITLE","content_start":0,"content_end":"200000","children":[`+strings.Join(nodes, ",")+`]}],"version":"7"}`, func(v *Source, s *bench) error {
		_, err := v.Outline(b.Context(), s.page(), 0, client.Options{})
		return err
	})
}

func benchQuery(b *testing.B, tool, payload string, ask func(*Source, *bench) error) {
	s := newBench(b, 0, nil)
	defer s.end(b)
	s.results[tool] = payload
	b.SetBytes(int64(len(payload)))
	for b.Loop() {
		if err := ask(s.editor(), s); err != nil {
			b.Fatal(err)
		}
	}
}
