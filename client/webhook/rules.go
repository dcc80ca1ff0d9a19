package webhook

import (
	"path/filepath"
	"strings"

	"aloft/client/webhook/platform"
	"aloft/client/webhook/store"
	"aloft/model"
)

// logName is the file of a log platform that names none.
const logName = "webhook-messages.jsonl"

// rules makes what the desk needs of the settings. Platforms that cannot post
// are told when something is delivered to them.
func (s *Service) rules(set Settings, st *store.Store) *rules {
	d := platform.Deps{
		Talk:    talk(st),
		LogFile: filepath.Join(s.o.State, logName),
		Address: s.o.Address,
		Env:     without(s.o.Env, tokenVariable),
	}
	if s.o.Screen {
		d.Notify = s.pump.notify
	}
	all, errs := platform.Build(set.Platforms, d)
	for _, err := range errs {
		s.o.Log.Warn("webhook platform", "error", err)
	}
	projects := map[string]Project{}
	for name, p := range set.Projects {
		if p.Exec == "" {
			p.Exec = ExecOn
		}
		projects[name] = p
	}
	if len(projects) == 0 {
		projects[DefaultProject] = Project{Exec: ExecOn}
	}
	return &rules{exec: set.ExecTimeout, agent: set.AgentTimeout, outputMax: set.OutputMax, busy: set.Busy,
		silentOutcome: set.SilentOutcome, background: set.Background, projects: projects, platforms: all, here: here(set.Platforms)}
}

// talk is the platform tui's way into the conversations. What an agent answers
// is there already.
func talk(st *store.Store) func(platform.Message) error {
	return func(m platform.Message) error {
		if m.Kind == model.MessageReply {
			return nil
		}
		return st.Post(m.Session, model.Message{At: m.At, Kind: m.Kind, From: webhookUser, Text: m.Text,
			Event: m.Event, Delivery: m.Delivery, Bad: m.Bad}, true)
	}
}

// here tells whose messages stay in the program.
func here(settings map[string]platform.Setting) func(session string) bool {
	return func(session string) bool {
		name, _, _ := strings.Cut(session, ":")
		if t := settings[name].Type; t != "" {
			return t == "tui"
		}
		return name == "tui"
	}
}

// without takes a variable out of an environment.
func without(env []string, name string) []string {
	out := make([]string, 0, len(env))
	for _, line := range env {
		if n, _, _ := strings.Cut(line, "="); n != name {
			out = append(out, line)
		}
	}
	return out
}
