package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// choose is a question with a few stacked choices.
type choose struct {
	question
	reply func(Choice) tea.Msg
}

// Update answers a key.
func (d *choose) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	if c, taken := d.chosen(a); taken {
		return answer(d.reply(c)), false
	}
	return help(a, d.context), true
}

// jobLines describes each job in a line.
func jobLines(env *Env, jobs []model.JobSnapshot, w int) []line {
	var out []line
	for i, j := range jobs {
		if i == few {
			return append(out, line{dim, env.Text.Say(text.JobsMore, len(jobs)-i)})
		}
		what := env.Text.Say("%[2]s %[1]d {entry|entries}", j.Items, model.Word(env.Text, j.Op))
		if !j.To.IsZero() {
			what += " " + env.Text.Say(text.PlanArrow) + " " + where(j.To)
		} else if !j.From.IsZero() {
			what = env.Text.Say("%s in %s", what, where(j.From))
		}
		done := env.Text.Say("%d/%d", j.Done, j.Items)
		out = append(out, line{plain, two(env, what, done, w)})
	}
	return out
}

// NewQuit asks what to do with running jobs and deliveries: QuitAnswered. Live and work return their current state at
// every drawing; the box keeps a row for each one it started with. Deliveries cannot be paused, only waited for or
// stopped.
func NewQuit(env *Env, jobs []model.JobSnapshot, live func() []model.JobSnapshot, work func() []*model.Delivery, goOn bool) Dialog {
	say := env.Text.Say
	d := &quit{live: live, work: work}
	hooks := work()
	tall := min(len(jobs), few+1)
	if len(hooks) > 0 {
		tall += min(len(hooks), few+1) + min(len(jobs), 1)
	}
	title := env.Text.Say(text.QuitTitle, len(jobs))
	if len(jobs) == 0 {
		title = env.Text.Say(text.QuitHookTitle, len(hooks))
	}
	d.reply = func(c Choice) tea.Msg { return QuitAnswered{Choice: c} }
	d.question = question{
		env: env, context: keys.InQuit, title: title,
		want: normal, column: true, tall: tall,
		body: func(w int) []line {
			now, hooks := live(), work()
			if len(now)+len(hooks) == 0 {
				return []line{{dim, say("All jobs and deliveries have ended.")}}
			}
			out := jobLines(env, now, w)
			if len(now) > 0 && len(hooks) > 0 {
				out = append(out, wrap(env, dim, env.Text.Say("%d webhook {delivery stops|deliveries stop} when aloft quits:", len(hooks)), w)...)
			}
			return append(out, deliveryLines(env, hooks, w)...)
		},
		buttons: []button{
			{action: keys.QuitWait, label: say("wait, and quit when all have ended"), choice: ChoseWait},
			{action: keys.QuitPause, label: say("quit now and keep them paused"), choice: ChosePauseQuit},
			{action: keys.QuitCancel, label: say("cancel them and quit; finished work stays"), choice: ChoseCancelQuit, danger: true},
		},
	}
	if goOn && len(jobs) > 0 {
		d.buttons = slices.Insert(d.buttons, 0, button{action: keys.QuitGoOn, label: say("quit, and let them go on in the background"), choice: ChoseGoOn})
	} else {
		d.hide = []keys.Action{keys.QuitGoOn}
	}
	if len(jobs) == 0 {
		d.buttons = []button{d.buttons[0], {action: keys.QuitCancel, label: say("stop them and quit"), choice: ChoseCancelQuit, danger: true}}
		d.hide = append(d.hide, keys.QuitPause)
	}
	return d
}

// deliveryLines describes each running delivery in a line.
func deliveryLines(env *Env, all []*model.Delivery, w int) []line {
	var out []line
	for i, d := range all {
		if i == few {
			return append(out, line{dim, env.Text.Say(text.JobsMore, len(all)-i)})
		}
		name := model.Clean(model.OneLine(d.Event))
		state := text.HookPaneStateRunning
		switch d.State {
		case model.DeliveryAsking:
			state = text.HookPaneStateAsking
		case model.DeliveryWaiting:
			state = text.HookPaneStateWaiting
		}
		what := env.Text.Say("%s %s: %s", env.Ruler.TruncateEnd(name, max(12, w/4)), env.Text.Say(state), model.Clean(model.OneLine(d.Work)))
		out = append(out, line{plain, env.Ruler.TruncateEnd(what, w)})
	}
	return out
}

// quit shows the current state of the jobs.
type quit struct {
	choose
	live func() []model.JobSnapshot
	work func() []*model.Delivery
}

