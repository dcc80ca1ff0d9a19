package editing

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/preview"
	"aloft/ui/status"
)

// formed handles a form: it reads what is missing, then plans the edit.
func (a *Acts) formed(t editTag, m dialog.FormAnswered[editTag]) tea.Cmd {
	t.values = m.Values
	if m.Button == "" {
		return a.backedOut(t)
	}
	a.keepTyped(t, m.Values)
	show := m.Button != doNow
	e := t.edit()
	spec, _ := t.what.kind.Spec()
	switch {
	case t.what.how == asReply:
		e.Text, e.Reply = strings.TrimSpace(e.Text), t.comment.ID
		return a.planEdit(t, show, client.EditAt{Edit: e}) // the thread has the place
	case t.what.how == asInside:
		return a.planEdit(t, show, client.EditAt{Edit: e, At: t.at})
	case t.what.how == asChosen:
		return a.findChosen(t, show)
	case spec.At == model.EditAtMatches && !show && t.text() == t.word():
		return a.planPicked(t, []int{t.subject.match + 1}, false)
	case spec.At == model.EditAtMatches:
		return a.find(t)
	case spec.Has(model.FieldMarkdown) && m.Values.At[inSource] == fromEditor:
		return a.editMarkdown(t, show)
	case spec.Has(model.FieldMarkdown) && m.Values.At[inSource] == fromFile:
		return a.readInsert(t, show)
	case spec.Has(model.FieldFile):
		return a.withFile(t, func(at model.Place) tea.Cmd {
			e.Image.File = at
			return a.planEdit(t, show, a.placed(t, e))
		})
	}
	return a.planEdit(t, show, a.placed(t, e))
}

// placed puts an edit at the place from the form, or at the image.
func (a *Acts) placed(t editTag, e model.Edit) client.EditAt {
	out := client.EditAt{Edit: e}
	if s, _ := e.Kind.Spec(); s.At == model.EditAtImage {
		out.Edit.OldImage, out.Edit.At = &t.image, t.image.Position
		out.At = model.Where{Kind: model.WhereIndex, Index: t.image.Position}
		return out
	}
	if i := t.values.At[inWhere]; i < len(t.places) {
		out.At = t.places[i]
	}
	return out
}

// editPlannedMsg carries a planned edit or its error.
type editPlannedMsg struct {
	seq  int
	tag  editTag
	req  client.EditRequest
	plan *model.EditPlan
	show bool
	err  error
	// drawn holds lines of rendered Markdown by source, for the width of the dialog.
	drawn map[string][]string
	width int
}

// planEdit finds the places of an edit off the update loop. Esc cancels it.
func (a *Acts) planEdit(t editTag, show bool, edits ...client.EditAt) tea.Cmd {
	return a.planAgain(t, show, client.EditRequest{
		Item: t.subject.place, Base: t.subject.base(), Edits: edits, Class: client.Interactive,
	})
}

func (a *Acts) planAgain(t editTag, show bool, req client.EditRequest) tea.Cmd {
	for i := range req.Edits {
		req.Edits[i].Edit.Suggest = a.suggestedBy(t)
	}
	ctx, seq := a.work.Begin(a.Screen)
	edits, st, width := a.Client.Edits, a.Env.Styles, dialog.EditWidth(a.Shown.Width)
	return tea.Batch(a.says("searching…"), func() tea.Msg {
		m := editPlannedMsg{seq: seq, tag: t, req: req, show: show, width: width}
		m.plan, m.err = edits.Plan(ctx, req)
		if m.err == nil {
			m.drawn = map[string][]string{}
			for i := range m.plan.Steps {
				e := &m.plan.Steps[i].Edit
				if s, _ := e.Kind.Spec(); s.Has(model.FieldMarkdown) {
					if ls, ok := preview.Plain(e.Text, st, width); ok {
						for j := range ls {
							ls[j] = strings.TrimRight(ansi.Strip(ls[j]), " ")
						}
						m.drawn[e.Text] = ls
					}
				}
			}
		}
		return m
	})
}

func (a *Acts) editPlanned(m editPlannedMsg) tea.Cmd {
	if !a.work.End(m.seq) {
		return nil // cancelled; the input is kept
	}
	a.Note.ClearNote()
	switch {
	case m.err != nil:
		return a.editFailed(m.tag, m.req, m.err)
	case len(m.plan.Steps) == 0:
		return a.Note.SayText(status.Info, text.NothingToDo)
	case a.Switches.Dry, m.show && !a.undoesOne(m.plan), m.tag.left > 0 && !m.tag.undoes() && m.plan.Undo == model.UndoNone:
		return a.Show(dialog.NewEditPlan(a.Env, m.plan, dialog.EditPlanOptions[pending]{
			Tag: pending{m.tag, m.req}, DryRun: a.Switches.Dry, Undo: m.tag.undoes(), To: m.tag.answers(), Render: m.render(),
		}))
	}
	return a.applyEdit(pending{m.tag, m.req}, m.plan)
}

