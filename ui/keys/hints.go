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

// Hinted are the actions of a context's hint line, the most useful first; documents
// says that they show in the pane, or beside it. A dialog shows its keys itself, so
// that for it there is only the way out.
func Hinted(c Context, documents bool) []Action {
	switch c {
	case InPane:
		if documents {
			return []Action{Copy, Move, Rename, New, Delete, ViewOutline, Search, Undo, FindBelow, Import, Export, Filter, JobsPanel, HookPanel, Palette, Toggle, OtherPane, Refresh, RenameList, Quit}
		}
		return []Action{Move, Rename, New, Delete, Filter, Toggle, Search, Undo, FindBelow, JobsPanel, HookPanel, OtherPane, Palette, Refresh, RenameList, Quit}
	case InResults:
		return []Action{Open, HitOther, ViewOutline, Move, Copy, Rename, Delete, Filter, Toggle, Refresh, Undo, Back, Palette}
	case InRecent:
		return []Action{Open, HitOther, ViewOutline, RecentRemove, Move, Copy, Rename, Delete, Filter, Toggle, Refresh, Undo, Back, Palette}
	case InBin:
		return []Action{BinRecover, BinPurge, Toggle, Filter, Refresh, Undo, Back, Palette}
	case InGlobal:
		return []Action{OtherPane, JobsPanel, HookPanel, Palette, Quit}
	case InDocument:
		return []Action{EditInsert, DocFind, DocFilter, DocJump, DocClose, EditReplace, EditAppend, EditComment, DocExport, Palette, Refresh}
	case InFile:
		return []Action{FileFind, FileFindNext, FileClose, FileEdit, FileInfo, Palette, Refresh}
	case InJobs:
		return []Action{JobPause, JobCancel, JobDetails, JobRetry, JobUndo, JobFilter, JobClear, JobSave, JobPauseAll, JobsPanel, Palette, JobEarlier, JobLater}
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

// OfRow are the actions on a row where these keys work, for the menu that the right mouse
// button opens; none where it has no menu.
func OfRow(c Context) []Action {
	switch c {
	case InPane:
		return []Action{Open, ViewOutline, Toggle, Copy, Move, Rename, Delete, PaneEdit, Export, Permission, Share, Info, Link, CopyName, CopyPath, CopyLink}
	case InResults, InRecent:
		return append([]Action{Open, HitOther}, slices.DeleteFunc(OfRow(InPane), func(a Action) bool { return a == Open })...)
	case InBin:
		return []Action{BinRecover, BinPurge, Toggle, CopyName}
	case InJobs:
		return []Action{JobDetails, JobPause, JobCancel, JobRetry, JobUndo, JobEarlier, JobLater, JobSave}
	case InHook:
		return []Action{HookDetails, HookReplay, HookStop, HookAllow, HookCopyBody, HookCopyRequest}
	}
	return nil
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

// HintList is what fits of these actions into one line of that width, parted by two
// cells, and the help always last.
func (m *Map) HintList(cat *text.Catalogue, c Context, width int, actions []Action) []Hint {
	help := Help
	switch own := chain(c); own[len(own)-1] {
	case InDialog:
		help = DlgHelp
	case InInput:
		help = InKeys
	}
	hint := func(a Action, t text.Text) Hint { return Hint{a, m.Key(a), cat.Say(t)} }
	size := func(h Hint) int { return model.Width(h.Key) + 1 + model.Width(h.Text) }
	var last []Hint
	if m.Key(help) != "" {
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

// TypingHints are the hints of a text field of a dialog, which says itself what
// Enter does there.
func (m *Map) TypingHints(cat *text.Catalogue, width int) []Hint {
	return m.HintList(cat, InInput, width, []Action{InCancel})
}

// Hints are those of a context as one plain line. It ends in the help's key, unless not
// even that fits.
func (m *Map) Hints(cat *text.Catalogue, c Context, width int) string {
	return joined(m.HintList(cat, c, width, Hinted(c, false)))
}

// OwnHints is the line that a dialog shows of its own keys, without those that mean
// nothing in it now.
func (m *Map) OwnHints(cat *text.Catalogue, c Context, width int, without ...Action) string {
	return joined(m.OwnHintList(cat, c, width, without...))
}

// OwnHintList are the hints of that line.
func (m *Map) OwnHintList(cat *text.Catalogue, c Context, width int, without ...Action) []Hint {
	actions := slices.DeleteFunc(m.ownHinted(c), func(a Action) bool { return slices.Contains(without, a) })
	return m.HintList(cat, c, width, actions)
}

// HintAt is the action of the hint in a cell of a line of hints as they are joined; None
// beside them.
func HintAt(hs []Hint, x int) Action {
	from := 0
	for _, h := range hs {
		to := from + model.Width(h.Key) + 1 + model.Width(h.Text)
		if x >= from && x < to {
			return h.Action
		}
		from = to + 2
	}
	return None
}

func joined(hs []Hint) string {
	var parts []string
	for _, h := range hs {
		parts = append(parts, h.Key+" "+h.Text)
	}
	return strings.Join(parts, "  ")
}
