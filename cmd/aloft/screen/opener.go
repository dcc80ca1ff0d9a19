package screen

import (
	"mime"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/disk"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
)

// opener opens files with the programs of [open], and with that of the desktop.
type opener struct {
	sc      *Screen
	rules   atomic.Pointer[map[string]*[]string] // as they are in force
	desktop [][]string                           // commands that know what opens a file, none without a desktop
}

func (sc *Screen) newOpener(c *config.Config) *opener {
	o := &opener{sc: sc}
	if env := sc.Con.Env; runtime.GOOS == "darwin" || env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != "" {
		o.desktop = browsers(env, runtime.GOOS)
	}
	o.configured(c)
	return o
}

// configured takes over a configuration.
func (o *opener) configured(c *config.Config) { o.rules.Store(&c.Open) }

func (o *opener) Any() bool { return len(*o.rules.Load())+len(o.desktop) > 0 }

// Rule is by the extension, then by the type, then by the first half of the type.
func (o *opener) Rule(name, of string) (act.Program, bool) {
	rules := *o.rules.Load()
	ext := strings.ToLower(model.Extension(name))
	if of == "" {
		of = mime.TypeByExtension(ext)
	}
	of, _, _ = strings.Cut(of, ";")
	group, _, _ := strings.Cut(of, "/")
	for _, key := range []string{strings.TrimPrefix(ext, "."), ext, of, group + "/*", "*"} {
		if words := rules[key]; words != nil && len(*words) > 0 {
			return *words, true
		}
	}
	return nil, false
}

func (o *opener) Desktop() (act.Program, bool) { return nil, len(o.desktop) > 0 }

// inBackground ends the words of a program that needs no terminal.
const inBackground = "&"

// Run opens a file of this machine.
func (o *opener) Run(p act.Program, file model.Place, done func(error) tea.Msg) tea.Cmd {
	path := disk.Path(file)
	if len(p) == 0 {
		return func() tea.Msg { return done(opens(o.desktop, path, "the desktop could not open the file: %s")) }
	}
	words := slices.Clone(p)
	c := &ownCommand{sc: o.sc, own: act.Own{Command: keys.Command{How: keys.OnScreen}}}
	if n := len(words) - 1; n > 0 && words[n] == inBackground {
		words, c.own.How = words[:n], keys.Background
	}
	put := false
	for i := range words {
		put = put || strings.Contains(words[i], "{}")
		words[i] = strings.ReplaceAll(words[i], "{}", path)
	}
	if !put {
		words = append(words, path)
	}
	c.cmd = exec.Command(words[0], words[1:]...)
	if c.own.How == keys.Background {
		return func() tea.Msg { _, _, err := c.beside(); return done(err) }
	}
	return tea.Exec(c, done)
}

// editCopy lends the terminal to the person's editor with a private copy of a file.
func (sc *Screen) editCopy(c client.WorkingCopy, done func(error) tea.Msg) tea.Cmd {
	return sc.Session.Editor.FileOnScreen(sc.Session.Context(), c.Path, sc.copies.Lock(c), done)
}
