package config

import (
	"slices"

	"aloft/client"
	"aloft/model/text"
)

// hookTable checks the name of a project, a platform or a route, and makes its defaults.
func (l *loader) hookTable(path []string, line int) bool {
	switch name := path[2]; {
	case path[1] == "projects" && name == "":
		l.wrong(line, "%s:%d: %s needs %s", text.HintConfigCheck, l.c.File, line, printPath(path), "NAME")
		return false
	case path[1] == "projects":
		l.c.project(name)
	case !l.named(name, line):
		return false
	case path[1] == "routes":
		l.c.route(name)
	default:
		l.c.platform(name)
	}
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
	l.wholeRoutes()
}

// wholeRoutes checks routes.
func (l *loader) wholeRoutes() {
	for name, r := range l.c.Webhook.Routes {
		path := []string{"webhook", "routes", name}
		if r.Verify == "" && !l.reported(printPath(append(path, "verify"))) {
			l.needs(path, "verify")
		}
		if (r.Prompt == "") == (r.Exec == "") {
			l.wrong(l.line(path), "%s:%d: %s needs either prompt or exec", text.HintConfigCheck, l.c.File, l.line(path), printPath(path))
		}
		for _, c := range []struct {
			set       bool
			key, only string
			right     bool
		}{
			{r.Header != "" || r.TimeHeader != "", "header", `verify = "hmac"`, r.Verify == "hmac"},
			{len(r.Env) > 0, "env", "exec", r.Exec != ""},
			{r.WorkDir != "", "work_dir", "exec", r.Exec != ""},
			{r.Payload != "", "payload", "prompt", r.Prompt != ""},
		} {
			if c.set && !c.right {
				line := l.line(append(path, c.key))
				l.wrong(line, "%s:%d: %s needs %s", text.HintConfigCheck, l.c.File, line, printPath(append(path, c.key)), c.only)
			}
		}
		if p := l.c.Webhook.Projects; r.Project != "" && p[r.Project] == nil && (len(p) > 0 || r.Project != "default") {
			line := l.line(append(path, "project"))
			l.wrong(line, "%s:%d: %s: there is no project %s", text.HintConfigCheck, l.c.File, line, printPath(append(path, "project")), quote(r.Project))
		}
		if r.Project == "" && len(l.c.Webhook.Projects) > 1 {
			l.needs(path, "project")
		}
	}
}

// needs reports that a table lacks a setting.
func (l *loader) needs(table []string, key string) {
	line := l.line(table)
	l.wrong(line, "%s:%d: %s needs %s", text.HintConfigCheck, l.c.File, line, printPath(table), key)
}
