package keys

import (
	"slices"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Hint is one entry of a hint line.
type Hint struct {
	Action    Action
	Key, Text string
}

// hinted are the actions of a context's hint line, the most useful first. A dialog
// shows its keys itself, so here it has only the way out.
func hinted(c Context) []Action {
	switch c {
	case InPane:
		return []Action{Move, Rename, New, Delete, Filter, Toggle, Search, JobsPanel, HookPanel, OtherPane, Palette, Refresh, Quit}
	case InGlobal:
		return []Action{OtherPane, JobsPanel, HookPanel, Palette, Quit}
	case InDocument:
		return []Action{EditInsert, DocFind, DocFilter, DocJump, DocClose, EditReplace, EditAppend, EditComment, DocExport, Palette, Refresh}
	case InJobs:
		return []Action{JobPause, JobCancel, JobDetails, JobClear, JobPauseAll, JobsPanel, Palette}
	case InHook:
		return []Action{HookDetails, HookListen, HookReplay, HookStop, HookFollow, HookFilter, HookPause, HookTalks, HookLines, HookToken, HookClear, HookPanel, Palette}
	case InDelivery:
		return []Action{DeliveryFind, DeliveryFollow, DeliveryReplay, DeliveryStop, DeliveryBody, DeliverySave, Palette}
	case InTalk:
		return []Action{TalkOpen, TalkClose, TalkDelivery, TalkCopy, Palette}
	case InInput:
		return []Action{InAccept, InCancel}
	}
	return []Action{DlgCancel}
}

// ownHinted are the actions of a dialog's own hint line, its own first.
func (m *Map) ownHinted(c Context) []Action {
	var out []Action
	for _, d := range m.Docs(c) {
		if d.Short != "" {
			out = append(out, d.ID)
		}
	}
	return out
}

// HintList is what fits into one line of that width, separated by two cells, the
// most useful first and the help always last.
func (m *Map) HintList(cat *text.Catalogue, c Context, width int) []Hint {
	return m.fit(cat, c, width, hinted(c))
}

// TypingHints is HintList for a text field of a dialog, which explains Enter
// itself.
func (m *Map) TypingHints(cat *text.Catalogue, width int) []Hint {
	return m.fit(cat, InInput, width, []Action{InCancel})
}

// DocumentHints is HintList for a pane that shows documents.
func (m *Map) DocumentHints(cat *text.Catalogue, width int) []Hint {
	return m.fit(cat, InPane, width, []Action{
		Copy, Move, Rename, New, Delete, ViewOutline, Search, Import, Export, Filter, JobsPanel, HookPanel, Palette, Toggle, OtherPane, Refresh, Quit,
	})
}

// ReadingHints is HintList for a document that cannot be edited.
func (m *Map) ReadingHints(cat *text.Catalogue, width int) []Hint {
	return m.fit(cat, InDocument, width, []Action{DocFind, DocFilter, DocJump, DocClose, DocExport, Palette, Refresh})
}

func (m *Map) fit(cat *text.Catalogue, c Context, width int, actions []Action) []Hint {
	help := Help
	if len(chain(c)) > 0 && chain(c)[len(chain(c))-1] == InDialog {
		help = DlgHelp
	}
	hint := func(a Action, t text.Text) Hint { return Hint{a, m.Key(a), cat.Say(t)} }
	size := func(h Hint) int { return model.Width(h.Key) + 1 + model.Width(h.Text) }
	var last []Hint
	if m.Key(help) != "" && c != InInput {
		last = []Hint{hint(help, text.KeyShortHelp)}
		width -= size(last[0])
		if width < 0 {
			return nil
		}
		width -= 2
	}
	var out []Hint
	for _, a := range actions {
		h := hint(a, m.about[a].Short)
		if h.Key == "" || a == help {
			continue
		}
		need := size(h)
		if len(out) > 0 {
			need += 2
		}
		if need > width {
			continue
		}
		width -= need
		out = append(out, h)
	}
	return append(out, last...)
}

// Hints is HintList as one plain line. It ends in the help's key, unless not
// even that fits.
func (m *Map) Hints(cat *text.Catalogue, c Context, width int) string {
	return joined(m.HintList(cat, c, width))
}

// OwnHints is the line that a dialog shows of its own keys, without those that mean
// nothing in it now.
func (m *Map) OwnHints(cat *text.Catalogue, c Context, width int, without ...Action) string {
	actions := slices.DeleteFunc(m.ownHinted(c), func(a Action) bool { return slices.Contains(without, a) })
	return joined(m.fit(cat, c, width, actions))
}

func joined(hs []Hint) string {
	var parts []string
	for _, h := range hs {
		parts = append(parts, h.Key+" "+h.Text)
	}
	return strings.Join(parts, "  ")
}
