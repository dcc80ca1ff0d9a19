package dialog

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// EditPlanOptions configure the question before an edit.
type EditPlanOptions[T any] struct {
	Tag    T // returned in the answer
	DryRun bool
	Undo   bool   // the plan undoes an edit
	To     string // what is answered, raw; "" = nothing
	// Render renders Markdown as clean lines of at most that width. Nil or no lines show the source.
	Render func(markdown string, width int) []string
}

// EditPlanAnswered answers an EditPlan: ChoseGo, ChoseDryRun or ChoseNothing.
type EditPlanAnswered[T any] struct {
	Tag    T
	Plan   *model.EditPlan
	Choice Choice
}

// NewEditPlan shows what an edit does and where: EditPlanAnswered.
func NewEditPlan[T any](env *Env, p *model.EditPlan, o EditPlanOptions[T]) Dialog {
	title, yes := editWords(env, p)
	if o.Undo {
		title = env.Text.Say(text.UndoTitle, strconv.Quote(model.Clean(p.Entry.Name)))
		yes = env.Text.Say(text.UndoYes)
	}
	d := newConfirm(env, keys.InConfirm, title, yes, false, "")
	d.hide = []keys.Action{keys.ConfirmAll}
	d.want = wide
	d.focus = 1 // what was requested is shown first
	if o.DryRun {
		d.title = env.Text.Say(text.PlanDryTitle, title)
		d.buttons[1] = button{action: keys.ConfirmYes, label: env.Text.Say(text.PlanDryRun), choice: ChoseDryRun}
	}
	d.body = func(w int) []line { return editBody(env, p, &o, w) }
	d.reply = func(c Choice) tea.Msg { return EditPlanAnswered[T]{Tag: o.Tag, Plan: p, Choice: c} }
	return &d
}

// EditWidth returns the width of Markdown in an EditPlan on a screen.
func EditWidth(screen int) int { return max(min(wide, screen)-6, 8) }

// editWords returns the title and the button of a plan.
func editWords(env *Env, p *model.EditPlan) (title, yes string) {
	say := env.Text.Say
	name := strconv.Quote(model.Clean(p.Entry.Name))
	if len(p.Steps) == 0 {
		return say(text.EditTitle, name), say(text.EditYes)
	}
	spec, ok := p.Steps[len(p.Steps)-1].Edit.Spec()
	if !ok {
		return say(text.EditTitle, name), say(text.EditYes)
	}
	return say(spec.Title, name), say(spec.Yes)
}

// EditUndoText says how an edit can be undone, as clean text.
func EditUndoText(env *Env, u model.EditUndo) string {
	switch u {
	case model.UndoRevert:
		return env.Text.Say("possible: the service undoes it")
	case model.UndoInverse:
		return env.Text.Say("possible: a new edit restores the old state")
	}
	return env.Text.Say("not possible")
}

func editBody[T any](env *Env, p *model.EditPlan, o *EditPlanOptions[T], w int) []line {
	say := env.Text.Say
	out := field(env, say(text.EditBase), say(text.EditBaseOf, p.Version), w)
	out = append(out, field(env, say("cost"), env.Text.Say("%d {request|requests}", p.Calls+model.EditLooks), w)...)
	if !o.Undo {
		out = append(out, field(env, say(text.PlanUndo), EditUndoText(env, p.Undo), w)...)
	}
	for _, n := range slices.Concat(p.Notes, p.Lost) {
		out = append(out, field(env, say("note"), n.In(env.Text), w)...)
	}
	if o.To != "" {
		out = append(out, field(env, say("to"), model.OneLine(model.Clean(o.To)), w)...)
	}
	for i := len(p.Steps) - 1; i >= 0; i-- { // in the order of the document
		out = append(out, line{})
		s := p.Steps[i]
		if p.SaidBefore(i) {
			s.Edit.Old, s.Edit.Text = "", ""
		}
		out = append(out, stepLines(env, p, &s, o.Render, w)...)
	}
	return out
}

