package preview

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// scrollBy is how many lines of the text a key scrolls while the outline has the focus.
const scrollBy = 3

// inputID is the id of the reader's text fields, apart from others.
const inputID = -20

const (
	typedFilter typed = iota
	typedFind
	typedPercent
)

// Typing reports whether keys and pastes go to a text field of the reader.
func (r *Reader) Typing() bool { return r.typing.field != nil }

// Prompt returns the text field for the prompt line, or nil.
func (r *Reader) Prompt() *input.Model { return r.typing.field }

// Type handles a key or a paste during typing.
func (r *Reader) Type(msg tea.Msg) tea.Cmd {
	f := r.typing.field
	if f == nil {
		return nil
	}
	did, cmd := f.Update(msg)
	what := r.typing.what
	switch did {
	case input.Edited:
		if what == typedFilter {
			r.contents.filterBy(model.NewFilter(f.Value()))
		}
	case input.Accepted:
		r.typing = typing{}
		switch what {
		case typedFind:
			return tea.Batch(cmd, r.search(f.Value()))
		case typedPercent:
			return tea.Batch(cmd, goToPercent(r, f.Value()))
		}
	case input.Canceled:
		before := r.typing.before
		r.typing = typing{}
		if what == typedFilter {
			r.contents.filterBy(before)
		}
	case input.Nothing:
		// The list can be scrolled while its filter is typed.
		if k, ok := msg.(tea.KeyPressMsg); ok && what == typedFilter {
			switch r.env.Keys.Action(keys.InInput, k.String()) {
			case keys.InHistPrev:
				r.contents.stand(r.contents.cursor - 1)
			case keys.InHistNext:
				r.contents.stand(r.contents.cursor + 1)
			}
		}
	}
	return cmd
}

// goToPercent scrolls to the typed percentage.
func goToPercent(r *Reader, s string) tea.Cmd {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(s), "%"))
	switch {
	case err != nil || n < 0 || n > 100:
		return input.Tell(r.env.Text.Say("enter a percentage of the text from 0 to 100"))
	case r.doc != nil && r.text.page() != nil:
		r.toText()
		r.text.toPercent(n)
		r.contents.follow()
	}
	return nil
}

func beginTyping(r *Reader, what typed, prompt text.Text, value string) {
	r.typing = typing{what: what, before: r.contents.filter, field: input.New(r.env.Env, inputID, input.Options{
		Prompt: r.env.Text.Say(prompt), Value: value, Cursor: -1,
	})}
}

// Do carries out an action of the reader. ok is false for other actions.
func (r *Reader) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if r.doc == nil {
		return nil, false
	}
	if r.text.Selecting() {
		if cmd, ok := r.extend(a); ok {
			return cmd, true
		}
	}
	if move(r, a) {
		return nil, true
	}
	switch a {
	case keys.DocSelect:
		return r.beginSelecting(), true
	case keys.Back:
		return nil, r.back()
	case keys.DocFold:
		if r.onText {
			r.onText = false
		} else {
			r.contents.fold()
		}
	case keys.DocUnfold:
		r.contents.unfold()
	case keys.DocJump:
		r.onText = !r.onText
	case keys.DocFoldOne:
		r.contents.foldOne()
	case keys.DocOpenAll:
		r.contents.foldAll(false)
	case keys.DocCloseAll:
		r.contents.foldAll(true)
	case keys.DocFilter:
		r.onText = false
		beginTyping(r, typedFilter, "headings: ", r.contents.filter.String())
	case keys.DocFind:
		if r.doc.outline == nil {
			return input.Tell(r.env.Text.Say(text.ReaderNotRead)), true
		}
		beginTyping(r, typedFind, "find text: ", r.contents.find.text)
	case keys.DocTables:
		return turnTables(r), true
	case keys.DocNextRemark:
		return r.stepRemark(1), true
	case keys.DocPrevRemark:
		return r.stepRemark(-1), true
	case keys.DocPercent:
		if r.text.page() == nil {
			return input.Tell(r.env.Text.Say(text.ReaderNotRead)), true
		}
		beginTyping(r, typedPercent, "per cent: ", "")
	case keys.DocFindNext:
		return r.Next(), true
	case keys.DocFindPrev:
		return r.contents.stepMatch(-1), true
	default:
		return nil, false
	}
	return nil, true
}

