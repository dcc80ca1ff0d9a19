package config

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Options are the sources of settings. Flags have precedence over the environment,
// this over the file, this over the defaults.
type Options struct {
	Dirs  Dirs
	File  string // set by --config; "" = config.toml of the configuration folder
	Env   func(string) string
	Flags map[string]Flag // by the setting's path
	// Allowed lists, by the setting's path, words that only other parts of the
	// program know, such as the names of themes.
	Allowed map[string][]string
}

// Flag is a setting on the command line; the value is as decoded from TOML.
type Flag struct {
	Name  string
	Value any
}

// Warning is something in the file that has no effect.
type Warning struct {
	Text text.Text
	Args []any
}

// Say returns the warning as a clean line.
func (w Warning) Say(c *text.Catalogue) string { return model.Clean(c.Say(w.Text, w.Args...)) }

// Invalid is the error of a file with wrong values: all of them, in the order of
// their lines. Its message is the first and how many more there are.
type Invalid struct{ Problems []*client.Error }

func (e *Invalid) Error() string { return e.Problems[0].Error() }

// Unwrap returns the first problem, for places with room for one line.
func (e *Invalid) Unwrap() error { return e.Problems[0] }

// fromEnv are the settings that can be set by a variable.
var fromEnv = []struct{ path, variable string }{
	{"account", "ALOFT_ACCOUNT"},
	{"ui.theme", "ALOFT_THEME"},
	{"ui.keys", "ALOFT_KEYS"},
	{"ui.language", "ALOFT_LANGUAGE"},
}

// Load reads everything. With an error it returns the default configuration with
// the folders and the flags, so that the commands that repair a file can run.
func Load(o Options) (*Config, []Warning, error) { return load(o, nil) }

// path of the file, "" when there is no folder for it.
func (o *Options) path() string {
	if o.File == "" && o.Dirs.Config != "" {
		return filepath.Join(o.Dirs.Config, "config.toml")
	}
	return o.File
}

// load is Load, of this content of the file where it is not nil.
func load(o Options, content []byte) (*Config, []Warning, error) {
	c := o.initial()
	c.File = o.path()
	l := &loader{c: c, o: o, content: content}
	if err := l.file(); err != nil {
		return l.fallback(), l.warnings, err
	}
	l.over()
	l.whole()
	if len(l.problems) > 0 {
		slices.SortStableFunc(l.problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
		e := &Invalid{}
		for _, p := range l.problems {
			e.Problems = append(e.Problems, p.err)
		}
		return l.fallback(), l.warnings, e
	}
	return c, l.warnings, nil
}

type problem struct {
	line int
	err  *client.Error
}

type loader struct {
	c        *Config
	o        Options
	content  []byte // of the file; nil = it is read
	lines    map[string]int
	warnings []Warning
	problems []problem
}

// initial is the configuration without any file, in the environment.
func (o *Options) initial() *Config {
	c := Default()
	// GNU screen delays every Esc while a program uses the mouse.
	c.UI.Mouse = o.Env == nil || o.Env("STY") == ""
	return c
}

func (l *loader) fallback() *Config {
	d := l.o.initial()
	d.File, d.Read = l.c.File, l.c.Read
	return d
}

func (l *loader) wrong(line int, t text.Text, hint text.Text, args ...any) *client.Error {
	e := client.Errorf(client.KindInvalid, "config", model.Place{}, t, args...)
	e.Hint = hint
	l.problems = append(l.problems, problem{line, e})
	return e
}

func (l *loader) file() error {
	if l.c.File == "" {
		return nil
	}
	if l.content != nil {
		l.c.Read = true
		return l.parse(l.content)
	}
	data, err := system.ReadFile(l.c.File)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		if l.o.File == "" {
			return nil
		}
		return client.Errorf(client.KindInvalid, "config", model.Place{}, "there is no configuration file %s", l.c.File).
			Hinted("aloft config init writes a commented configuration file").Caused(err)
	}
	if err != nil {
		return client.Errorf(client.KindLocal, "config", model.Place{}, text.ConfigUnread, l.c.File, system.Reason(err)).Caused(err)
	}
	l.c.Read = true
	return l.parse(data)
}

