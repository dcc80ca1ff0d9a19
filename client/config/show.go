package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"

	"aloft/model/text"
)

// errNotDir is the error when a part of the path is a file; there is no
// configuration then, as when the folder does not exist.
const errNotDir = syscall.ENOTDIR

// Origin is the source of a value; the zero Origin is the default.
type Origin struct {
	Flag string
	Env  string
	File string
	Line int
}

// Say names the origin.
func (o Origin) Say(c *text.Catalogue) string {
	switch {
	case o.Flag != "":
		return c.Say("flag %s", o.Flag)
	case o.Env != "":
		return c.Say(text.OriginEnv, o.Env)
	case o.File != "":
		return fmt.Sprintf("%s:%d", o.File, o.Line)
	}
	return c.Say("default")
}

// Row is one setting with its effective value.
type Row struct {
	Key    string
	Value  any
	Origin Origin
}

// Rows are all effective settings, with those of every account, project and
// platform that exists.
func (c *Config) Rows() []Row {
	var out []Row
	done := map[string]bool{}
	for i := range settings {
		path := settings[i].path
		head, _, starred := strings.Cut(path, ".*")
		if !starred {
			out = append(out, c.row(path, &settings[i], ""))
			continue
		}
		// All settings of one name come together.
		if done[head] {
			continue
		}
		done[head] = true
		for _, n := range c.names(head) {
			for j := range settings {
				rest, ok := strings.CutPrefix(settings[j].path, head+".*")
				if !ok || !c.exists(head, n, strings.TrimPrefix(rest, ".")) {
					continue
				}
				key := strings.Split(head+".*"+rest, ".")
				key[slices.Index(key, "*")] = n
				out = append(out, c.row(printPath(key), &settings[j], n))
			}
		}
	}
	return out
}

func (c *Config) row(key string, s *setting, name string) Row {
	return Row{Key: key, Value: s.get(c, name), Origin: c.origins[key]}
}

func (c *Config) names(head string) []string {
	switch head {
	case "open":
		return slices.Sorted(maps.Keys(c.Open))
	case "accounts":
		return slices.Sorted(maps.Keys(c.Accounts))
	case "webhook.projects":
		return slices.Sorted(maps.Keys(c.Webhook.Projects))
	case "webhook.routes":
		return slices.Sorted(maps.Keys(c.Webhook.Routes))
	}
	return slices.Sorted(maps.Keys(c.Webhook.Platforms))
}

// exists keeps Rows from making the part of an account that is not configured.
func (c *Config) exists(head, name, rest string) bool {
	if head != "accounts" {
		return true
	}
	table, _, _ := strings.Cut(rest, ".")
	s, ok := serviceOf(table)
	return ok && s.there(c.Accounts[name])
}

// Settings is the number of keys of the file.
func Settings() int { return len(settings) }