// View draws the current state of the jobs.
func (d *quit) View() Box {
	q := d.question
	switch n, hooks := len(d.live()), len(d.work()); {
	case n > 0:
		q.title = d.env.Text.Say(text.QuitTitle, n)
	case hooks > 0:
		q.title = d.env.Text.Say(text.QuitHookTitle, hooks)
	}
	q.changed()
	return q.View()
}

// NewResume offers to resume interrupted jobs: ResumeAnswered.
func NewResume(env *Env, jobs []model.JobSnapshot) Dialog {
	say := env.Text.Say
	ids := model.Each(jobs, func(j model.JobSnapshot) string { return j.ID })
	d := &choose{reply: func(c Choice) tea.Msg {
		if c == ChoseNothing {
			c = ChoseLater
		}
		return ResumeAnswered{Jobs: ids, Choice: c}
	}}
	d.question = question{
		env: env, context: keys.InResume, title: env.Text.Say("%d {job was|jobs were} interrupted", len(jobs)),
		want: normal, column: true,
		body: func(w int) []line {
			out := jobLines(env, jobs, w)
			return append(append(out, line{}), wrap(env, dim, say("aloft first checks the unfinished calls, so nothing is done twice."), w)...)
		},
		buttons: []button{
			{action: keys.ResumeLater, label: say("leave it in the jobs panel"), choice: ChoseLater},
			{action: keys.ResumeGo, label: say("go on"), choice: ChoseGo},
			{action: keys.ResumeDrop, label: say("stop; finished work stays"), choice: ChoseCancelJobs, danger: true},
		},
	}
	return d
}

// NewWelcome shows a new user what the panes hold and the keys to begin with: WelcomeAnswered. practice means the
// program's own account.
func NewWelcome(env *Env, left, right model.Place, practice, home bool) Dialog {
	say := env.Text.Say
	d := &choose{reply: func(Choice) tea.Msg { return WelcomeAnswered{} }}
	what := func(side text.Text, at model.Place) string { return say(side, say(at.Scheme.Holds())) }
	d.question = question{
		env: env, context: keys.InButtons, title: say("Welcome to aloft"), want: normal,
		body: func(w int) []line {
			var out []line
			if left.SameSource(right) {
				out = wrap(env, plain, what("Both panes: %s.", left), w)
			} else {
				out = append(wrap(env, plain, what("Left: %s.", left), w), wrap(env, plain, what("Right: %s.", right), w)...)
			}
			if practice {
				out = append(out, wrap(env, plain, say("A practice account on this machine; %s adds your own.", env.Keys.Key(keys.AddAccount)), w)...)
				out = append(append(out, line{}, line{plain, say("Three things to try:")}), tries(env)...)
			}
			out = append(append(out, line{}), firstKeys(env, practice, home)...)
			return append(append(out, line{}), wrap(env, dim, say("%s quits. Nothing is deleted without asking.", env.Keys.Key(keys.Quit)), w)...)
		},
		buttons: []button{{label: say("Start"), choice: ChoseGo}},
	}
	return d
}

// tries are what the sample of the practice account is good for.
func tries(env *Env) []line {
	return keyRows(env,
		keyRow{keys.ViewOutline, "reads a document and its comments"},
		keyRow{keys.Copy, "copies a file to the other pane"},
		keyRow{keys.Undo, "undoes that"})
}

// firstKeys returns the keys that a new user needs, a row each, after something to try only those that lead there; home: they
// have folders on this machine.
func firstKeys(env *Env, tried, home bool) []line {
	rows := []keyRow{
		{keys.Open, "opens a folder or a document"},
		{keys.OtherPane, "goes to the other pane"},
		{keys.GoDisk, "shows folders of this machine"},
		{keys.Palette, "finds every action by its name"},
		{keys.Help, "shows all keys"},
	}
	if !home {
		rows = slices.Delete(rows, 2, 3)
	}
	if tried {
		rows = []keyRow{rows[1], rows[len(rows)-1]}
	}
	return keyRows(env, rows...)
}

type keyRow struct {
	key  keys.Action
	does text.Text
}

func keyRows(env *Env, rows ...keyRow) []line {
	column := 5 // those of Enter
	for _, r := range rows {
		column = max(column, env.Ruler.Width(env.Keys.Key(r.key)))
	}
	var out []line
	for _, r := range rows {
		if k := env.Keys.Key(r.key); k != "" {
			out = append(out, line{keyed, env.Ruler.Fit(k, column) + keyGap + env.Text.Say(r.does)})
		}
	}
	return out
}