// parse reads the content of a file.
func (l *loader) parse(data []byte) error {
	tree := map[string]any{}
	if err := toml.Unmarshal(data, &tree); err != nil {
		line := 0
		var de *toml.DecodeError
		why := strings.TrimPrefix(err.Error(), "toml: ")
		if errors.As(err, &de) {
			line, _ = de.Position()
		}
		e := client.Errorf(client.KindInvalid, "config", model.Place{}, "%s:%d: this is not valid TOML: %s", l.c.File, line, why)
		e.Hint = text.HintConfigCheck
		return &Invalid{[]*client.Error{e}}
	}
	es := entries(data)
	l.lines = lineMap(es)
	l.tree(nil, tree)
	slices.SortStableFunc(l.warnings, func(a, b Warning) int { return cmp.Compare(a.Args[1].(int), b.Args[1].(int)) })
	return nil
}

// tree reads a table of the file.
func (l *loader) tree(at []string, table map[string]any) {
	for key, v := range table {
		path := append(slices.Clone(at), key)
		line := l.lines[strings.Join(path, "\x00")]
		if l.secret(path, line) {
			continue
		}
		s, name, partial := match(path)
		sub, isTable := v.(map[string]any)
		switch {
		case s == nil && !partial:
			l.unknown(path, line)
		case partial && !isTable:
			l.wrong(line, "%s:%d: %s must be a table of settings, not %s", text.HintConfigCheck, l.c.File, line, printPath(path), Literal(v))
		case partial:
			if l.table(path, line) {
				l.tree(path, sub)
			}
		case isTable && !s.table:
			l.wrong(line, "%s:%d: %s must be %s, not a table", text.HintConfigCheck, l.c.File, line, printPath(path), l.want(s))
		default:
			l.set(s, name, path, line, v)
		}
	}
}

// table checks the name of a table of the user's, and makes its defaults.
func (l *loader) table(path []string, line int) bool {
	if path[0] == "accounts" && len(path) == 2 {
		if path[1] == Local {
			l.wrong(line, `%s:%d: %s: the account "local" is the embedded service and has no settings`, text.HintConfigCheck, l.c.File, line, printPath(path))
			return false
		}
		if !l.named(path[1], line) {
			return false
		}
		l.c.account(path[1])
	}
	if path[0] == "accounts" && len(path) == 3 {
		if s, ok := serviceOf(path[2]); ok {
			s.make(l.c, path[1])
		}
	}
	if path[0] == "webhook" && len(path) == 3 {
		return l.hookTable(path, line)
	}
	return true
}

// named checks a name of the user's. A session key is split at its first colon, and file names contain the name.
func (l *loader) named(name string, line int) bool {
	if name != "" && plainWord(name, "-_.") {
		return true
	}
	l.wrong(line, `%s:%d: a name may contain only letters, digits, "-", "_" and "."; %s is not allowed`, text.HintConfigCheck, l.c.File, line, quote(name))
	return false
}

func (l *loader) set(s *setting, name string, path []string, line int, v any) {
	taken, ok := s.take(v)
	if !ok || !l.allowed(s, taken) {
		l.wrong(line, "%s:%d: %s must be %s, not %s", text.HintConfigCheck, l.c.File, line, printPath(path), l.want(s), Literal(withoutUser(v)))
		return
	}
	s.put(l.c, name, taken)
	l.c.origins[printPath(path)] = Origin{File: l.c.File, Line: line}
}

// withoutUser is a value without what stands before the host of an address: there may
// be a password in it.
func withoutUser(v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	before, after, address := strings.Cut(s, "://")
	if at := strings.LastIndex(after, "@"); address && at >= 0 {
		return before + "://***" + after[at:]
	}
	return s
}

// want says what is allowed for a setting.
func (l *loader) want(s *setting) model.Sentence {
	if words := l.o.Allowed[s.path]; words != nil {
		return model.Say(text.WantOneOf, strings.Join(words, ", "))
	}
	return model.Say(s.want, s.args...)
}

func (l *loader) allowed(s *setting, v any) bool {
	words := l.o.Allowed[s.path]
	if words == nil {
		return true
	}
	str, _ := v.(string)
	return slices.Contains(words, str)
}