// stepLines shows a step with the text around it.
func stepLines(env *Env, p *model.EditPlan, s *model.EditStep, render func(string, int) []string, w int) []line {
	var out []line
	spec, _ := s.Edit.Spec()
	whole := spec.At == model.EditAtNone || spec.At == model.EditAtBeside
	if s.Where != "" && !spec.Ranged() {
		out = append(out, line{dim, env.Text.Say("in %s", model.Clean(s.Where))})
	}
	if spec.Ranged() {
		return append(out, rangeLines(env, p, &spec, &s.Edit, w)...)
	}
	if b := lastWords(env, goesOn(s.Before, s.Gap), w-2); b != "" && !strings.HasSuffix(strings.TrimSpace(s.Where), strings.TrimSpace(s.Before)) {
		out = append(out, line{plain, "  " + b})
	}
	if spec.Shows != "" {
		mark := "+ "
		if whole {
			mark = ""
		}
		out = append(out, line{insert, mark + env.Text.Say(spec.Shows, spec.Numbers(&s.Edit)...)})
	}
	if whole && s.Edit.Old != "" { // what the service removes, if known
		for _, l := range plainLines(env, s.Edit.Old, w-2) {
			out = append(out, line{dim, "- " + l})
		}
	}
	if whole && s.Edit.Text != "" { // what it restores
		for _, l := range plainLines(env, s.Edit.Text, w-2) {
			out = append(out, line{insert, "+ " + l})
		}
	}
	for _, f := range spec.Fields {
		out = append(out, putLines(env, &f, &s.Edit, render, w)...)
	}
	if a := model.Clean(goesOn(strings.TrimSpace(s.After), s.More)); a != "" {
		out = append(out, line{plain, "  " + env.Ruler.TruncateEnd(a, w-2)})
	}
	return out
}

// goesOn marks a text that was cut.
func goesOn(s string, more bool) string {
	if more {
		return s + "…"
	}
	return s
}

// putLines shows what a field of an edit inserts.
func putLines(env *Env, f *model.EditField, e *model.Edit, render func(string, int) []string, w int) []line {
	var put []string
	switch f.Type {
	case model.FieldMarkdown:
		if render != nil {
			put = render(e.Text, w-2)
		}
		if put == nil {
			put = plainLines(env, e.Text, w-2)
		}
	case model.FieldLine:
		typed := *f.Text(e)
		if style := styleText(env, e.Paragraph); style != "" {
			typed = strings.TrimSpace(style + " " + typed)
		}
		put = plainLines(env, typed, w-2)
	case model.FieldText:
		put = plainLines(env, *f.Text(e), w-2)
	case model.FieldTasks:
		for _, t := range e.Tasks {
			put = append(put, plainLines(env, taskMark(t)+t.Text, w-2)...)
		}
	case model.FieldFile:
		put = []string{imageText(env, e.Image)}
	case model.FieldImage:
		if o := e.OldImage; o != nil {
			old, _, _ := strings.Cut(o.URL+o.Attachment, "?")
			return []line{{dim, "- " + env.Ruler.Truncate(model.Clean(old), w-2)}}
		}
	}
	return model.Each(put, func(l string) line { return line{insert, "+ " + l} })
}

// rangeLines shows each range of an edit: its text and the change.
func rangeLines(env *Env, p *model.EditPlan, spec *model.EditSpec, e *model.Edit, w int) []line {
	var out []line
	found := make(map[model.Range]model.Match, len(p.Matches.All))
	for _, m := range p.Matches.All {
		found[m.Range] = m
	}
	ranges := e.Ranges
	if spec.At == model.EditAtAll { // the service finds the same ranges in that version
		for _, m := range p.Matches.All {
			ranges = append(ranges, m.Range)
		}
	}
	var under *model.OutlineNode
	for i, r := range ranges {
		if i == maxShown {
			out = append(out, line{dim, env.Text.Say("… %d more", len(ranges)-i)})
			break
		}
		if n, _ := p.Outline.Under(r.Begin); n != nil && n != under && n.Title != "" {
			under = n
			out = append(out, line{dim, env.Text.Say("in %s", model.Clean(n.Title))})
		}
		now, then := model.Clean(e.Old), replacement(env, e.Text)
		if m, ok := found[r]; ok {
			now = model.Clean(m.Context)
			if before, after := m.Around(e.Old); before+after != "" {
				before = env.Ruler.FromWord(before, len(before)+1)
				now, then = model.Clean(before+e.Old+after), model.Clean(before+e.Text+after)
			}
		}
		mark := "  "
		if spec.Replaces {
			mark = "- "
		}
		if now != "" { // an answer's text is the comment's
			out = append(out, line{plain, mark + env.Ruler.TruncateEnd(now, w-2)})
		}
		if spec.Replaces {
			out = append(out, line{insert, "+ " + env.Ruler.TruncateEnd(then, w-2)})
		}
	}
	if props := propsText(env, spec, e); props != "" {
		out = append(out, line{insert, "~ " + props})
	}
	for _, f := range spec.Fields {
		if f.Type == model.FieldText {
			out = append(out, putLines(env, &f, e, nil, w)...)
		}
	}
	return out
}

