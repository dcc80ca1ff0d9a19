package webhook

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Panel lists the deliveries, the newest first.
type Panel struct {
	kit.List
	env    *input.Env
	now    func() time.Time
	told   bool // the receiver's state is known
	status model.HookStatus

	all    []*model.Delivery
	rows   []*model.Delivery // after the filter
	filter model.Filter
	fits   map[*model.Delivery]bool // the filter's result for each delivery
	follow bool                     // the cursor follows the newest
	field  *input.Model

	tokenShown bool
	token      string
	w, h       int
	focus      bool
	paint      paints
}

// Asked requests an action on the receiver or a delivery.
type Asked struct {
	Action   keys.Action
	Delivery *model.Delivery // current delivery, or nil
}

// fieldID is the id of the filter's input, apart from dialogs and panes.
const fieldID = -20

// NewPanel returns an empty panel that follows.
func NewPanel(env *input.Env, now func() time.Time) *Panel {
	p := &Panel{env: env, now: now, follow: true}
	p.Restyle()
	return p
}

// SetSize sets the outer size.
func (p *Panel) SetSize(w, h int) {
	p.w, p.h = w, h
	p.Height = p.lines()
	p.Fit()
}

// SetFocus sets whether keys go to the panel.
func (p *Panel) SetFocus(on bool) {
	p.focus = on
	if !on {
		p.field = nil
	}
}

// Set shows the receiver and its deliveries. The cursor stays on its delivery unless it follows the newest.
func (p *Panel) Set(st model.HookStatus, all []*model.Delivery) {
	p.told, p.status, p.all = true, st, all
	p.choose()
}

// choose filters the rows again and keeps the cursor.
func (p *Panel) choose() {
	was := p.Current()
	p.rows = p.all
	if p.filter.Empty() {
		p.fits = nil
	} else {
		p.rows, p.fits = p.found()
	}
	p.Height = p.lines()
	p.Keep(slices.IndexFunc(p.rows, func(d *model.Delivery) bool { return was != nil && d.ID == was.ID }), len(p.rows))
	if p.follow {
		p.Step(-len(p.rows), false)
	}
}

// found returns the filtered deliveries and the filter's result for each.
func (p *Panel) found() (rows []*model.Delivery, fits map[*model.Delivery]bool) {
	fits = make(map[*model.Delivery]bool, len(p.all))
	for _, d := range p.all {
		ok, known := p.fits[d] // a changed delivery is another value
		if !known {
			ok = p.matches(d)
		}
		if fits[d] = ok; ok {
			rows = append(rows, d)
		}
	}
	return rows, fits
}

// matches reports whether the filter matches a text in the row or its line.
func (p *Panel) matches(d *model.Delivery) bool {
	for _, s := range []string{
		d.Event, d.Route, d.Project, d.Session, string(d.Kind), model.Word(p.env.Text, d.Kind), State(p.env.Text, d.State), d.Work, d.Reason.In(p.env.Text), d.Remote,
		statusText(d.Status), d.ID,
	} {
		if s != "" && p.filter.Match(s) {
			return true
		}
	}
	return false
}

// move moves the cursor for the user: leaving the newest delivery stops following.
func (p *Panel) move(by int, page bool) {
	p.Step(by, page)
	p.moved()
}

func (p *Panel) moved() { p.follow = p.follow && p.At == 0 }

// lines returns the number of visible rows.
func (p *Panel) lines() int { return max(1, p.h-2-len(p.banner())) }

// Current returns the delivery under the cursor, or nil.
func (p *Panel) Current() *model.Delivery {
	if p.At < len(p.rows) {
		return p.rows[p.At]
	}
	return nil
}

// Select puts the cursor on a delivery if it is listed.
func (p *Panel) Select(id string) {
	if i := slices.IndexFunc(p.rows, func(d *model.Delivery) bool { return d.ID == id }); i >= 0 {
		p.move(i-p.At, false)
	}
}

// Shown returns the filtered deliveries.
func (p *Panel) Shown() []*model.Delivery { return p.rows }

// Following reports whether the cursor follows the newest delivery.
func (p *Panel) Following() bool { return p.follow }

// ShowToken shows the token above the list.
func (p *Panel) ShowToken(s string) {
	p.tokenShown, p.token = true, s
	p.SetSize(p.w, p.h)
}

// HideToken hides it and reports whether it was shown.
func (p *Panel) HideToken() bool {
	was := p.tokenShown
	p.tokenShown, p.token = false, ""
	p.SetSize(p.w, p.h)
	return was
}

// Do carries out an action of the panel.
func (p *Panel) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if by, r := a.Step(p.Height); r != keys.Nowhere {
		p.move(by, r == keys.ByPage)
		return nil, true
	}
	switch a {
	case keys.Back:
		return nil, p.back()
	case keys.HookFollow:
		if p.follow = !p.follow; p.follow {
			p.Step(-len(p.rows), false)
		}
		asked := Asked{Action: a}
		return func() tea.Msg { return asked }, true
	case keys.HookFilter:
		p.field = input.New(p.env, fieldID, input.Options{
			Prompt: p.env.Text.Say("filter deliveries: "), Value: p.filter.String(), Cursor: -1,
		})
	case keys.HookDetails, keys.HookListen, keys.HookPause, keys.HookStop, keys.HookReplay, keys.HookCopyBody,
		keys.HookCopyRequest, keys.HookClear, keys.HookSave, keys.HookToken, keys.HookAllow, keys.HookTalks, keys.HookLines, keys.HookRoutes, keys.HookReplayShown:
		asked := Asked{Action: a, Delivery: p.Current()}
		return func() tea.Msg { return asked }, true
	default:
		return nil, false
	}
	return nil, true
}

// back hides the token or drops the filter and reports whether there was one.
func (p *Panel) back() bool {
	if p.HideToken() {
		return true
	}
	if p.filter.Empty() {
		return false
	}
	p.Show("")
	return true
}

// Show filters the deliveries by a text.
func (p *Panel) Show(s string) {
	p.filter, p.fits = model.NewFilter(s), nil
	p.choose()
}

// Context returns the context of the panel's keys.
func (p *Panel) Context() keys.Context {
	if p.Typing() {
		return keys.InInput
	}
	return keys.InHook
}

// Typing reports whether keys go to the filter.
func (p *Panel) Typing() bool { return p.field != nil }

// Prompt returns the filter's input during typing, else nil.
func (p *Panel) Prompt() *input.Model { return p.field }

// Type sends a key or a paste to the filter, which applies at once.
func (p *Panel) Type(msg tea.Msg) tea.Cmd {
	if p.field == nil {
		return nil
	}
	field, cmd := input.TypeFilter(p.field, msg, p.Show, func(by int) { p.move(by, false) })
	p.field = field
	return cmd
}

// Click puts the cursor on a line of the panel and reports whether there is one.
func (p *Panel) Click(y int) bool {
	defer p.moved()
	return p.List.Click(y - 1 - len(p.banner()))
}

// Wheel scrolls by rows.
func (p *Panel) Wheel(by int) {
	p.List.Wheel(by)
	p.moved()
}

// Ticks reports whether a row shows a running time.
func (p *Panel) Ticks() bool {
	return slices.ContainsFunc(p.rows, func(d *model.Delivery) bool { return d.State == model.DeliveryRunning })
}

// inner returns the width between the sides.
func (p *Panel) inner() int { return max(0, p.w-2*p.env.Borders.Side()) }
