package config

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// entry is a key of the file in the order of the file.
type entry struct {
	path []string
	line int
	head bool // of a table
}

// entries lists all keys and table headers of a valid file with their lines; the
// decoder itself returns positions only of errors.
func entries(data []byte) []entry {
	var out []entry
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			var line int
			table, line = keyOf(&p, n.Key(), nil)
			out = append(out, entry{table, line, true})
		case unstable.KeyValue:
			out = pair(&p, n, table, out)
		}
	}
	return out
}

func pair(p *unstable.Parser, n *unstable.Node, table []string, out []entry) []entry {
	path, line := keyOf(p, n.Key(), table)
	out = append(out, entry{path, line, false})
	if v := n.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			out = pair(p, it.Node(), path, out)
		}
	}
	return out
}

func keyOf(p *unstable.Parser, key unstable.Iterator, table []string) ([]string, int) {
	path := append([]string(nil), table...)
	line := 0
	for key.Next() {
		n := key.Node()
		path = append(path, string(n.Data))
		line = p.Shape(n.Raw).Start.Line
	}
	return path, line
}

// lineMap maps paths to lines; of several the first counts.
func lineMap(es []entry) map[string]int {
	m := make(map[string]int, len(es))
	for _, e := range es {
		for i := range e.path {
			k := strings.Join(e.path[:i+1], "\x00")
			if _, ok := m[k]; !ok {
				m[k] = e.line
			}
		}
		// A table's own line is the one with its full name.
		k := strings.Join(e.path, "\x00")
		m[k] = min(m[k], e.line)
	}
	return m
}

// heads lists only the table headers of a valid file.
func heads(data []byte) []entry {
	return slices.DeleteFunc(entries(data), func(e entry) bool { return !e.head })
}
