package keys

import (
	"bytes"

	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/model/text"
)

type reader struct {
	m        *Map
	file     string
	p        unstable.Parser
	data     []byte
	at       int // lines counted so far
	lines    int
	contexts map[Context][]string
	problems []Problem
}

func (r *reader) wrong(line int, t text.Text, args ...any) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, What: t, Args: args})
}

func (r *reader) known(context string) bool { return r.contexts[Context(context)] != nil }

// line returns the line of a node, counted from the previous node. The parser's own method counts from the beginning
// of the file each time, which took a millisecond of the program's start.
func (r *reader) line(n *unstable.Node) int {
	to := min(int(n.Raw.Offset), len(r.data))
	if to < r.at {
		r.at, r.lines = 0, 0
	}
	r.lines += bytes.Count(r.data[r.at:to], []byte{'\n'})
	r.at = to
	return r.lines + 1
}

func (r *reader) path(it unstable.Iterator) (path []string, line int) {
	for it.Next() {
		if line == 0 {
			line = r.line(it.Node())
		}
		path = append(path, string(it.Node().Data))
	}
	return path, line
}

// didYouMean reports an unknown word with the nearest one, or with all if none is near.
func (r *reader) didYouMean(line int, t text.Text, word, near, all string) {
	if near != "" {
		r.more(line, t, word, text.KeysNearest, near)
		return
	}
	r.more(line, t, word, "%s; available: %s", all)
}

func (r *reader) more(line int, t text.Text, word string, more text.Text, arg string) {
	r.wrong(line, t, word)
	p := &r.problems[len(r.problems)-1]
	p.More, p.MoreArg = more, arg
}
