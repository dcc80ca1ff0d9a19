package hooks

import (
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// row is what an action of the panel does with the current delivery and why it may be refused.
type row struct {
	do     func(d *model.Delivery) tea.Cmd
	refuse func() string
	none   bool // it needs no delivery
}

// Rows returns why an action of the receiver may be refused. The panel and the views ask for the rest with their
// delivery.
func (a *Acts) Rows() act.Rows {
	out := act.Rows{
		keys.HookPanel: {Do: a.toggle, Refuse: a.noHooks},
		keys.FocusHook: {Do: a.Open, Refuse: a.noHooks},

		keys.DeliveryNext:    a.shown(func(v *webhook.Detail) tea.Cmd { return a.stepDelivery(v.ID(), true) }, nil),
		keys.DeliveryPrev:    a.shown(func(v *webhook.Detail) tea.Cmd { return a.stepDelivery(v.ID(), false) }, nil),
		keys.DeliveryOutput:  a.shown(func(v *webhook.Detail) tea.Cmd { return a.copyOutput(v.ID()) }, nil),
		keys.DeliveryReplay:  a.same(keys.HookReplay),
		keys.DeliveryStop:    a.same(keys.HookStop),
		keys.DeliveryAllow:   a.same(keys.HookAllow),
		keys.DeliveryBody:    a.same(keys.HookCopyBody),
		keys.DeliveryRequest: a.same(keys.HookCopyRequest),
		keys.DeliverySave:    a.shownDelivery(func(d *model.Delivery) tea.Cmd { return a.save([]*model.Delivery{d}) }, nil),
	}
	for id, r := range a.rows {
		out[id] = act.Row{Refuse: r.refuse}
	}
	return out
}

// panelRows are the actions of the panel.
func (a *Acts) panelRows() map[keys.Action]row {
	all := func(do func() tea.Cmd) row {
		return row{do: func(*model.Delivery) tea.Cmd { return do() }, none: true}
	}
	pause, clears := all(a.pause), all(a.clearEnded)
	pause.refuse, clears.refuse = a.refusePause, a.noneEnded
	return map[keys.Action]row{
		keys.HookFollow: all(a.sayFollows),
		keys.HookListen: all(a.listen),
		keys.HookPause:  pause,
		keys.HookClear:  clears,
		keys.HookToken:  all(a.showToken),
		keys.HookTalks:  all(a.openTalks),
		keys.HookLines:  all(a.openLines),
		keys.HookRoutes: all(a.readRoutes),
		keys.HookSave:   all(a.saveShown),

		keys.HookReplayShown: {do: func(*model.Delivery) tea.Cmd { return a.askReplayShown() }, none: true, refuse: a.noDelivery},
		keys.HookAllow:       {do: a.questions.allow, none: true, refuse: a.refuseAllow},

		keys.HookDetails:     {do: func(d *model.Delivery) tea.Cmd { return a.openDelivery(d.ID) }, refuse: a.noDelivery},
		keys.HookCopyBody:    {do: a.copyBody, refuse: a.noDelivery},
		keys.HookCopyRequest: {do: a.copyRequest, refuse: a.noDelivery},
		keys.HookStop:        {do: a.stopDelivery, refuse: a.refuseStop},
		keys.HookReplay:      {do: a.askReplay, refuse: a.noDelivery},
	}
}

// shown is a row of the delivery shown in full.
func (a *Acts) shown(do func(*webhook.Detail) tea.Cmd, refuse func() string) act.Row {
	return act.Row{Refuse: refuse, Do: func() tea.Cmd {
		if v, ok := a.Over().(*webhook.Detail); ok {
			return do(v)
		}
		return nil
	}}
}

// shownDelivery is shown for actions that need the delivery itself, once it was read.
func (a *Acts) shownDelivery(do func(*model.Delivery) tea.Cmd, refuse func() string) act.Row {
	return a.shown(func(v *webhook.Detail) tea.Cmd {
		if d := v.Current(); d != nil {
			return do(d)
		}
		return nil
	}, refuse)
}

// same does with the delivery shown in full what the panel does with the current one.
func (a *Acts) same(id keys.Action) act.Row { return a.shownDelivery(a.rows[id].do, a.rows[id].refuse) }

// asks carries out a request of the panel.
func (a *Acts) asks(m webhook.Asked) tea.Cmd {
	r, ok := a.rows[m.Action]
	switch {
	case !ok:
		return nil
	case m.Delivery == nil && !r.none:
		return a.Note.SayText(status.Warn, text.NoDelivery)
	}
	return r.do(m.Delivery)
}

func (a *Acts) noHooks() string {
	if a.Client.Hooks == nil {
		return a.Env.Text.Say(text.NoHooks)
	}
	return ""
}

func (a *Acts) noDelivery() string {
	if a.LookedAt() == nil {
		return a.Env.Text.Say(text.NoDelivery)
	}
	return ""
}

func (a *Acts) refuseStop() string {
	if d := a.LookedAt(); d != nil && !d.Works() {
		return a.Env.Text.Say(text.HookPaneHasEnded)
	}
	return a.noDelivery()
}

func (a *Acts) refuseAllow() string {
	if a.known.status.Asking == 0 {
		return a.Env.Text.Say(text.HookPaneNothingAsks)
	}
	return ""
}

func (a *Acts) refusePause() string {
	switch a.known.status.State {
	case model.HookUp, model.HookPaused, model.HookOther:
		return ""
	}
	return a.Env.Text.Say(text.HookPaneNotListening, a.Env.Keys.Key(keys.HookListen))
}

func (a *Acts) sayFollows() tea.Cmd {
	if a.Panel.Following() {
		return a.Note.SayText(status.Info, "The cursor follows the newest delivery.")
	}
	return a.Note.SayText(status.Info, "The cursor stays on its delivery.")
}

func (a *Acts) saveShown() tea.Cmd {
	all := a.Panel.Shown()
	if len(all) == 0 {
		return a.Note.SayText(status.Warn, "There is no delivery to save.")
	}
	return a.save(all)
}

// New returns the actions of a screen.
func New(s *act.Screen, f *jobs.Following) *Acts {
	k := &known{looks: new(atomic.Uint64), live: map[string]bool{}}
	a := &Acts{
		Screen: s, Panel: webhook.NewPanel(s.Env, s.Env.Now), known: k, follow: f,
		questions: questions{Screen: s, known: k, asked: map[string]bool{}, offered: map[string]bool{}},
	}
	a.lower = s.AddLower(act.Lower{Panel: a.Panel, Name: client.PanelHooks, Row: "This delivery", Enter: keys.HookDetails, Show: a.Open})
	a.rows = a.panelRows()
	return a
}
