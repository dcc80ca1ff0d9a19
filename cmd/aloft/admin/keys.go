package admin

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/ui/keys"
)

type jsonKey struct {
	Context string   `json:"context"`
	Action  string   `json:"action"`
	Keys    []string `json:"keys"`
	Title   string   `json:"title"`
}

func (cs *Commands) keysCommand() *cobra.Command {
	var f console.Format
	c := &cobra.Command{
		Use: "keys", Short: cs.con.Say("list every key and what it does"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.keysList(f) }),
	}
	cs.con.FormatFlags(c, &f, false)
	return c
}

func (cs *Commands) keyProblems() []string {
	var out []string
	for _, p := range keys.Check(cs.session.Config.UI.Keys, cs.session.KeyFiles()...) {
		out = append(out, p.Say(cs.con.Catalogue))
	}
	return out
}

func (cs *Commands) keysList(f console.Format) error {
	m, err := keys.Load(cs.session.Config.UI.Keys, cs.session.KeyFiles()...)
	if err != nil {
		return console.Exit(console.ExitUsage, err)
	}
	out := []jsonKey{}
	for _, d := range keys.Actions() {
		k := jsonKey{string(d.ID.Context()), string(d.ID), []string{}, cs.con.Say(d.Title)}
		for _, key := range m.Keys(d.ID) {
			k.Keys = append(k.Keys, keys.Show(key))
		}
		out = append(out, k)
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	last := ""
	for _, k := range out {
		if k.Context != last {
			if err := cs.con.Line("[", k.Context, "]"); err != nil {
				return err
			}
			last = k.Context
		}
		if err := cs.con.Line(fmt.Sprintf("  %-24s %-28s %s", model.Clean(strings.Join(k.Keys, "  ")), k.Action, k.Title)); err != nil {
			return err
		}
	}
	return nil
}
