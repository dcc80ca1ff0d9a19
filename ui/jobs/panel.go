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

// Set shows these jobs, the newest first and unfinished ones above the others in their order. The cursor stays on its
// job.
func (p *Panel) Set(all []model.JobSnapshot) {
	p.all = model.InOrder(all)
	for i := range all {
		if all[i].State.Ended() {
			p.all = append(p.all, all[i])
		}
	}
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

// columns are the widths of a row's parts: state, progress, time left.
type columns struct{ state, progress, left int }

// wholeRow is the width with room for all columns and most descriptions.
const wholeRow = 70

// columns have fixed positions if there is room. Otherwise they are as narrow as the jobs allow, to keep the
// descriptions readable.
func (p *Panel) columns() columns {
	if p.inner() >= wholeRow {
		return columns{12, 10, 8}
	}
	var w columns
	for i := range p.rows {
		j := &p.rows[i]
		w.state = max(w.state, p.env.Ruler.Width(Standing(p.env, j)))
		w.progress = max(w.progress, len(progress(j))+2)
		if s := p.left(j); s != "" {
			w.left = max(w.left, p.env.Ruler.Width(s)+2)
		}
	}
	return w
}

// progress returns the progress of a job, in items or bytes.
func progress(j *model.JobSnapshot) string {
	if Live(j.State) && j.Op.Transfers() && j.BytesAll > 0 && j.Items == 1 {
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

func (p *Panel) row(i int, cursor bool, w columns) string {
	j := &p.rows[i]
	r, st := p.env.Ruler, p.env.Styles
	note := p.note(j)
	state := r.Fit(Standing(p.env, j), w.state)
	what := p.inner() - 2 - w.state - 1 - w.progress - w.left - 2
	noteWidth := 0
	if what > 50 {
		noteWidth = min(32, what-40)
		what -= noteWidth
	}
	sign := " "
	if cursor {
		sign = st.Glyphs.Cursor
	}
	state = r.TruncateEnd(sign+" "+state+" ", p.inner())
	does := r.Fit(about(p.env, j), max(0, what))
	rest := r.Fit(r.FitRight(progress(j), w.progress)+r.FitRight(p.left(j), w.left)+"  "+r.Fit(r.TruncateEnd(note, noteWidth), noteWidth),
		max(0, p.inner()-r.Width(state)-r.Width(does)))
	switch {
	case cursor && p.focus:
		return st.RowCursor.Render(state + does + rest)
	case cursor:
		return st.RowCursorUnfocused.Render(state + does + rest)
	}
	return p.standing(j).Render(state) + st.RowText.Render(does) + st.RowMeta.Render(rest)
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
		return c.Say("in job %s", j.Retried)
	case j.Failed > 0:
		return c.Say(text.JobErrors, j.Failed)
	case j.Unknown > 0:
		return c.Say("%d {outcome|outcomes} being verified", j.Unknown)
	case !j.Error.IsZero() && !j.State.Ended():
		return j.Error.In(c)
	case j.State == model.JobRunning && Bytes(c, j) != "":
		return Bytes(c, j) + "  " + model.Clean(j.Current)
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
