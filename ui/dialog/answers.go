package dialog

import (
	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Choice is an answer to a question with more choices than yes and no.
type Choice string

const (
	ChoseNothing Choice = "" // Esc
	ChoseGo      Choice = "go"
	ChoseDryRun  Choice = "dry-run"

	ChoseRetry   Choice = "retry"
	ChoseSkip    Choice = "skip"
	ChoseSkipAll Choice = "skip-all"
	ChoseStop    Choice = "stop"

	ChoseRename    Choice = "rename"
	ChoseNumberAll Choice = "number-all"

	ChoseReplace    Choice = "replace"
	ChoseReplaceAll Choice = "replace-all"
	ChoseNewerAll   Choice = "newer-all"
	ChoseMerge      Choice = "merge" // of all folders whose names are taken, but for those decided otherwise

	ChoseWait       Choice = "wait"        // quit after the jobs have ended
	ChoseGoOn       Choice = "go-on"       // quit; the jobs continue in the background
	ChosePauseQuit  Choice = "pause-quit"  // pause and keep them, quit
	ChoseCancelQuit Choice = "cancel-quit" // cancel them, quit
	ChoseLater      Choice = "later"
	ChoseCancelJobs Choice = "cancel-jobs"
)

// rules are the answers that decide about taken names.
var rules = map[Choice]model.ConflictRule{
	ChoseSkip: model.ConflictSkip, ChoseSkipAll: model.ConflictSkip, ChoseNumberAll: model.ConflictNumber,
	ChoseReplace: model.ConflictReplace, ChoseReplaceAll: model.ConflictReplace, ChoseNewerAll: model.ConflictNewer,
}

// Rule is what the answer decides about a taken name, "" when it decides otherwise.
func (c Choice) Rule() model.ConflictRule { return rules[c] }

// ConfirmAnswered answers a Confirm. Tag is the opener's.
type ConfirmAnswered[T any] struct {
	Tag T
	Yes bool
}

// PlanAnswered answers a Plan, a Delete, a Sync or an Undo: ChoseGo, ChoseDryRun or ChoseNothing, a Plan also ChoseMerge. Plan is a copy with every item decided; the
// shown plan is unchanged.
type PlanAnswered struct {
	Plan   *model.Plan
	Choice Choice
}

// ConflictAnswered answers a Conflict about Plan.Items[Item]: ChoseSkip,
// ChoseSkipAll, ChoseRename with Name, ChoseNumberAll, ChoseReplace, ChoseReplaceAll, ChoseNewerAll, ChoseMerge, ChoseStop, ChoseNothing.
type ConflictAnswered struct {
	Plan   *model.Plan
	Item   int
	Choice Choice
	Name   string
}

// ErrorAnswered answers an Error with one of the choices it offered, or
// ChoseNothing.
type ErrorAnswered struct {
	Job    string
	Choice Choice
}

// PromptAnswered answers a Prompt, unless nothing was entered.
type PromptAnswered[T any] struct {
	Origin Origin
	For    T
	Value  string // raw
}

// FolderAsked requests the entries of a folder for a Pick. The answer is
// FolderListed with the same Dialog and Seq.
type FolderAsked struct {
	Dialog, Seq int
	Place       model.Place
}

// FolderListed answers FolderAsked. The dialog drops entries that are not folders.
type FolderListed struct {
	Dialog, Seq int
	Listing     model.Listing
	Err         error
}

// PickAnswered answers a Pick, unless nothing was picked.
type PickAnswered[T any] struct {
	Origin Origin
	Tag    T
	Place  model.Place
}

// NewFolderAsked requests a new folder in Place for a Pick, which stays open. FolderMade is the answer.
type NewFolderAsked struct {
	Dialog int
	Place  model.Place
	Name   string
}

// FolderMade tells a Pick that the requested folder exists or why it does not.
type FolderMade struct {
	Dialog int
	Place  model.Place // the new folder
	Err    error
}

// MenuAnswered answers a Menu with the Value of the chosen item.
type MenuAnswered[V any] struct {
	Origin Origin
	Value  V
}

// BookmarkChosen requests to go to a bookmark in the origin's pane.
type BookmarkChosen struct {
	Origin   Origin
	Bookmark client.Bookmark
}

// BookmarksChanged carries the new bookmarks to store.
type BookmarksChanged struct{ Bookmarks []client.Bookmark }

// QuitAnswered answers a Quit: ChoseGoOn, ChoseWait, ChosePauseQuit, ChoseCancelQuit or
// ChoseNothing (stay).
type QuitAnswered struct{ Choice Choice }

// ResumeAnswered answers a Resume for these jobs: ChoseGo, ChoseLater (also
// for Esc) or ChoseCancelJobs.
type ResumeAnswered struct {
	Jobs   []string
	Choice Choice
}

// CopyAsked requests to copy a raw text to the clipboard.
type CopyAsked struct{ Text string }

// ThemeChosen requests to show a theme: each during the choice, and at its end the chosen or the previous one.
type ThemeChosen struct{ Name string }

// WelcomeAnswered says that the user has closed the welcome.
type WelcomeAnswered struct{}

// HelpAsked requests the help of a dialog's keys.
type HelpAsked struct{ Context keys.Context }
