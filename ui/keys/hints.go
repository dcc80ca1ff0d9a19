package keys

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// Hint is one entry of a hint line.
type Hint struct {
	Action    Action
	Key, Text string
}

// Hinted returns the actions of a context's hint line, the most useful first. documents says that they show in the
// pane or beside it. A dialog shows its own keys, so only the way out is hinted.
func Hinted(c Context, documents bool) []Action {
	switch c {
	case InPane:
		if documents {
			return []Action{Copy, Move, Rename, New, Delete, ViewOutline, Search, NewFolder, Undo, FindBelow, Import, Export, Filter, JobsPanel, HookPanel, Palette, Toggle, OtherPane, Refresh, RenameList, Quit}
		}
		return []Action{Copy, Move, Rename, New, Delete, Filter, Toggle, Search, ViewOutline, NewFolder, Undo, FindBelow, JobsPanel, HookPanel, OtherPane, Palette, Refresh, RenameList, Quit}
	case InResults:
		return []Action{Open, HitOther, ViewOutline, Move, Copy, Rename, Delete, Filter, Toggle, Refresh, Undo, Back, Palette}
	case InRecent:
		return []Action{Open, HitOther, ViewOutline, RecentRemove, Move, Copy, Rename, Delete, Filter, Toggle, Refresh, Undo, Back, Palette}
	case InBin:
		return []Action{BinRecover, BinPurge, Toggle, Filter, Refresh, Undo, Back, Palette}
	case InGlobal:
		return []Action{OtherPane, JobsPanel, HookPanel, Palette, Quit}
	case InDocument:
		return []Action{EditInsert, DocFind, DocFilter, DocJump, DocClose, DocSelect, EditReplace, EditComment, EditAppend, DocExport, Palette, Refresh}
	case InPassage:
		return []Action{EditComment, PassageCopy, EditReplace, EditFormat, PassageBegin, PassageEnd, PassageSwap, DocFind, Palette}
	case InFile:
		return []Action{FileFind, FileFindNext, FileClose, FileEdit, FileInfo, Palette, Refresh}
	case InJobs:
		return []Action{JobPause, JobCancel, JobDetails, JobRetry, JobUndo, JobFilter, JobClear, JobSave, JobPauseAll, JobsPanel, Palette, JobEarlier, JobLater}
	case InHook:
		return []Action{HookDetails, HookAllow, HookReplay, HookStop, HookTalks, HookLines, HookRoutes, HookFilter, HookPause, HookListen, HookFollow, HookToken, HookClear, HookPanel, Palette}
	case InDelivery:
		return []Action{DeliveryAllow, DeliveryFind, DeliveryFollow, DeliveryReplay, DeliveryStop, DeliveryBody, DeliverySave, Palette}
	case InTalk:
		return []Action{TalkOpen, TalkClose, TalkCopy, Palette}
	case InInput:
		return []Action{InAccept, InCancel}
	}
	return []Action{DlgCancel}
}

// OfRow returns the actions on a row for the menu of the right mouse button, or none.
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

// ownHinted returns the actions of a dialog's hint line, its own first.
func (m *Map) ownHinted(c Context) []Action {
	var out []Action
	for _, d := range m.Docs(c) {
		if d.Short != "" {
			out = append(out, d.ID)
		}
	}
	return out
}

// HintList returns the actions that fit into a line of that width, separated by two cells, with the help last.
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
	row := m.Key(Copy) == "F5" // of Midnight Commander
	if row {
		slices.SortStableFunc(actions, func(a, b Action) int { return cmp.Compare(m.functionKey(a), m.functionKey(b)) })
	}
	var out []Hint
	for _, a := range actions {
		h := hint(a, m.about[a].Short)
		if h.Key == "" || a == help || a == NewFolder && !row { // else New makes folders, too
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

// functionKey is the number of an action's function key, and one above all for any other key.
func (m *Map) functionKey(a Action) int {
	if digits, is := strings.CutPrefix(m.Key(a), "F"); is {
		if n, err := strconv.Atoi(digits); err == nil {
			return n
		}
	}
	return 100
}

// TypingHints returns the hints of a dialog's text field. The dialog explains Enter itself.
func (m *Map) TypingHints(cat *text.Catalogue, width int) []Hint {
	return m.HintList(cat, InInput, width, []Action{InCancel})
}

// Hints returns the hints of a context as one plain line. It ends with the help's key if that fits.
func (m *Map) Hints(cat *text.Catalogue, c Context, width int) string {
	return Joined(m.HintList(cat, c, width, Hinted(c, false)))
}

// OwnHintList returns the hints of a dialog's own keys, without those that mean nothing now.
func (m *Map) OwnHintList(cat *text.Catalogue, c Context, width int, without ...Action) []Hint {
	actions := slices.DeleteFunc(m.ownHinted(c), func(a Action) bool { return slices.Contains(without, a) })
	return m.HintList(cat, c, width, actions)
}

// HintAt returns the action of the hint in a cell of a line of joined hints, or None.
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

// Joined returns hints as one plain line.
func Joined(hs []Hint) string {
	return strings.Join(model.Each(hs, func(h Hint) string { return h.Key + " " + h.Text }), "  ")
}
