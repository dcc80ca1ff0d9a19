package webhook

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Panel lists the deliveries, the newest first.
type Panel struct {
	env    *input.Env
	status model.HookStatus
	all    []*model.Delivery
	cursor string // id of the delivery under the cursor
	follow bool
	token  string
	w, h   int
	focus  bool
	// Boxed draws sides, Bare no lines at all: as the panes above have it.
	Boxed, Bare bool
}

// Asked is the wish to do something with the receiver or a delivery.
type Asked struct {
	Action   keys.Action
	Delivery *model.Delivery // under the cursor, nil = none
}

// NewPanel makes an empty panel.
func NewPanel(env *input.Env) *Panel { return &Panel{env: env, follow: true} }

// SetSize sets the outer size.
func (p *Panel) SetSize(w, h int) { p.w, p.h = w, h }

// SetFocus says whether keys go to the panel.
func (p *Panel) SetFocus(on bool) { p.focus = on }

// Set shows these deliveries.
func (p *Panel) Set(st model.HookStatus, all []*model.Delivery) { p.status, p.all = st, all }

// Current is the delivery under the cursor, nil when there is none.
func (p *Panel) Current() *model.Delivery {
	for _, d := range p.all {
		if d.ID == p.cursor {
			return d
		}
	}
	return nil
}

// Do carries out an action of the panel.
func (p *Panel) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if a == keys.HookFollow {
		p.follow = !p.follow
		return nil, true
	}
	asked := Asked{Action: a, Delivery: p.Current()}
	return func() tea.Msg { return asked }, true
}
