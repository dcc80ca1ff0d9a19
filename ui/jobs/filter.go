package jobs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// fieldID is the id of the filter's input, apart from dialogs and panes.
const fieldID = -22

// choose filters the rows again and keeps the cursor.
func (p *Panel) choose() {
	was := p.Current()
	if p.rows = p.all; !p.filter.Empty() {
		p.rows = slices.DeleteFunc(slices.Clone(p.all), func(j model.JobSnapshot) bool { return !p.matches(&j) })
	}
	at := slices.IndexFunc(p.rows, func(j model.JobSnapshot) bool { return was != nil && j.ID == was.ID })
	p.Keep(at, len(p.rows))
}

// matches reports whether the filter matches the text of a row or the job's id.
func (p *Panel) matches(j *model.JobSnapshot) bool {
	return slices.ContainsFunc([]string{about(p.env, j), Standing(p.env, j), p.note(j), j.From.String(), j.ID}, p.filter.Match)
}

// Shown returns the filtered jobs.
func (p *Panel) Shown() []model.JobSnapshot { return p.rows }

func (p *Panel) setFilter(s string) {
	p.filter = model.NewFilter(s)
	p.choose()
}

// back drops the filter and reports whether there was one.
func (p *Panel) back() bool {
	if p.filter.Empty() {
		return false
	}
	p.setFilter("")
	return true
}

// Context returns the context of the panel's keys.
func (p *Panel) Context() keys.Context {
	if p.Typing() {
		return keys.InInput
	}
	return keys.InJobs
}

// Typing reports whether keys go to the filter, which needs the panel's focus.
func (p *Panel) Typing() bool { return p.field != nil }

// Prompt returns the filter's input during typing, else nil.
func (p *Panel) Prompt() *input.Model { return p.field }

// Type sends a key or a paste to the filter, which applies at once.
func (p *Panel) Type(msg tea.Msg) tea.Cmd {
	field, cmd := input.TypeFilter(p.field, msg, p.setFilter, func(by int) { p.Step(by, false) })
	p.field = field
	return cmd
}

// title draws the panel's name with the filter.
func (p *Panel) title() string {
	s := "4 " + text.Capital(p.env.Text.Say("jobs"))
	if !p.filter.Empty() {
		s += "  " + p.env.Text.Say("filter: %s", model.Clean(model.OneLine(p.filter.String())))
	}
	return s
}

// count draws the number of jobs at the lower edge.
func (p *Panel) count() string {
	if !p.filter.Empty() {
		return p.env.Text.Say("%d of %d", len(p.rows), len(p.all))
	}
	return p.env.Text.Say("%d {job|jobs}", len(p.all))
}

// empty says why there is no row.
func (p *Panel) empty() string {
	if len(p.all) > 0 {
		return p.env.Text.Say("No job matches the filter.")
	}
	return p.env.Text.Say("No jobs. Every change you make in a pane appears here.")
}