// undoesOne reports whether a plan takes back one accepted or rejected change, which was made without a question.
func (a *Acts) undoesOne(p *model.EditPlan) bool {
	return len(p.Steps) == 1 && slices.ContainsFunc(a.ones, func(o one) bool {
		return o.place.Equal(p.Place) && o.version == p.Steps[0].Edit.Version
	})
}

// render returns the lines rendered with the plan, or nil if they no longer fit.
func (m *editPlannedMsg) render() func(string, int) []string {
	if len(m.drawn) == 0 {
		return nil
	}
	drawn, width := m.drawn, m.width
	return func(s string, w int) []string {
		if w < width {
			return nil
		}
		return drawn[s]
	}
}

// pending is an edit that waits for answers.
type pending struct {
	tag editTag
	req client.EditRequest
}

// editFailed says why an edit could not be planned or made. If others have changed the document, it asks how to
// continue.
func (a *Acts) editFailed(t editTag, req client.EditRequest, err error) tea.Cmd {
	if was, ok := outdated(err); ok {
		return a.editConflict(pending{t, req}, was, 0)
	}
	if k := client.KindOf(err); t.undoes() && (k == client.KindUnsupported || k == client.KindNotFound || k == client.KindInvalid) {
		return a.Note.Say(status.Warn, a.Note.Sentence(err)) // no failure: there is nothing to undo
	}
	if client.Is(err, client.KindAuth) {
		return a.NeedLogin(t.subject.place, err)
	}
	return a.Note.Fail(err)
}

func (a *Acts) editConflict(p pending, was client.Outdated, done int) tea.Cmd {
	return a.Show(dialog.NewEditConflict(a.Env, dialog.EditConflictOptions[pending]{
		Tag: p, Title: p.tag.subject.entry.Name, EditConflict: dialog.EditConflict{Was: was, Done: done, Kept: a.isKept(p.tag)},
	}))
}

// conflictAnswered handles the answer after others' changes. Trying again plans anew because the places have moved;
// new matches are shown first.
func (a *Acts) conflictAnswered(m dialog.EditConflictAnswered[pending]) tea.Cmd {
	p := m.Tag
	switch m.Choice {
	case dialog.ChoseRetry:
		if p.tag.undoes() {
			return a.planUndo(p.tag.subject)
		}
		if numbered(p.req.Edits) {
			return tea.Batch(a.ReloadDocument(p.tag.subject.place, nil), a.Note.SayText(status.Warn, "the place was not found: choose it again; your text is kept"))
		}
		p.req.Base = 0
		return tea.Batch(a.ReloadDocument(p.tag.subject.place, nil), a.planAgain(p.tag, true, p.req))
	case dialog.ChoseLook:
		return a.ReloadDocument(p.tag.subject.place, nil)
	}
	return nil
}

// numbered reports whether a place has only a number, which means nothing in another version: a heading without text,
// the text before all headings, or a selection of several paragraphs.
func numbered(all []client.EditAt) bool {
	return slices.ContainsFunc(all, func(e client.EditAt) bool {
		s, _ := e.Edit.Kind.Spec()
		return len(e.Edit.Ranges) > 0 || e.At.Kind == model.WhereIndex && e.At.Index > 0 && s.At != model.EditAtImage
	})
}

// editDecided handles the answer to a plan.
func (a *Acts) editDecided(m dialog.EditPlanAnswered[pending]) tea.Cmd {
	p := m.Tag
	switch m.Choice {
	case dialog.ChoseGo:
		return a.applyEdit(p, m.Plan)
	case dialog.ChoseDryRun:
		return a.Note.SayText(status.Info, "dry run: the document would have been changed")
	}
	if a.isKept(p.tag) {
		return a.Note.SayText(status.Info, text.TypedKept)
	}
	return nil
}

// editAppliedMsg says that an edit was made or has failed.
type editAppliedMsg struct {
	pending pending
	result  model.EditResult
	err     error
}

