package jobs

import (
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Panel lists the jobs.
type Panel struct {
	kit.List
	env    *input.Env
	all    []model.JobSnapshot
	rows   []model.JobSnapshot // after the filter
	alike  map[string]int      // see alike
	filter model.Filter
	field  *input.Model // of the filter, during typing
	w, h   int
	focus  bool
}

// Asked requests an action on a job.
type Asked struct {
	Action keys.Action // JobDetails, JobPause, JobPauseAll, JobCancel, JobRetry, JobRetryAll, JobSave, JobUndo, JobLater, JobEarlier, JobClear
	Job    model.JobSnapshot
}

// NewPanel returns an empty panel.
func NewPanel(env *input.Env) *Panel { return &Panel{env: env} }

// SetSize sets the outer size.
func (p *Panel) SetSize(w, h int) {
	p.w, p.h, p.Height = w, h, max(0, h-2)
	p.Fit()
}

// SetFocus sets whether keys go to the panel.
func (p *Panel) SetFocus(on bool) {
	p.focus = on
	if !on {
		p.field = nil
	}
}

// Restyle has nothing to do: a row takes its styles when it is drawn.
func (p *Panel) Restyle() {}

// Set shows these jobs, the newest first and unfinished ones above the others in their order. The cursor stays on its
// job.
func (p *Panel) Set(all []model.JobSnapshot) {
	p.all = model.InOrder(all)
	for i := range all {
		if all[i].State.Ended() {
			p.all = append(p.all, all[i])
		}
	}
	p.alike = alike(p.all)
	p.choose()
}

// Current returns the job under the cursor, or nil.
func (p *Panel) Current() *model.JobSnapshot {
	if p.At < len(p.rows) {
		return &p.rows[p.At]
	}
	return nil
}

// Do carries out an action of the panel.
func (p *Panel) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if by, r := a.Step(p.Height); r != keys.Nowhere {
		p.Step(by, r == keys.ByPage)
		return nil, true
	}
	switch a {
	case keys.Back:
		return nil, p.back()
	case keys.JobFilter:
		p.field = input.New(p.env, fieldID, input.Options{Prompt: p.env.Text.Say("filter jobs: "), Value: p.filter.String(), Cursor: -1})
		return nil, true
	case keys.JobDetails, keys.JobPause, keys.JobCancel, keys.JobClear, keys.JobPauseAll, keys.JobRetry, keys.JobRetryAll, keys.JobSave, keys.JobUndo,
		keys.JobLater, keys.JobEarlier:
		asked := Asked{Action: a}
		if j := p.Current(); j != nil {
			asked.Job = *j
		}
		return func() tea.Msg { return asked }, true
	}
	return nil, false
}

// Click puts the cursor on a line of the panel and reports whether there is one.
func (p *Panel) Click(y int) bool { return p.List.Click(y - 1) }

// View draws the panel.
func (p *Panel) View() []string {
	if p.h < 3 {
		return nil
	}
	st, r, f := p.env.Styles, p.env.Ruler, p.env.Frame()
	title := st.PaneTitle
	if p.focus {
		title = st.PaneTitleFocus
	}
	left, right, _ := f.Sides()
	out := []string{f.Rule(p.w, f.Edge(false), r.TruncateEnd(p.title(), max(0, p.w-4)), kit.NewPaint(title), false)}
	cols := p.columns()
	empty := kit.Wrap(r, p.empty(), p.inner()-3)
	for i := p.Top; i < p.Top+p.Height; i++ {
		line := ""
		switch {
		case i < len(p.rows):
			line = p.row(i, i == p.At, cols)
		case len(p.rows) == 0 && i < len(empty):
			line = st.StatusHint.Render(r.Fit(r.TruncateEnd("  "+empty[i], p.inner()), p.inner()))
		default:
			line = strings.Repeat(" ", p.inner())
		}
		out = append(out, left+line+right)
	}
	return append(out, f.Rule(p.w, f.Edge(true), p.count(), kit.NewPaint(st.PaneCount), true))
}

// Item returns the place of the cursor in the drawn panel.
func (p *Panel) Item() kit.Item { return p.List.Item(p.env.Borders.Side(), 1) }

// inner returns the width between the sides.
func (p *Panel) inner() int { return max(0, p.w-2*p.env.Borders.Side()) }

// columns are the widths of a row's parts, each as narrow as the jobs allow: what tells them apart needs the room.
type columns struct{ state, name, does, bar, share, rate, left, note int }

// wholeRow is the width with room for all columns and most descriptions.
const wholeRow = 70

func (p *Panel) columns() columns {
	r := p.env.Ruler
	var w columns
	for i := range p.rows {
		j := &p.rows[i]
		w.state = max(w.state, r.Width(Standing(p.env, j)))
		if name := p.name(j); name != "" {
			w.name = max(w.name, r.Width(name)+2)
		}
		w.does = max(w.does, r.Width(What(p.env, j))+2)
		w.share = max(w.share, len(share(j))+2)
		if s := p.left(j); s != "" {
			w.left = max(w.left, r.Width(s)+2)
		}
		if j.State.Ended() {
			continue
		}
		w.bar = 4
		if p.inner() >= wholeRow {
			w.bar = 10
			if s := p.rate(j); s != "" {
				w.rate = max(w.rate, r.Width(s)+2)
			}
		}
	}
	room := p.inner() - 2 - w.state - 2 - w.bar - w.share - w.rate - w.left - 2
	w.note = max(0, min(32, room-40), min(40, room-w.name-w.does))
	if room -= w.note; w.name+w.does > room {
		w.name = max(0, min(w.name, max(room*3/5, room-w.does)))
		w.does = max(0, room-w.name)
	}
	return w
}

