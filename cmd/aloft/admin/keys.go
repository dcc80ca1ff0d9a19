package admin

import (
	"strings"

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

func (cs *Commands) keyProblems() []string {
	all := keys.Check(cs.session.Config.UI.Keys, cs.session.KeyFiles()...)
	return model.Each(all, func(p keys.Problem) string { return p.Say(cs.con.Catalogue) })
}

func (cs *Commands) keysList(in console.Call) error {
	m, err := keys.Load(cs.session.Config.UI.Keys, cs.session.KeyFiles()...)
	if err != nil {
		return console.Exit(console.ExitUsage, err)
	}
	out := []jsonKey{}
	for _, d := range m.All() {
		k := jsonKey{string(d.ID.Context()), string(d.ID), []string{}, cs.con.Say(d.Title)}
		for _, key := range m.Keys(d.ID) {
			k.Keys = append(k.Keys, keys.Show(key))
		}
		out = append(out, k)
	}
	if in.JSON {
		return cs.con.Encode(out)
	}
	rows, of := keyRows(out)
	var lines []string
	for i, line := range console.Aligned(rows) {
		if i == 0 || of[i] != of[i-1] {
			lines = append(lines, "["+of[i]+"]")
		}
		lines = append(lines, "  "+line)
	}
	return cs.con.Lines(lines)
}

// keyRows are the rows of a list of keys and the context of each; the rows of a context
// stand together, where its first one is.
func keyRows(all []jsonKey) (rows [][]string, of []string) {
	var order []string
	in := map[string][][]string{}
	for _, k := range all {
		if in[k.Context] == nil {
			order = append(order, k.Context)
		}
		in[k.Context] = append(in[k.Context], []string{model.Clean(strings.Join(k.Keys, "  ")), k.Action, k.Title})
	}
	for _, c := range order {
		for _, row := range in[c] {
			rows, of = append(rows, row), append(of, c)
		}
	}
	return rows, of
}
