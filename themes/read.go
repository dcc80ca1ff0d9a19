package themes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"aloft/model"
	"aloft/model/text"
)

// Error is what is wrong with a theme.
type Error struct {
	File string // "" when it is about no file
	Line int    // 0 when it is about no line
	What text.Text
	Args []any
}

// Error is the English sentence.
func (e *Error) Error() string { return e.Say(nil) }

// Say is the sentence in the language of the catalogue.
func (e *Error) Say(c *text.Catalogue) string {
	s := c.Say(e.What, e.Args...)
	if e.File != "" && e.Line > 0 {
		s = c.Say("%s, line %d: %s", e.File, e.Line, s)
	} else if e.File != "" {
		s = e.File + ": " + s
	}
	return model.Clean(s)
}

// reader reads one theme file. A wrong value is an error; an unknown key is only a
// warning, since the file may be for a newer version.
type reader struct {
	file  string
	data  []byte
	lines map[string]int // made on first use
	theme *Theme
}

func (r *reader) fail(path []string, what text.Text, args ...any) error {
	return &Error{File: r.file, Line: r.line(path), What: what, Args: args}
}

func (r *reader) stray(path []string, known []string) {
	e := &Error{File: r.file, Line: r.line(path), What: "the key %s is not known and was ignored", Args: []any{strings.Join(path, ".")}}
	if n := model.Nearest(path[len(path)-1], known); n != "" {
		e.What, e.Args = "the key %s is not known and was ignored; did you mean %s?", append(e.Args, n)
	}
	r.theme.Warnings = append(r.theme.Warnings, e)
}

func (r *reader) line(path []string) int {
	if r.lines == nil {
		r.lines = keyLines(r.data)
	}
	for n := len(path); n > 0; n-- {
		if l := r.lines[strings.Join(path[:n], "\x00")]; l > 0 {
			return l
		}
	}
	return 0
}

// read parses a theme file. file is its name in messages.
func read(id, file string, data []byte) (*Theme, error) {
	var top map[string]any
	if err := toml.Unmarshal(data, &top); err != nil {
		e := &Error{File: file, What: "this is not TOML: %s", Args: []any{strings.TrimPrefix(err.Error(), "toml: ")}}
		if d, ok := errors.AsType[*toml.DecodeError](err); ok {
			e.Line, _ = d.Position()
		}
		return nil, e
	}
	t := &Theme{ID: id, Name: id, Mode: Any, Path: file, palette: palette{}, palette256: palette{}, palette16: palette{},
		styles: map[string]style{}, glyphs: map[string]string{}, asciiGlyphs: map[string]string{}, used: map[string][]string{}}
	r := &reader{file: file, data: data, theme: t}
	t.lineOf = func(name string) int { return r.line(t.used[name]) }
	known := []string{"name", "mode", "pair", "any", "dark", "light", "fallback", "markdown", "palette", "palette256", "palette16", "style", "glyph"}
	for _, key := range sortedKeys(top) {
		v, path := top[key], []string{key}
		var err error
		switch key {
		case "name":
			t.Name, err = r.str(v, path)
		case "mode":
			var mode string
			mode, err = r.str(v, path)
			if t.Mode = Mode(mode); err == nil && t.Mode != Dark && t.Mode != Light && t.Mode != Any {
				err = r.fail(path, `mode = %v is unknown; use "dark", "light" or "any"`, v)
			}
		case "pair":
			t.Pair, err = r.str(v, path)
		case "any":
			t.any, err = r.str(v, path)
		case "dark":
			t.dark, err = r.str(v, path)
		case "light":
			t.light, err = r.str(v, path)
		case "fallback":
			t.fallback, err = r.str(v, path)
		case "markdown":
			t.markdown, err = r.str(v, path)
		case "palette":
			err = r.palette(v, path, t.palette)
		case "palette256":
			err = r.palette(v, path, t.palette256)
		case "palette16":
			err = r.palette(v, path, t.palette16)
		case "style":
			err = r.styles(v, path)
		case "glyph":
			err = r.allGlyphs(v, path)
		default:
			r.stray(path, known)
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (r *reader) str(v any, path []string) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", r.fail(path, "%s must be a quoted string", strings.Join(path, "."))
	}
	return s, nil
}

func (r *reader) table(v any, path []string) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, r.fail(path, "%s must be a table", strings.Join(path, "."))
	}
	return m, nil
}

func (r *reader) palette(v any, path []string, into palette) error {
	m, err := r.table(v, path)
	if err != nil {
		return err
	}
	for _, name := range sortedKeys(m) {
		at := append(slices.Clone(path), name)
		if _, fixed := literal(name); fixed {
			return r.fail(at, "%s is a fixed colour and cannot be redefined", name)
		}
		c, ok := colorText(m[name])
		if !ok {
			return r.fail(at, text.ThemeColor, strings.Join(at, "."), m[name])
		}
		into[name] = c
		r.used(c, at)
	}
	return nil
}