func replacement(env *Env, s string) string {
	if s == "" {
		return env.Text.Say("(nothing)")
	}
	return model.Clean(s)
}

// lastWords returns the end of the text before a place, clean.
func lastWords(env *Env, s string, w int) string {
	return env.Ruler.TruncateStart(model.Clean(strings.TrimSpace(s)), w)
}

// maxShown limits the lines and ranges of a plan to what is drawn at once.
const maxShown = 400

// plainLines returns the clean lines of a text.
func plainLines(env *Env, s string, w int) []string {
	var out []string
	s = strings.TrimRight(s, "\n")
	for l := range strings.SplitSeq(s, "\n") {
		if len(out) >= maxShown {
			return append(out, env.Text.Say("… (%d {line|lines} in all)", strings.Count(s, "\n")+1))
		}
		if len(l) > maxShown*w {
			l = strings.ToValidUTF8(l[:maxShown*w], "")
		}
		l = model.Clean(strings.ReplaceAll(strings.TrimSuffix(l, "\r"), "\t", "    "))
		lead := l[:len(l)-len(strings.TrimLeft(l, " "))]
		if env.Ruler.Width(lead) > w/2 {
			lead = ""
		}
		for _, part := range kit.Wrap(env.Ruler, l, max(w-len(lead), 8)) {
			out = append(out, lead+part)
		}
	}
	return out
}

func taskMark(t model.DocTask) string {
	if t.Done {
		return "[x] "
	}
	return "[ ] "
}

func imageText(env *Env, i model.NewImage) string {
	name := i.ID
	if !i.File.IsZero() {
		name = i.File.Base()
	}
	s := env.Text.Say("image %s", model.Clean(name))
	switch {
	case i.Width > 0 && i.Height > 0:
		s += "  " + env.Text.Say("%d x %d {pixel|pixels}", i.Width, i.Height)
	case i.Width > 0:
		s += "  " + env.Text.Say("%d {pixel|pixels} wide", i.Width)
	case i.Height > 0:
		s += "  " + env.Text.Say("%d {pixel|pixels} high", i.Height)
	}
	return s
}

// styleText returns a paragraph's level and list in Markdown.
func styleText(env *Env, p model.ParagraphStyle) string {
	switch {
	case p.Level >= 1 && p.Level <= 9:
		return strings.Repeat("#", p.Level)
	case p.Level == model.LevelTitle:
		return env.Text.Say("(title)")
	case p.Level == model.LevelSubtitle:
		return env.Text.Say("(subtitle)")
	case p.List == 1:
		return strings.Repeat("  ", max(p.ListLevel-1, 0)) + "-"
	case p.List == 2:
		return strings.Repeat("  ", max(p.ListLevel-1, 0)) + "1."
	}
	return ""
}

// propsText says what properties an edit sets, clean.
func propsText(env *Env, spec *model.EditSpec, e *model.Edit) string {
	var out []string
	say := env.Text.Say
	for _, f := range spec.Fields {
		switch {
		case f.Empty(e):
		case f.Type == model.FieldSwitch && **f.Switch(e):
			out = append(out, say("%s on", say(f.Label)))
		case f.Type == model.FieldSwitch:
			out = append(out, say("%s off", say(f.Label)))
		case f.Type == model.FieldColor:
			out = append(out, say(f.Shows, model.Clean(*f.Text(e))))
		}
	}
	return env.Text.List(out)
}