// applyEdit makes an edit.
func (a *Acts) applyEdit(p pending, plan *model.EditPlan) tea.Cmd {
	ctx, edits := a.Env.Ctx, a.Client.Edits
	a.work.writing++
	return tea.Batch(a.says("changing %s…", model.Clean(plan.Entry.Name)), func() tea.Msg {
		m := editAppliedMsg{pending: p}
		m.result, m.err = edits.Apply(ctx, plan)
		return m
	})
}

// editApplied reports the outcome of an edit. Success disappears; everything else stays until it is seen.
func (a *Acts) editApplied(m editAppliedMsg) tea.Cmd {
	a.work.writing--
	a.work.warned = false
	t, r := m.pending.tag, &m.result
	again := a.ReloadDocument(t.subject.place, r.Outline)
	why := ""
	if m.err != nil {
		why = a.Note.Sentence(m.err)
	}
	switch r.Outcome {
	case model.EditDone:
		delete(a.kept, t.key())
		if r.Outline != nil && !r.Merged && r.Outline.Version == r.Version {
			a.own = ownEdit{t.subject.place, r.Base, *r.Outline}
		}
		said := a.editDone(m.pending, r, m.err)
		if t.what.kind == model.EditRevisions && len(m.pending.req.Edits[0].Edit.Verdict.IDs) == 1 {
			a.ones = append(a.ones, one{t.subject.place, r.Version})
		}
		if t.left > 0 && m.err == nil { // whoever goes through them wants the next
			t.subject.outline, t.subject.matches = r.Outline, model.Matches{}
			return tea.Batch(again, said, a.lists.revisions(t.subject, t.row))
		}
		return tea.Batch(again, said)
	case model.EditConflict:
		was, ok := outdated(m.err)
		if !ok {
			was = client.Outdated{Base: r.Base, Version: r.Version, Changes: r.Changes}
		}
		return tea.Batch(again, a.editConflict(m.pending, was, r.Done))
	case model.EditPartly:
		return tea.Batch(again, a.Note.SayText(status.Bad, "only part of the edit was made (%d {step|steps}): %s", r.Done, why))
	case model.EditUnknown:
		if m.err != nil { // the error says so, and what to do
			return tea.Batch(again, a.Note.Fail(m.err))
		}
		return tea.Batch(again, a.Note.SayText(status.Bad, "the change may or may not have been made; check the document before you repeat it"))
	}
	if m.err != nil {
		return tea.Batch(again, a.editFailed(t, m.pending.req, m.err))
	}
	return tea.Batch(again, a.Note.SayText(status.Bad, text.EditNotDone))
}

// editDone reports what was made, in which version, and whether it was verified.
func (a *Acts) editDone(p pending, r *model.EditResult, err error) tea.Cmd {
	t, by := p.tag, ""
	if len(p.req.Edits) > 0 {
		by = p.req.Edits[0].Edit.Suggest
	}
	name := model.Clean(t.subject.entry.Name)
	switch {
	case err != nil:
		return a.Note.Say(status.Warn, a.Note.Sentence(err))
	case r.Verified && t.undoes():
		return a.Note.SayText(status.OK, "the edit of %s is undone: version %d", name, r.Version)
	case r.Verified && by != "":
		return a.Note.SayText(status.OK, "%s has a new suggestion by %s: version %d", name, model.Clean(by), r.Version)
	case r.Verified && r.Merged:
		return a.Note.SayText(status.OK, "%s is saved: version %d, merged with changes by others", name, r.Version)
	case r.Verified:
		said := a.Env.Text.Say("%s is saved: version %d", name, r.Version)
		if more := a.Env.Text.Say("%s; %s undoes it", said, a.Env.Keys.Key(keys.EditUndo)); r.Undo != model.UndoNone && a.Reader.Open() && a.Env.Ruler.Width(more) < a.Shown.Width {
			said = more // in a pane the key belongs to jobs
		}
		return a.Note.Say(status.OK, said)
	}
	return a.Note.SayText(status.OK, "%s is saved: version %d (the text does not show this edit)", name, r.Version)
}

// planUndo plans to undo our newest edit of the document.
func (a *Acts) planUndo(s subject) tea.Cmd { return a.planBack(editTag{subject: s}) }

func (a *Acts) planBack(t editTag) tea.Cmd {
	s := t.subject
	t.what.kind = model.EditRevert
	ctx, seq := a.work.Begin(a.Screen)
	edits := a.Client.Edits
	return tea.Batch(a.says("searching…"), func() tea.Msg {
		m := editPlannedMsg{seq: seq, tag: t, req: client.EditRequest{Item: s.place, Class: client.Interactive}, show: true}
		m.plan, m.err = edits.PlanUndo(ctx, s.place)
		return m
	})
}
