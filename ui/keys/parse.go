package keys

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/model"
	"aloft/model/text"
)

// lay lays the bindings of one file over the map: each action that the file names
// gets exactly the keys that it gives.
func (m *Map) lay(file string, data []byte) []Problem {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		p := Problem{File: file, What: text.KeysSyntax, Args: []any{strings.TrimPrefix(err.Error(), "toml: ")}}
		if d := new(toml.DecodeError); errors.As(err, &d) {
			p.Line, _ = d.Position()
		}
		return []Problem{p}
	}
	r := reader{m: m, file: file, data: data, contexts: map[Context][]string{}}
	for _, d := range m.docs {
		name := strings.TrimPrefix(string(d.ID), string(d.ID.Context())+".")
		r.contexts[d.ID.Context()] = append(r.contexts[d.ID.Context()], name)
	}
	r.p.Reset(data)
	var table []string
	for r.p.NextExpression() {
		e := r.p.Expression()
		path, line := r.path(e.Key())
		switch e.Kind {
		case unstable.Table:
			table = path
			if len(path) > 1 || !r.known(path[0]) {
				r.unknownContext(strings.Join(path, "."), line)
				table = nil
			}
		case unstable.ArrayTable:
			r.wrong(line, text.KeysForm, strings.Join(path, "."))
			table = nil
		case unstable.KeyValue:
			if table == nil && len(path) == 1 {
				if e.Value().Kind == unstable.InlineTable || !r.known(path[0]) {
					r.wrong(line, "%q is in no table; write it under [pane] or another context", path[0])
				}
				continue
			}
			r.value(append(append([]string{}, table...), path...), line, e.Value())
		}
	}
	if err := r.p.Error(); err != nil {
		r.wrong(0, text.KeysSyntax, err.Error())
	}
	return r.problems
}

type reader struct {
	m        *Map
	file     string
	p        unstable.Parser
	data     []byte
	at       int // lines are counted up to here
	lines    int
	contexts map[Context][]string
	problems []Problem
}

func (r *reader) wrong(line int, t text.Text, args ...any) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, What: t, Args: args})
}

func (r *reader) known(context string) bool { return r.contexts[Context(context)] != nil }

// line of a node, counted from the node before: the parser's own method starts at
// the beginning of the file each time, which took a millisecond of the program's
// start.
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

func (r *reader) unknownContext(name string, line int) {
	var all []string
	for _, d := range r.m.docs {
		if c := string(d.ID.Context()); indexOf(all, c) < 0 {
			all = append(all, c)
		}
	}
	r.didYouMean(line, "there is no context %q", name, model.Nearest(name, all), strings.Join(all, ", "))
}

// didYouMean reports an unknown word with the nearest one, or with all when none is
// near.
func (r *reader) didYouMean(line int, t text.Text, word, near, all string) {
	if near != "" {
		r.more(line, t, word, text.KeysNearest, near)
		return
	}
	r.more(line, t, word, "; there are: %s", all)
}

func (r *reader) more(line int, t text.Text, word string, more text.Text, arg string) {
	r.wrong(line, t, word)
	p := &r.problems[len(r.problems)-1]
	p.More, p.MoreArg = more, arg
}

func (r *reader) value(path []string, line int, v *unstable.Node) {
	if len(path) != 2 {
		r.wrong(line, text.KeysForm, strings.Join(path, "."))
		return
	}
	context := Context(path[0])
	if !r.known(path[0]) {
		r.unknownContext(path[0], line)
		return
	}
	action := Action(path[0] + "." + path[1])
	if _, ok := r.m.about[action]; !ok {
		names := r.contexts[context]
		r.didYouMean(line, "there is no action %q", string(action), model.Nearest(path[1], names), strings.Join(names, ", "))
		return
	}
	var bindings []Binding
	add := func(n *unstable.Node) {
		if n.Kind != unstable.String {
			r.wrong(line, text.KeysForm, string(action))
			return
		}
		at := r.line(n)
		key := string(n.Data)
		if key == " " {
			r.more(at, text.KeysName, key, text.KeysNearest, "space")
			return
		}
		seq := strings.Fields(key)
		if len(seq) == 0 {
			r.wrong(at, "%s has an empty key; use [] to take its keys away", string(action))
			return
		}
		for _, press := range seq {
			if t, better := checkPress(press); t != "" {
				if better != "" {
					r.more(at, t, press, text.KeysNearest, better)
				} else {
					r.wrong(at, t, press)
				}
				return
			}
		}
		if len(seq) > 1 && !chords(context) {
			r.wrong(at, "%q has several keys, which [%s] cannot have", key, string(context))
			return
		}
		bindings = append(bindings, Binding{Key: strings.Join(seq, " "), Action: action, File: r.file, Line: at})
	}
	switch v.Kind {
	case unstable.String:
		add(v)
	case unstable.Array:
		for it := v.Children(); it.Next(); {
			add(it.Node())
		}
	default:
		r.wrong(line, text.KeysForm, string(action))
		return
	}
	r.m.of[action] = bindings
}