// Idle returns why an action has nothing to work on in the document, or "". Moving past an end needs no message.
func (r *Reader) Idle(a keys.Action) string {
	say, d := r.env.Text.Say, r.doc
	switch a {
	case keys.DocFold, keys.DocUnfold, keys.DocFoldOne, keys.DocOpenAll, keys.DocCloseAll, keys.DocNextSame, keys.DocPrevSame:
	default:
		return ""
	}
	switch {
	case d == nil || d.outline == nil:
		return say(text.ReaderNotRead)
	case a == keys.DocUnfold && (len(d.heads) == 0 || !d.folded[r.contents.head()] && !d.hasChildren(r.contents.head())):
		if r.onText {
			return say("the text already has the focus")
		}
		return ""
	case a == keys.DocFold && r.onText:
		return ""
	case !slices.ContainsFunc(d.heads, func(h heading) bool { return h.node != nil }):
		return say("no headings")
	}
	switch a {
	case keys.DocFold:
		if shut := d.folded[r.contents.head()] || !d.hasChildren(r.contents.head()); shut && d.parent(r.contents.head()) < 0 && len(r.contents.find.spots) == 0 {
			return say("there is nothing to fold here")
		}
	case keys.DocFoldOne:
		switch {
		case !r.contents.filter.Empty():
			return say("headings cannot be folded while filtered")
		case !d.hasChildren(r.contents.head()):
			return say("there is nothing to fold here")
		}
	case keys.DocOpenAll:
		if !slices.Contains(d.folded, true) {
			return say("all headings are unfolded")
		}
	case keys.DocCloseAll:
		if !slices.ContainsFunc(d.closable(), func(i int) bool { return !d.folded[i] }) {
			return say("all headings are folded")
		}
	}
	return ""
}

// move handles the movements of cursor and text.
func move(r *Reader, a keys.Action) bool {
	n := max(1, r.geo.outline.Dy())
	if r.onText {
		n = max(1, r.geo.text.Dy()-1)
	}
	by, reach := a.Step(n)
	switch {
	case reach != keys.Nowhere && !r.onText:
		r.contents.stand(r.contents.cursor + by)
	case reach == keys.ByLine, reach == keys.ByPage:
		r.Scroll(by)
	case reach == keys.ToEnd && by < 0:
		r.showAt(flowAt{})
	case reach == keys.ToEnd:
		if r.text.page() != nil {
			r.showAt(r.text.last())
		}
	case a == keys.DocNext, a == keys.DocPrev, a == keys.DocNextSame, a == keys.DocPrevSame:
		step := 1
		if a == keys.DocPrev || a == keys.DocPrevSame {
			step = -1
		}
		r.contents.nextHead(step, a == keys.DocNextSame || a == keys.DocPrevSame)
	case a == keys.DocScrollDown:
		r.Scroll(scrollBy)
	case a == keys.DocScrollUp:
		r.Scroll(-scrollBy)
	default:
		return false
	}
	return true
}

// Scroll moves the text by rows, and the outline along.
func (r *Reader) Scroll(by int) {
	if r.doc == nil {
		return
	}
	r.text.scroll(by)
	r.contents.follow()
}

// showAt shows a row of the text at the top and moves the outline along.
func (r *Reader) showAt(a flowAt) {
	r.text.show(a)
	r.contents.follow()
}

// Switch moves the focus to the text or back to the outline.
func (r *Reader) Switch() { r.onText = !r.onText }

// back cancels one thing in the reader and reports whether there was one.
func (r *Reader) back() bool {
	switch {
	case r.doc == nil:
		return false
	case r.text.Selecting():
		r.text.pick = nil
	case r.contents.dropFind():
	case !r.contents.filter.Empty():
		r.contents.filterBy(model.Filter{})
	case r.onText:
		r.onText = false
	default:
		return false
	}
	return true
}

// turnTables switches between records and tables.
func turnTables(r *Reader) tea.Cmd {
	d, say := r.doc, r.env.Text.Say
	switch {
	case d.body == nil:
		return input.Tell(say("the document is not read yet"))
	case d.body.tables == 0:
		return input.Tell(say("the document has no tables"))
	}
	d.records = !d.records
	r.gen++
	if d.records {
		return input.Tell(say("tables are shown row by row"))
	}
	return input.Tell(say("tables are shown as tables, where their columns fit"))
}
