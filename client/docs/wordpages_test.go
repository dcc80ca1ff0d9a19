package docs

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/docs/tool"
)

// offerWith offers all tools, one of them with a schema.
func offerWith(schemas map[string]string) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for t := range tool.Count {
		if t > 0 {
			b.WriteByte(',')
		}
		s := schemas[t.Name()]
		if s == "" {
			s = `{"type":"object"}`
		}
		fmt.Fprintf(&b, `{"name":%q,"inputSchema":%s}`, t.Name(), s)
	}
	return b.String() + `]}`
}

// pager answers pages of a structure of n nodes.
type pager struct {
	n, size  int
	version  func(page int) int
	noZero   string // the answer to a limit of 0, "" = all
	noOffset bool
	most     int // a larger limit is refused, 0 = none is
	asked    []string
}

func (p *pager) answer(a map[string]string) string {
	p.asked = append(p.asked, "limit="+a["limit"]+" offset="+a["offset"])
	from, size := 0, p.size
	if a["offset"] != "" && !p.noOffset {
		_, _ = fmt.Sscan(a["offset"], &from)
	}
	if a["limit"] == "1000" && p.most > 0 {
		return `{"error":"code:400001, msg:limit is too large"}`
	}
	if a["limit"] == "0" {
		if p.noZero != "" {
			return p.noZero
		}
		size = p.n
	}
	var nodes []string
	for i := from; i < min(p.n, from+size); i++ {
		nodes = append(nodes, fmt.Sprintf(`{"type":"Paragraph","start_index":%d,"end_index":%d,"logical_index":%d}`, i*10, i*10+9, i-from+1))
	}
	return fmt.Sprintf(`{"nodes":[%s],"version":%d,"total_paragraphs":%d,"pagination":{"total":%d,"returned":%d}}`,
		strings.Join(nodes, ","), p.version(len(p.asked)), p.n, p.n, len(nodes))
}

func TestStructureInPages(t *testing.T) {
	both := `{"properties":{"file_id":{},"offset":{"type":"integer"},"limit":{"type":"integer"},"version_info":{}}}`
	steady := func(int) int { return 4 }
	for name, c := range map[string]struct {
		schema string
		p      pager
		want   string // nodes and requests, or the kind of the error
	}{
		"all at once":           {both, pager{n: 400, size: 150, version: steady}, "400: limit=0 offset="},
		"without a limit":       {`{"properties":{"file_id":{},"offset":{}}}`, pager{n: 400, size: 150, version: steady}, "400: limit= offset=, limit= offset=150, limit= offset=300"},
		"a limit of 0 is none":  {both, pager{n: 200, size: 150, version: steady, noZero: `{"nodes":[],"version":4,"pagination":{"total":200,"returned":0}}`}, "200: limit=0 offset=, limit=1000 offset=, limit=1000 offset=150"},
		"a limit of 0 is wrong": {both, pager{n: 200, size: 150, version: steady, noZero: `{"error":"code:400001, msg:limit must be positive"}`}, "200: limit=0 offset=, limit=1000 offset=, limit=1000 offset=150"},
		"a small limit": {both, pager{n: 200, size: 150, version: steady, noZero: `{"nodes":[],"version":4,"pagination":{"total":200}}`, most: 200},
			"200: limit=0 offset=, limit=1000 offset=, limit= offset=, limit= offset=150"},
		"changed once between": {`{"properties":{"offset":{}}}`, pager{n: 200, size: 150, version: func(n int) int { return min(n, 2) }},
			"200: limit= offset=, limit= offset=150, limit= offset=, limit= offset=150"},
		"changes always":     {`{"properties":{"offset":{}}}`, pager{n: 200, size: 150, version: func(n int) int { return n }}, "conflict"},
		"no way to go on":    {`{"properties":{"file_id":{}}}`, pager{n: 200, size: 150, version: steady}, "server"},
		"ignores the offset": {`{"properties":{"offset":{}}}`, pager{n: 200, size: 150, version: steady, noOffset: true}, "server"},
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			b.offer = offerWith(map[string]string{"doc.resolve_document_structure": c.schema})
			b.handle = map[string]func(map[string]string) string{"doc.resolve_document_structure": c.p.answer}
			s, err := b.editor().Structure(t.Context(), b.page(), 0, client.Options{})
			got := fmt.Sprintf("%d: %s", len(s.Nodes), strings.Join(c.p.asked, ", "))
			if err != nil {
				got = string(client.KindOf(err))
			}
			if got != c.want {
				t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
			}
			for i, n := range s.Nodes {
				if n.Start != int64(i*10) || n.Index != i+1 {
					t.Fatalf("%s: node %d is %+v", name, i, n)
				}
			}
		})
	}
}

// A query of a version passes it, another one passes none.
func TestVersionOfQueries(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["doc.get_outline"] = `{"outlines":[],"version":9}`
		b.results["get_content"] = `{"content":"x"}`
		v := b.editor()
		for _, version := range []int64{0, 9007199254740993} {
			if _, err := v.Outline(t.Context(), b.page(), version, client.Options{}); err != nil {
				t.Fatal(err)
			}
			if _, err := v.Content(t.Context(), b.page(), version, client.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		want := `[map[file_id:"d1"] map[file_id:"d1"] map[file_id:"d1" version_info:{"base_version":9007199254740993}] map[file_id:"d1"]]`
		if got := fmt.Sprint(b.args); got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
	})
	in(t, 0, func(t *testing.T, b *bench) { // a service whose get_content takes one
		b.offer = offerWith(map[string]string{"get_content": `{"properties":{"file_id":{},"version_info":{}}}`})
		b.results["get_content"] = `{"content":"x","version":7}`
		c, err := b.editor().Content(t.Context(), b.page(), 7, client.Options{})
		if got := fmt.Sprint(b.args); err != nil || c.Version != 7 || got != `[map[file_id:"d1" version_info:{"base_version":7}]]` {
			t.Errorf("sent %s, %+v, %v", got, c, err)
		}
	})
}

// A version that is not stored any more is not a missing document.
func TestVersionThatIsGone(t *testing.T) {
	for _, words := range []string{"version 3 is not known", "no such version", "version 3 not found", "版本不存在", "base_version is too old"} {
		in(t, 0, func(t *testing.T, b *bench) {
			b.results["doc.get_outline"] = `{"error":"` + words + `"}`
			_, err := b.editor().Outline(t.Context(), b.page(), 3, client.Options{})
			if !client.Is(err, client.KindConflict) || !strings.Contains(err.Error(), "version 3") {
				t.Errorf("%s: %v", words, err)
			}
		})
	}
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["doc.get_outline"] = `{"error":"the document does not exist"}`
		if _, err := b.editor().Outline(t.Context(), b.page(), 3, client.Options{}); !client.Is(err, client.KindNotFound) {
			t.Error(err)
		}
	})
}

// Reads are retried, with growing waits.
func TestReadsOfTextAreRetried(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.then(status(503, "busy"), lost(), payload(`{"err_msg":"system busy"}`))
		b.results["doc.get_outline"] = `{"outlines":[],"version":9}`
		if _, err := b.editor().Outline(t.Context(), b.page(), 0, client.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(b.calls(), "doc.get_outline"); got != 4 {
			t.Errorf("sent %d times", got)
		}
	})
}
