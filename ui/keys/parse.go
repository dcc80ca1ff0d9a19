package keys

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/model"
	"aloft/model/text"
)

// lay applies the bindings of one file to the map: each action in the file gets exactly the given keys.
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
			if path[0] == string(InCommand) {
				if !r.beginCommand(path, line) {
					table = nil
				}
				continue
			}
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
					r.wrong(line, "%q is outside any table; write it under [pane] or another context", path[0])
				}
				continue
			}
			full := append(append([]string{}, table...), path...)
			if full[0] == string(InCommand) {
				r.command(full, line, e.Value())
				continue
			}
			r.value(full, line, e.Value())
		}
	}
	if err := r.p.Error(); err != nil {
		r.wrong(0, text.KeysSyntax, err.Error())
	}
	r.commandsWithoutLine()
	return r.problems
}

func (r *reader) unknownContext(name string, line int) {
	var all []string
	for _, d := range r.m.docs {
		if c := string(d.ID.Context()); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	r.didYouMean(line, "there is no context %q", name, model.Nearest(name, all), strings.Join(all, ", "))
}

// retired reports whether an action of that name existed: results were a dialog, and a pane's own keys have replaced
// it. Files that still name it stay valid.
func retired(a Action) bool {
	switch a {
	case "results.info", "results.link", "results.export", "results.copy", "results.permission", "results.delete",
		"recent.order", "recent.next-page", "recent.previous-page":
		return true
	}
	return false
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
		if retired(action) {
			return
		}
		names := r.contexts[context]
		r.didYouMean(line, text.NoAction, string(action), model.Nearest(path[1], names), strings.Join(names, ", "))
		return
	}
	r.bind(action, line, v)
}

// bind gives an action exactly these keys.
func (r *reader) bind(action Action, line int, v *unstable.Node) {
	context := action.Context()
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
			r.wrong(at, "%s has an empty key; use [] to remove its keys", string(action))
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
			r.wrong(at, "%q is a key sequence, which [%s] does not allow", key, string(context))
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
