package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"aloft/model"
	"aloft/model/text"
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
		Use: "ls", Short: say(text.CliThemeLs), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.themeLs(f) }),
	}
	a.formatFlags(ls, &f, false)
	show := &cobra.Command{
		Use: "show [NAME]", Short: say(text.CliThemeShow), Args: wantArgs(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			_, _ = a.load()
			return themes.Names(a.themeDirs()...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.themeShow(argOr(args, a.cfg.UI.Theme)) }),
	}
	return a.group("theme", text.CliTheme, ls, show)
}

func (a *app) themeLs(f format) error {
	out := []jsonTheme{}
	for _, id := range themes.Names(a.themeDirs()...) {
		t, err := themes.Load(id, a.themeDirs()...)
		if err != nil {
			a.warn(err)
			continue
		}
		out = append(out, jsonTheme{id, t.Name, string(t.Mode), id == a.cfg.UI.Theme, t.Path})
		if f.json {
			continue
		}
		mark := " "
		if id == a.cfg.UI.Theme {
			mark = "*"
		}
		if err := a.line(fmt.Sprintf("%s %-22s %-6s ", mark, model.Clean(id), t.Mode), a.sample(t.Styles(a.profile()))); err != nil {
			return err
		}
	}
	if f.json {
		return a.encode(out)
	}
	return nil
}

// sample shows the roles that differ most between themes.
func (a *app) sample(s *themes.Styles) string {
	return strings.Join([]string{
		a.paint(s.RowFolder, a.cat.Say(text.CliSampleFolder)), a.paint(s.RowText, a.cat.Say(text.CliSampleFile)),
		a.paint(s.RowSelected, a.cat.Say(text.CliSampleSelected)), a.paint(s.StatusOK, a.cat.Say(text.CliSampleDone)),
		a.paint(s.StatusWarn, a.cat.Say(text.CliSampleWarn)), a.paint(s.StatusError, a.cat.Say(text.CliSampleFailed)),
	}, " ")
}

// paint styles a word unless the output takes no styling at all.
func (a *app) paint(st lipgloss.Style, s string) string {
	if a.profile() <= colorprofile.NoTTY {
		return s
	}
	return st.Render(s)
}

func (a *app) themeShow(id string) error {
	t, err := themes.Load(id, a.themeDirs()...)
	if err != nil {
		return err
	}
	s := t.Styles(a.profile())
	if err := a.line(model.Clean(t.Name), " (", string(t.Mode), ")"); err != nil {
		return err
	}
	for _, r := range []struct {
		role string
		st   lipgloss.Style
	}{
		{"title", s.Title}, {"pane.title", s.PaneTitle}, {"pane.border", s.PaneBorder}, {"row.text", s.RowText}, {"row.folder", s.RowFolder},
		{"row.doc", s.RowDoc}, {"row.sheet", s.RowSheet}, {"row.slide", s.RowSlide}, {"row.cursor", s.RowCursor},
		{"row.selected", s.RowSelected}, {"row.cut", s.RowCut}, {"row.stale", s.RowStale}, {"row.match", s.RowMatch},
		{"status.key", s.StatusKey}, {"status.ok", s.StatusOK}, {"status.warn", s.StatusWarn}, {"status.error", s.StatusError},
		{"job.running", s.JobRunning}, {"job.done", s.JobDone}, {"job.failed", s.JobFailed},
		{"dialog.title", s.DialogTitle}, {"dialog.button.focus", s.DialogButtonFocus}, {"dialog.danger", s.DialogDanger},
		{"input.text", s.InputText}, {"input.placeholder", s.InputPlaceholder},
	} {
		if err := a.line(fmt.Sprintf("%-20s ", r.role), a.paint(r.st, a.cat.Say(text.CliSampleText))); err != nil {
			return err
		}
	}
	return nil
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
		Use: "keys", Short: a.cat.Say(text.CliKeys), Args: wantArgs(0, 0),
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
		k := jsonKey{string(d.Context), string(d.ID), []string{}, a.cat.Say(d.Title)}
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
