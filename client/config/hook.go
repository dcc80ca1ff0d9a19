package config

import (
	"slices"

	"aloft/client"
	"aloft/model/text"
)

// hookTable checks the name of a project or a platform, and makes its defaults.
func (l *loader) hookTable(path []string, line int) bool {
	name := path[2]
	if path[1] == "projects" {
		if name == "" {
			l.wrong(line, "%s:%d: a project needs a name", text.HintConfigCheck, l.c.File, line)
			return false
		}
		l.c.project(name)
		return true
	}
	// A session key is split at its first colon, and file names contain the name.
	if name == "" || !plainWord(name, "-_.") {
		l.wrong(line, `%s:%d: a platform's name has letters, digits, "-", "_" and "." only, not %s`, text.HintConfigCheck, l.c.File, line, quote(name))
		return false
	}
	l.c.platform(name)
	return true
}

// wholeHook checks projects and platforms; a platform named like a type gets that
// type.
func (l *loader) wholeHook() {
	for name, p := range l.c.Webhook.Projects {
		if path := []string{"webhook", "projects", name}; len(p.AgentAgain) > 0 && len(p.Agent) == 0 && !l.reported(printPath(append(path, "agent"))) {
			l.needs(path, "agent")
		}
	}
	for name, p := range l.c.Webhook.Platforms {
		path := []string{"webhook", "platforms", name}
		if p.Type == "" && slices.Contains(client.PlatformTypes(), name) {
			p.Type = name
		}
		switch {
		case p.Type == "" && !l.reported(printPath(append(path, "type"))):
			l.needs(path, "type")
		case p.Type == "command" && len(p.Command) == 0 && !l.reported(printPath(append(path, "command"))):
			l.needs(path, "command")
		}
	}
}

// needs reports that a table lacks a setting.
func (l *loader) needs(table []string, key string) {
	line := l.line(table)
	l.wrong(line, "%s:%d: %s needs %s", text.HintConfigCheck, l.c.File, line, printPath(table), key)
}