// share returns how much of a job is done, in items or bytes.
func share(j *model.JobSnapshot) string {
	if !j.State.Ended() && j.Op.Transfers() && j.BytesAll > 0 {
		return strconv.Itoa(Portion(j)/10) + "%"
	}
	return strconv.Itoa(j.Done) + "/" + strconv.Itoa(j.Items)
}

// left returns the remaining time of a job, or "" if unknown.
func (p *Panel) left(j *model.JobSnapshot) string {
	if Live(j.State) && j.Left > 0 {
		return Duration(p.env.Text, j.Left)
	}
	return ""
}

// rate returns the rate of a running job, or "".
func (p *Panel) rate(j *model.JobSnapshot) string {
	if Live(j.State) {
		return Rate(p.env.Text, j.Rate)
	}
	return ""
}

// alike counts the jobs that look the same, and those of them that are from one folder.
func alike(all []model.JobSnapshot) map[string]int {
	n := map[string]int{}
	for i := range all {
		n[look(&all[i])]++
		n[look(&all[i])+all[i].From.String()]++
	}
	return n
}

func look(j *model.JobSnapshot) string {
	return string(j.Op) + "\x00" + j.Name + "\x00" + j.To.String() + "\x00"
}

// name returns what a job is about and, of jobs that look the same, what tells them apart: the folder or the time.
func (p *Panel) name(j *model.JobSnapshot) string {
	name := named(j)
	if name == "" || p.alike[look(j)] < 2 {
		return name
	}
	same := p.alike[look(j)+j.From.String()]
	if same < p.alike[look(j)] {
		name = strings.TrimSuffix(place(j.From), "/") + "/" + name
	}
	if same > 1 && !j.MadeAt.IsZero() {
		name += j.MadeAt.In(time.Local).Format(" 15:04:05")
	}
	return name
}

func (p *Panel) row(i int, cursor bool, w columns) string {
	j := &p.rows[i]
	r, st := p.env.Ruler, p.env.Styles
	sign := " "
	if cursor {
		sign = st.Glyphs.Cursor
	}
	state := r.TruncateEnd(sign+" "+r.Fit(Standing(p.env, j), w.state)+"  ", p.inner())
	full, rest := strings.Repeat(" ", w.bar), ""
	if !j.State.Ended() {
		full, rest = bar(st, j, w.bar)
	}
	name, does := r.Fit(r.Truncate(p.name(j), w.name-2), w.name), r.Fit(r.TruncateEnd(What(p.env, j), w.does-1), w.does)
	tail := r.FitRight(share(j), w.share) + r.FitRight(p.rate(j), w.rate) + r.FitRight(p.left(j), w.left) + "  " +
		r.Fit(r.TruncateEnd(p.note(j), w.note), w.note)
	tail = r.Fit(tail, max(0, p.inner()-r.Width(state+name+does+full+rest)))
	switch {
	case cursor && p.focus:
		return st.RowCursor.Render(state + name + does + full + rest + tail)
	case cursor:
		return st.RowCursorUnfocused.Render(state + name + does + full + rest + tail)
	}
	return p.standing(j).Render(state) + st.RowText.Render(name) + st.RowMeta.Render(does) + st.JobBar.Render(full) + st.JobBarRest.Render(rest) + st.RowMeta.Render(tail)
}

// standing returns the style of a job's state.
func (p *Panel) standing(j *model.JobSnapshot) *lipgloss.Style {
	st := p.env.Styles
	switch {
	case j.State == model.JobFailed && j.Retried == "":
		return &st.JobFailed
	case j.State == model.JobRunning:
		return &st.JobRunning
	case j.State == model.JobWaiting:
		return &st.JobWaiting
	case j.State.Ended():
		return &st.JobDone
	}
	return &st.JobPaused
}

// note returns a remark about a job.
func (p *Panel) note(j *model.JobSnapshot) string {
	c := p.env.Text
	switch {
	case j.Audit.SetBack, j.Failed == 0 && !j.Audit.Note.IsZero():
		return j.Audit.Note.In(c)
	case j.Retried != "":
		return c.Say("see job %s", j.Retried)
	case j.Failed > 0:
		return c.Say(text.JobErrors, j.Failed)
	case j.Unknown > 0:
		return c.Say("%d {outcome|outcomes} being verified", j.Unknown)
	case !j.Error.IsZero() && !j.State.Ended():
		return j.Error.In(c)
	case j.State == model.JobRunning && carried(c, j) != "":
		return carried(c, j) + "  " + model.Clean(j.Current)
	case j.State == model.JobRunning && j.Audit.State == model.AuditRunning:
		return c.Say("%d of %d {folder|folders}", j.Audit.Folders, j.Audit.Of)
	case j.State == model.JobRunning && j.Current != "":
		return model.Clean(j.Current)
	case j.State.Ended() && j.Notes > 0:
		return c.Say("%d {note|notes}", j.Notes)
	case j.State.Ended() && !j.EndedAt.IsZero():
		return j.EndedAt.In(time.Local).Format(c.Say(text.TimeToday))
	}
	return ""
}
