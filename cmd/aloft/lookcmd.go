package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/keys"
)

// profile is what colours standard output can show; the order is that of
// "Colour detection order" in design/interface.md.
func (a *app) profile() colorprofile.Profile {
	switch {
	case a.flags.color == "never":
		return colorprofile.ASCII
	case a.flags.color == "always":
		p := colorprofile.Env(a.environ())
		return max(p, colorprofile.ANSI)
	case a.env("NO_COLOR") != "":
		return colorprofile.ASCII
	case !a.outIsTerminal():
		return colorprofile.NoTTY
	}
	return colorprofile.Detect(a.stdout, a.environ())
}

func (a *app) environ() []string {
	var out []string
	for _, n := range []string{"TERM", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR", "TERM_PROGRAM", "TMUX", "STY", "WT_SESSION"} {
		if v := a.env(n); v != "" {
			out = append(out, n+"="+v)
		}
	}
	return out
}

type jsonTheme struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Mode    string `json:"mode"`
	Current bool   `json:"current"`
	Path    string `json:"path,omitempty"`
}

func (a *app) themeCommand() *cobra.Command {
	say := a.cat.Say
	var f format
	ls := &cobra.Command{
		Use: "ls", Short: say("list the themes with a sample"), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.themeLs(f) }),
	}
	a.formatFlags(ls, &f, false)
	show := &cobra.Command{
		Use: "show [NAME]", Short: say("show a theme, and what is hard to read in one of yours"), Args: wantArgs(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			_, _ = a.load()
			return themes.Names(a.themeDirs()...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.themeShow(argOr(args, a.cfg.UI.Theme)) }),
	}
	return a.group("theme", "themes", ls, show)
}

func (a *app) themeLs(f format) error {
	out := []jsonTheme{}
	for _, id := range themes.Names(a.themeDirs()...) {
		t, err := themes.Load(id, a.themeDirs()...)
		if err != nil {
			a.warn(err)
			continue
		}
		out = append(out, jsonTheme{id, t.Name, modes(t), id == a.cfg.UI.Theme, t.Path})
		if f.json {
			continue
		}
		mark := " "
		if id == a.cfg.UI.Theme {
			mark = "*"
		}
		if err := a.line(fmt.Sprintf("%s %-22s %-10s ", mark, model.Clean(id), modes(t)), a.paint(t.Styles(a.profile()).Swatch(a.cat))); err != nil {
			return err
		}
	}
	if f.json {
		return a.encode(out)
	}
	return nil
}

// paint keeps a sample free of any styling where the output takes none.
func (a *app) paint(s string) string {
	if a.profile() <= colorprofile.NoTTY {
		return ansi.Strip(s)
	}
	return s
}

func (a *app) themeShow(id string) error {
	t, err := themes.Load(id, a.themeDirs()...)
	if err != nil {
		return err
	}
	for _, m := range t.Modes() {
		if err := a.line(model.Clean(t.Name), " (", string(m), ")"); err != nil {
			return err
		}
		if err := a.line(a.paint(t.For(m).Styles(a.profile()).Sample(a.cat))); err != nil {
			return err
		}
	}
	if err := a.out.Flush(); err != nil {
		return a.outputFailed(err)
	}
	for _, s := range a.themeFaults(t) {
		a.warnLine(s)
	}
	return nil
}

// themeFaults are what was not understood in a theme of the person's own, and
// what in it is hard to read.
func (a *app) themeFaults(t *themes.Theme) []string {
	if !filepath.IsAbs(t.Path) { // a bundled one
		return nil
	}
	var out []string
	for _, w := range t.Warnings {
		out = append(out, a.say(w))
	}
	for _, m := range t.Modes() {
		for _, w := range t.For(m).Weak(colorprofile.TrueColor, themes.TextContrast) {
			out = append(out, a.cat.Say("%s: %s is hard to read on %s: contrast %.1f, at least %.1f is needed", model.Clean(t.Path), w.Role, m, w.Ratio, w.Need))
		}
	}
	return out
}

// modes of a theme in one word.
func modes(t *themes.Theme) string {
	var out []string
	for _, m := range t.Modes() {
		out = append(out, string(m))
	}
	return strings.Join(out, "+")
}

type jsonKey struct {
	Context string   `json:"context"`
	Action  string   `json:"action"`
	Keys    []string `json:"keys"`
	Title   string   `json:"title"`
}

func (a *app) keysCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use: "keys", Short: a.cat.Say("list every key and what it does"), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.keysList(f) }),
	}
	a.formatFlags(c, &f, false)
	return c
}

// keyFiles are the person's own keys, laid over the chosen map.
func (a *app) keyFiles() []string {
	if a.dirs.Config == "" {
		return nil
	}
	return []string{filepath.Join(a.dirs.Config, "keys.toml")}
}

func (a *app) keyProblems() []string {
	var out []string
	for _, p := range keys.Check(a.cfg.UI.Keys, a.keyFiles()...) {
		out = append(out, p.Say(a.cat))
	}
	return out
}

func (a *app) keysList(f format) error {
	m, err := keys.Load(a.cfg.UI.Keys, a.keyFiles()...)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	out := []jsonKey{}
	for _, d := range keys.Actions() {
		k := jsonKey{string(d.ID.Context()), string(d.ID), []string{}, a.cat.Say(d.Title)}
		for _, key := range m.Keys(d.ID) {
			k.Keys = append(k.Keys, keys.Show(key))
		}
		out = append(out, k)
	}
	if f.json {
		return a.encode(out)
	}
	last := ""
	for _, k := range out {
		if k.Context != last {
			if err := a.line("[", k.Context, "]"); err != nil {
				return err
			}
			last = k.Context
		}
		if err := a.line(fmt.Sprintf("  %-24s %-28s %s", model.Clean(strings.Join(k.Keys, "  ")), k.Action, k.Title)); err != nil {
			return err
		}
	}
	return nil
}
