package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// ReportLoaded updates the items of an open Report while the job runs.
type ReportLoaded struct {
	Job   model.JobSnapshot
	Items []model.ItemReport
}

type report struct {
	*view
	job   model.JobSnapshot
	items []model.ItemReport
	twin  func(model.Item) string
}

// NewReport shows the items of a job with their states.
func NewReport(env *Env, job model.JobSnapshot, items []model.ItemReport, err error) Dialog {
	d := &report{view: newView(env, "", 0)}
	d.empty = env.Text.Say("This job has no items.")
	if err != nil {
		d.empty = client.Sentence(err).In(env.Text)
	}
	d.row, d.detail, d.copy = d.line, d.about, d.about
	d.set(job, items)
	d.win.At = worthSeeing(items)
	return d
}

// worthSeeing returns the item to show first: the first failed one, else the first with a note, else the one in
// progress.
func worthSeeing(items []model.ItemReport) int {
	for _, is := range []func(model.ItemReport) bool{
		func(it model.ItemReport) bool { return it.State.Bad() },
		func(it model.ItemReport) bool { return len(it.Notes) > 0 },
		func(it model.ItemReport) bool { return it.Item.LeftOut() },
		func(it model.ItemReport) bool { return it.State == model.ItemIntent },
	} {
		if i := slices.IndexFunc(items, is); i >= 0 {
			return i
		}
	}
	return 0
}

// ReportOf returns the job of a report dialog, or "".
func ReportOf(d Dialog) string {
	if r, ok := d.(*report); ok {
		return r.job.ID
	}
	return ""
}

func (d *report) set(job model.JobSnapshot, items []model.ItemReport) {
	d.job, d.items, d.win.Len = job, items, len(items)
	d.title = d.env.Text.Say("%s, %s, %s", model.Word(d.env.Text, job.Op), d.env.Text.Say("%d {entry|entries}", len(items)), model.Word(d.env.Text, job.State))
	if said := job.Audit.Say(d.env.Text); said != "" {
		d.title = d.env.Text.Say("%s, %s", d.title, said)
	}
	d.twin = twins(len(items), func(i int) *model.Item { return items[i].Item })
	d.clamp()
}

// Update handles a key or newer items.
func (d *report) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(ReportLoaded); ok {
		if m.Job.ID == d.job.ID {
			d.set(m.Job, m.Items)
		}
		return nil, true
	}
	return d.view.Update(msg)
}

func (d *report) line(i, w int) line {
	it := &d.items[i]
	l := line{plain, two(d.env, entryName(*it.Item)+d.twin(*it.Item), d.state(it), w)}
	switch {
	case it.State.Bad():
		l.role = warn
	case it.State == model.ItemSkipped:
		l.role = dim
	}
	return l
}

// state returns the state of an item in a word, or its progress.
func (d *report) state(it *model.ItemReport) string {
	c := d.env.Text
	phase := phaseWord(d.env, it.Phase)
	switch {
	case it.State == model.ItemIntent && phase != "" && it.Percent > 0:
		return c.Say("%s %d%%", phase, it.Percent)
	case it.State == model.ItemIntent && phase != "":
		return phase
	case it.State == model.ItemDone && len(it.Notes) > 0:
		return c.Say("%s, %d {note|notes}", model.Word(c, it.State), len(it.Notes))
	}
	return model.Word(c, it.State)
}

func phaseWord(env *Env, p model.Phase) string {
	t := map[model.Phase]text.Text{
		model.PhaseCheck: "checking", model.PhaseConvert: "converting", model.PhaseUpload: "uploading",
		model.PhaseWork: "service working", model.PhaseDownload: "downloading", model.PhasePlace: "placing",
	}[p]
	if t == "" {
		return ""
	}
	return env.Text.Say(t)
}

// about describes an item in full: its error and where to look, what was not kept, what was made.
func (d *report) about(i int) string {
	it := &d.items[i]
	say := d.env.Text.Say
	at := whereItem(d.env, *it.Item)
	s := at
	note := d.job.Audit.Note.In(d.env.Text)
	switch {
	case it.Back && d.job.Audit.SetBack:
		s = say("%s (%s)", note, at)
	default:
		if why := it.Why(); !why.IsZero() {
			s = say("%s (%s)", why.In(d.env.Text), at)
		} else if to, ok := it.Landed(); ok {
			s += " " + say(text.PlanArrow) + " " + where(to)
		}
	}
	if by := it.By(); !by.IsZero() {
		s = say("%s; %s", s, by.In(d.env.Text))
	}
	if it.State == model.ItemDone && note != "" && !d.job.Audit.SetBack {
		s = say("%s; %s", s, note)
	}
	if len(it.Notes) == 0 {
		return s
	}
	notes := model.Joined(it.Notes).In(d.env.Text)
	if it.State == model.ItemDone {
		notes = say("not kept: %s", notes)
	}
	return say("%s (%s)", notes, s)
}
