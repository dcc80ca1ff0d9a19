package webhook

import (
	"cmp"
	"path/filepath"

	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/store"
	"aloft/model"
)

// logName is the file of a log platform without one.
const logName = "webhook-messages.jsonl"

// rules builds the dispatcher's rules from the settings. Platforms that cannot post
// are reported when something is delivered to them.
func (s *Service) rules(set Settings, st *store.Store) *dispatch.Rules {
	d := platform.Deps{
		Talk:    talk(st),
		LogFile: filepath.Join(s.o.State, logName),
		Address: s.o.Address,
		Env:     dispatch.WithoutToken(s.o.Env),

		Language: s.o.Language,
	}
	if s.o.Screen {
		d.Notify = s.events.notify
	}
	all, errs := platform.Build(set.Platforms, d)
	for _, err := range errs {
		s.o.Log.Warn("webhook platform", "error", err)
	}
	projects := map[string]dispatch.Project{}
	for name, p := range set.Projects {
		p.Exec = cmp.Or(p.Exec, dispatch.ExecOn)
		projects[name] = p
	}
	if len(projects) == 0 {
		projects[DefaultProject] = dispatch.Project{Exec: dispatch.ExecOn}
	}
	return &dispatch.Rules{Exec: set.ExecTimeout, Agent: set.AgentTimeout, OutputMax: set.OutputMax, Busy: set.Busy,
		SilentOutcome: set.SilentOutcome, Background: set.Background, Projects: projects, Platforms: all,
		Here: func(session string) bool { return platform.InProgram(set.Platforms, session) }}
}

// talk returns the function by which platform tui adds to conversations. Agents' replies are already there.
func talk(st *store.Store) func(platform.Message) error {
	return func(m platform.Message) error {
		if m.Kind == model.MessageReply {
			return nil
		}
		return st.Post(m.Session, model.Message{At: m.At, Kind: m.Kind, From: dispatch.Speaker, Said: m.Said, Text: m.Text,
			Event: m.Event, Delivery: m.Delivery, Bad: m.Bad})
	}
}