// used notes where the name of a colour is used, for check.
func (r *reader) used(name string, path []string) {
	if _, noted := r.theme.used[name]; !noted {
		r.theme.used[name] = path
	}
}

// colorText reads a colour or the name of one; whether the name exists is known
// only with the fallbacks.
func colorText(v any) (string, bool) {
	switch v := v.(type) {
	case int64:
		s := fmt.Sprint(v)
		_, ok := literal(s)
		return s, ok
	case string:
		_, ok := literal(v)
		return v, ok || v != "" && !strings.HasPrefix(v, "#") && (v[0] < '0' || v[0] > '9') && v[0] != '-'
	}
	return "", false
}

func (r *reader) styles(v any, path []string) error {
	m, err := r.table(v, path)
	if err != nil {
		return err
	}
	known := Roles()
	for _, name := range sortedKeys(m) {
		at := append(slices.Clone(path), name)
		spec, ok := m[name].(map[string]any)
		if !ok {
			return r.fail(at, `the style %s must be a table such as { fg = "accent", bold = true }`, name)
		}
		if !slices.Contains(known, name) {
			r.stray(at, known)
			continue
		}
		s, err := r.style(spec, at)
		if err != nil {
			return err
		}
		r.theme.styles[name] = s
	}
	return nil
}

func (r *reader) style(m map[string]any, path []string) (style, error) {
	var s style
	flags := map[string]*bool{"bold": &s.bold, "faint": &s.faint, "italic": &s.italic,
		"underline": &s.underline, "reverse": &s.reverse, "strike": &s.strike}
	for _, key := range sortedKeys(m) {
		at := append(slices.Clone(path), key)
		switch flag := flags[key]; {
		case key == "instead":
			spec, ok := m[key].(map[string]any)
			if !ok {
				return s, r.fail(at, `the style %s must be a table such as { fg = "accent", bold = true }`, key)
			}
			o, err := r.style(spec, at)
			if err != nil {
				return s, err
			}
			s.instead = &o
		case key == "fg" || key == "bg":
			c, ok := colorText(m[key])
			if !ok {
				return s, r.fail(at, text.ThemeColor, key, m[key])
			}
			r.used(c, at)
			if key == "fg" {
				s.fg = c
			} else {
				s.bg = c
			}
		case flag != nil:
			on, ok := m[key].(bool)
			if !ok {
				return s, r.fail(at, "%s must be true or false", key)
			}
			*flag = on
		default:
			r.stray(at, append(sortedKeys(flags), "fg", "bg", "instead"))
		}
	}
	return s, nil
}

func (r *reader) allGlyphs(v any, path []string) error {
	m, err := r.table(v, path)
	if err != nil {
		return err
	}
	var g Glyphs
	known := append(sortedKeys(g.fields()), "ascii")
	for _, key := range sortedKeys(m) {
		at := append(slices.Clone(path), key)
		if key == "ascii" {
			ascii, err := r.table(m[key], at)
			if err != nil {
				return err
			}
			for _, key := range sortedKeys(ascii) {
				if err := r.glyph(ascii[key], append(slices.Clone(at), key), known, r.theme.asciiGlyphs, true); err != nil {
					return err
				}
			}
			continue
		}
		if err := r.glyph(m[key], at, known, r.theme.glyphs, false); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) glyph(v any, path, known []string, into map[string]string, ascii bool) error {
	name := path[len(path)-1]
	if !slices.Contains(known, name) {
		r.stray(path, known)
		return nil
	}
	s, err := r.str(v, path)
	if err != nil {
		return err
	}
	wide := model.Ruler{Wc: true}
	plain := strings.IndexFunc(s, func(c rune) bool { return c < 0x20 || c > 0x7e }) < 0
	if model.Width(s) != 1 || wide.Width(s) != 1 || model.Clean(s) != s || ascii && !plain {
		return r.fail(path, "the glyph %s = %q must be exactly one cell wide", name, s)
	}
	into[name] = s
	return nil
}

// keyLines finds the line of each key, by its path joined with NUL.
func keyLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = table[:0:0]
			for it := e.Key(); it.Next(); {
				table = append(table, string(it.Node().Data))
				lines[strings.Join(table, "\x00")] = p.Shape(it.Node().Raw).Start.Line
			}
		case unstable.KeyValue:
			noteKey(&p, e, table, lines)
		}
	}
	return lines
}

func noteKey(p *unstable.Parser, e *unstable.Node, table []string, lines map[string]int) {
	path := slices.Clone(table)
	for it := e.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		lines[strings.Join(path, "\x00")] = p.Shape(it.Node().Raw).Start.Line
	}
	if v := e.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				noteKey(p, it.Node(), path, lines)
			}
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
