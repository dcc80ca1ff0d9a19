// Package hooks shows and follows the webhook receiver and carries out actions on it and its deliveries.
package hooks

import (
	"sync/atomic"

	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/webhook"
)

// Acts are the actions, with their state.
type Acts struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine

	Panel *webhook.Panel
	rows  map[keys.Action]row

	known     *known
	questions questions
	follow    *jobs.Following
	copies    copies
	ticking   bool
}

// New returns the actions of a screen.
func New(s *act.Screen, f *jobs.Following) *Acts {
	k := &known{looks: new(atomic.Uint64), live: map[string]bool{}}
	a := &Acts{
		env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine,
		Panel: webhook.NewPanel(s.Env, s.Env.Now), known: k, follow: f,
		copies:    copies{s.Env, s.Note, s, s.Client, s.Machine},
		questions: questions{env: s.Env, note: s.Note, screen: s, client: s.Client, known: k, asked: map[string]bool{}, offered: map[string]bool{}},
	}
	a.rows = a.panelRows()
	return a
}