// secret refuses keys for a secret, and says where that belongs.
func (l *loader) secret(path []string, line int) bool {
	if s, _, _ := match(path); s != nil {
		return false
	}
	last := strings.ToLower(strings.ReplaceAll(path[len(path)-1], "-", "_"))
	if len(path) == 4 && path[0] == "webhook" && path[1] == "platforms" && (slices.Contains(addressNames, last) || slices.Contains(secretNames, last)) {
		l.wrong(line, text.ConfigSecret, "remove the line; store the address with aloft hook login %s, or set credential_command",
			l.c.File, line, printPath(path)).HintArgs = []any{path[2]}
		return true
	}
	// The names of projects, platforms and routes are the user's to choose.
	named := len(path) == 3 && path[0] == "webhook" && (path[1] == "projects" || path[1] == "platforms" || path[1] == "routes")
	if named || !slices.Contains(secretNames, last) {
		return false
	}
	if len(path) == 4 && path[0] == "webhook" && path[1] == "routes" {
		l.wrong(line, text.ConfigSecret, "remove the line; store the secret with aloft hook login %s, or set credential_command",
			l.c.File, line, printPath(path)).HintArgs = []any{path[2]}
		return true
	}
	if path[0] == "webhook" {
		l.wrong(line, text.ConfigSecret, "remove the line: aloft makes a token itself and keeps it in a separate file in the data folder", l.c.File, line, printPath(path))
		return true
	}
	account := l.c.Account
	if len(path) > 2 && path[0] == "accounts" {
		account = path[1]
	}
	l.wrong(line, text.ConfigSecret, "store it with aloft account login %s, or set credential_command", l.c.File, line, printPath(path)).HintArgs = []any{account}
	return true
}

func (l *loader) unknown(path []string, line int) {
	if near := nearest(path); near != "" {
		l.warnings = append(l.warnings, Warning{"%s:%d: unknown setting %s (did you mean %s?)", []any{l.c.File, line, printPath(path), near}})
		return
	}
	l.warnings = append(l.warnings, Warning{"%s:%d: unknown setting %s", []any{l.c.File, line, printPath(path)}})
}

// over overrides the file by the environment and the flags.
func (l *loader) over() {
	for _, e := range fromEnv {
		if v := l.o.Env(e.variable); v != "" {
			l.one(e.path, v, e.variable, Origin{Env: e.variable})
		}
	}
	for path, f := range l.o.Flags {
		l.one(path, f.Value, f.Name, Origin{Flag: f.Name})
	}
}

func (l *loader) one(path string, v any, by string, o Origin) {
	s, name, _ := match(strings.Split(path, "."))
	taken, ok := s.take(v)
	if !ok || !l.allowed(s, taken) {
		l.wrong(0, text.ConfigFlagWrong, "", by, l.want(s), Literal(v))
		return
	}
	s.put(l.c, name, taken)
	l.c.origins[path] = o
}

// whole checks what no single value shows.
func (l *loader) whole() {
	vars := map[string]string{}
	for _, n := range l.c.Names() {
		line := l.lines["accounts\x00"+n]
		v := EnvName(n)
		if other, ok := vars[v]; ok {
			l.wrong(line, "%s:%d: the accounts %s and %s share one environment variable, %s", text.HintConfigCheck, l.c.File, line, other, n, v)
		}
		vars[v] = n
		l.wholeAccount(n)
	}
	l.wholeHook()
	if l.c.Known(l.c.Account) {
		return
	}
	o := l.c.origins["account"]
	if o.File != "" {
		l.wrong(o.Line, "%s:%d: there is no account named %s; existing accounts: %s", text.HintConfigAccount, o.File, o.Line, l.c.Account, strings.Join(l.known(), ", "))
		return
	}
	l.wrong(0, "there is no account named %s; existing accounts: %s", text.HintConfigAccount, l.c.Account, strings.Join(l.known(), ", "))
}

// wholeAccount checks the required settings of an account's services.
func (l *loader) wholeAccount(name string) {
	a := l.c.Accounts[name]
	for _, s := range services {
		table := []string{"accounts", name, s.table}
		if a == nil || !s.there(a) || s.value(a) != "" || l.reported(strings.Join(append(table, s.need), ".")) {
			continue
		}
		l.needs(table, s.need)
	}
}

// line is the first line of a table.
func (l *loader) line(table []string) int { return l.lines[strings.Join(table, "\x00")] }

// reported: a problem with that key was reported already.
func (l *loader) reported(key string) bool {
	return slices.ContainsFunc(l.problems, func(p problem) bool { return slices.Contains(p.err.Args, any(key)) })
}

func (l *loader) known() []string {
	names := l.c.Names()
	return slices.DeleteFunc(names, func(n string) bool { return !l.c.Known(n) })
}

// EnvName is the account's part of its environment variables, as in
// ALOFT_<ACCOUNT>_DRIVE_COOKIE.
func EnvName(account string) string {
	up := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, account)
	return "ALOFT_" + up + "_"
}
