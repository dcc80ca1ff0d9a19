package keys

import "aloft/model/text"

// Actions that work everywhere except in text fields.
const (
	Help       Action = "global.help"
	Palette    Action = "global.palette"
	Guide      Action = "global.guide"
	OtherPane  Action = "global.other-pane"
	NextPanel  Action = "global.next-panel"
	FocusLeft  Action = "global.focus-left"
	FocusRight Action = "global.focus-right"
	FocusJobs  Action = "global.focus-jobs"
	JobsPanel  Action = "global.jobs-panel"
	Refresh    Action = "global.refresh"
	Redraw     Action = "global.redraw"
	Back       Action = "global.back"
	Suspend    Action = "global.suspend"
	Quit       Action = "global.quit"
	Choose     Action = "global.choose"
	Zoom       Action = "global.zoom"
	Split      Action = "global.split"
	Sync       Action = "global.sync"
	Swap       Action = "global.swap"
	Log        Action = "global.log"
	Theme      Action = "global.theme"
	Settings   Action = "global.settings"
	Mouse      Action = "global.mouse"
	Icons      Action = "global.icons"
	DryRun     Action = "global.dry-run"
	Preview    Action = "global.preview"
	SignIn     Action = "global.sign-in"
	AddAccount Action = "global.add-account"
)

// globalDocs is the registry of actions that work everywhere.
func globalDocs() []Doc {
	return []Doc{
		{Help, "list the keys that work here", text.KeyShortHelp, text.KeyGroupGeneral, Keys{"? or f1", "f1", "f1 or ?"}},
		{Palette, "all actions, by name", "all", text.KeyGroupGeneral, Keys{": or f9", "f9 or f2 or ctrl+x x", "f9 or :"}},
		{Guide, "show the guide", "", text.KeyGroupGeneral, Keys{"z ?", "ctrl+x ?", "z ?"}},
		{SignIn, "sign in to this account", "", text.KeyGroupGeneral, Keys{"z u", "ctrl+x A", "z u"}},
		{AddAccount, "add an account", "", text.KeyGroupGeneral, Keys{"z U", "ctrl+x G", "z U"}},
		{Quit, "quit", "quit", text.KeyGroupGeneral, Keys{"q or f10", "f10", "f10 or ctrl+q"}},
		{Choose, "choose the selection and quit (aloft --choose)", "", text.KeyGroupGeneral, Keys{"alt+enter"}},
		{Back, "back", text.KeyShortBack, text.KeyGroupGeneral, Keys{"esc"}},
		{Refresh, "reload", "refresh", text.KeyGroupGeneral, Keys{"ctrl+r", "ctrl+r", "f5 or ctrl+r"}},
		{Redraw, "redraw", "", text.KeyGroupGeneral, Keys{"ctrl+l"}},
		{Suspend, "suspend to the shell", "", text.KeyGroupGeneral, Keys{"ctrl+z"}},
		{OtherPane, "other pane", "other pane", text.KeyGroupPanels, Keys{"tab"}},
		{NextPanel, "next panel", "", text.KeyGroupPanels, Keys{"shift+tab"}},
		{FocusLeft, "left pane", "", text.KeyGroupPanels, Keys{"1", "ctrl+x 1", "1"}},
		{FocusRight, "right pane", "", text.KeyGroupPanels, Keys{"2", "ctrl+x 2", "2"}},
		{FocusJobs, "jobs panel", "", text.KeyGroupPanels, Keys{"4", "ctrl+x 4", "4"}},
		{JobsPanel, "show or hide the jobs", "jobs", text.KeyGroupPanels, Keys{"w or z j", "ctrl+x j", "f12 or w"}},
		{Zoom, "one pane or two", "", text.KeyGroupView, Keys{"z z", "ctrl+x z", "z z"}},
		{Split, "panes side by side or one above the other", "", text.KeyGroupView, Keys{"z v", "alt+,", "z v"}},
		{Sync, "browse both panes together", "", text.KeyGroupView, Keys{"z s", "ctrl+x s", "z s"}},
		{Swap, "swap the panes", "", text.KeyGroupView, Keys{"z x", "ctrl+u", "z x"}},
		{Log, "messages so far", "", text.KeyGroupView, Keys{"z l", "ctrl+x l", "z l"}},
		{Theme, "choose a theme", "", text.KeyGroupView, Keys{"z t", "ctrl+x t", "z t"}},
		{Settings, "settings", "", text.KeyGroupView, Keys{"z ,", "ctrl+x ,", "z ,"}},
		{Mouse, "mouse on or off", "", text.KeyGroupView, Keys{"z m", "ctrl+x m", "z m"}},
		{Icons, "icons before names: none, Unicode, Nerd Font", "", text.KeyGroupView, Keys{"z i", "ctrl+x T", "z i"}},
		{DryRun, "dry run on or off", "", text.KeyGroupView, Keys{"z d", "ctrl+x d", "z d"}},
		{Preview, "info column on or off", "", text.KeyGroupView, Keys{"z p", "ctrl+x q", "z p"}},
	}
}
