package edits

import (
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// kind is what this package knows of an edit besides its row in package model: how
// its places are found, and what proves that it was made.
type kind struct {
	plan func(*planner, client.EditAt) ([]chunk, error)
	// look checks for the text or the thing of the edit; nil = there is none but what style looks for.
	look  func(*reading, mark, bool) (seen, error)
	reads int // requests of look and style, as a rule
	// moves: positions are fetched again after it ("States and transitions" in the
	// specification of the doc tools).
	moves bool
	// listed: the service's list of such things is sure to have it. blocks: the structure is, but for what is in
	// cells and boxes.
	listed, blocks bool
	// beside: its text is within a paragraph, so its surroundings say more than its
	// position.
	beside bool
	// inverse says why no other edit restores what was there, "" = one does; nil =
	// none can. steps is how many the plan had.
	inverse func(m mark, steps int) text.Text
	// tools are the service's names of it, without "doc.".
	tools []string
}

var kinds = map[model.EditKind]kind{
	model.EditText: {plan: (*planner).line, look: within(0), reads: 1, beside: true, inverse: invertInserted,
		tools: []string{"insert_text"}},
	model.EditParagraph: {plan: (*planner).paragraph, look: (*reading).lookParagraph, reads: 1,
		tools: []string{"insert_paragraph", "insert_paragraph_with_text"}},
	model.EditReplace: {plan: (*planner).matched, look: (*reading).lookReplaced, reads: 3, beside: true, inverse: invertReplaced,
		tools: []string{"replace_text"}},
	model.EditReplaceAll: {plan: (*planner).replaceAll, look: (*reading).lookReplacedAll, reads: 2, inverse: invertReplacedAll,
		tools: []string{"find_and_replace", "find_and_replace_text"}},
	model.EditFormat:    {plan: (*planner).matched, reads: 2, tools: []string{"update_text_property"}},
	model.EditTask:      {plan: (*planner).block, look: within(slack), reads: 2, tools: []string{"insert_task"}},
	model.EditImage:     {plan: (*planner).line, look: (*reading).lookImage, reads: 2, blocks: true, tools: []string{"insert_image"}},
	model.EditPageBreak: {plan: (*planner).line, reads: 2, blocks: true, tools: []string{"insert_page_break"}},
	model.EditTable:     {plan: (*planner).block, look: (*reading).lookTable, reads: 1, blocks: true, tools: []string{"insert_table"}},
	model.EditComment:   {plan: (*planner).matched, look: (*reading).lookComment, reads: 1, listed: true, moves: true, tools: []string{"insert_comment"}},
	model.EditReplaceImage: {plan: (*planner).replaceImage, look: (*reading).lookReplacedImage, reads: 1, listed: true,
		tools: []string{"replace_image"}},
	model.EditMarkdown:  {plan: (*planner).block, look: (*reading).lookMarkdown, reads: 1, tools: []string{"insert_markdown"}},
	model.EditRevert:    {plan: (*planner).takeBack, look: (*reading).lookGone, reads: 1, tools: []string{"revert_revision", "undo_ai_edit"}},
	model.EditResolve:   {plan: (*planner).settle, look: (*reading).lookSettled, reads: 1, listed: true, tools: []string{"resolve_comments"}},
	model.EditRevisions: {plan: (*planner).resolve, look: (*reading).lookResolved, reads: 1, listed: true, tools: []string{"resolve_revisions"}},
}

// about says what part of a document an edit is about.
func about(e model.Edit) model.EditAt {
	s, _ := e.Kind.Spec()
	return s.At
}

// chunks finds where an edit is made, and its steps.
func (p *planner) chunks(a client.EditAt) ([]chunk, error) {
	k := kinds[a.Edit.Kind]
	p.alone = p.unseen && !k.beside
	return k.plan(p, a)
}

// look checks whether the effect of a step is visible in the version. exact: no
// later step has moved it, so it must be at its exact position.
func (r *reading) look(m mark, exact bool) (seen, error) {
	if k := kinds[m.Kind]; k.look != nil {
		return k.look(r, m, exact)
	}
	return there, nil
}

// ofTool reports whether a tool of the service, in any of its spellings, makes
// edits of the kind.
func ofTool(k model.EditKind, tool string) bool {
	tool = strings.NewReplacer(".", "_", "-", "_").Replace(strings.ToLower(tool))
	return slices.ContainsFunc(kinds[k].tools, func(word string) bool { return tool == word || tool == "doc_"+word })
}

func (p *planner) takeBack(a client.EditAt) ([]chunk, error) {
	return one(model.EditStep{Edit: a.Edit}), nil
}

// settle plans to resolve comments: those that there are, and not so already.
func (p *planner) settle(a client.EditAt) ([]chunk, error) {
	all, err := p.Comments()
	if err != nil {
		return nil, err
	}
	var open []string
	for _, id := range a.Edit.Verdict.IDs {
		i := slices.IndexFunc(all.All, func(c model.DocComment) bool { return c.ID == id })
		switch {
		case i < 0:
			return nil, p.d.fail(client.KindNotFound, "there is no comment %s", id)
		case all.All[i].Parent != "":
			id = all.All[i].Parent // the thread has the state
			fallthrough
		default:
			if !slices.Contains(open, id) && slices.ContainsFunc(all.All, func(c model.DocComment) bool { return c.ID == id && c.Done == a.Edit.Verdict.Reject }) {
				open = append(open, id)
			}
		}
	}
	if len(open) == 0 {
		what := text.Text("the comments are resolved already")
		if a.Edit.Verdict.Reject {
			what = "the comments are open already"
		}
		return nil, p.d.fail(client.KindInvalid, what)
	}
	a.Edit.Verdict.IDs = open
	return one(model.EditStep{Edit: a.Edit}), nil
}

func (p *planner) resolve(a client.EditAt) ([]chunk, error) {
	p.note("It can be undone until the next edit.")
	return one(model.EditStep{Edit: a.Edit}), nil
}

const severalOld text.Text = "the service offers no undo, and no other edit restores the old text"

func invertInserted(mark, int) text.Text { return "" }

func invertReplaced(m mark, steps int) text.Text {
	switch {
	case m.N != 1 || steps > 1:
		return severalOld
	case m.Old == "" || m.Text == "":
		return text.UndoNoTool // nothing by which its position could be found
	}
	return ""
}

func invertReplacedAll(mark, int) text.Text { return severalOld }
