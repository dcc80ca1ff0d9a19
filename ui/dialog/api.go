package dialog

import (
	"time"

	"aloft/client"
	"aloft/model"
)

// ConfirmOptions of a plain question.
type ConfirmOptions struct {
	Tag    any
	Title  string
	Body   []string // raw lines
	Yes    string   // label of the act: a verb, "Delete"
	Danger bool     // destructive: Cancel comes first and has the focus
	Word   string   // must be typed before Yes works; "" = none
}

// NewConfirm asks yes or no: ConfirmAnswered.
func NewConfirm(env *Env, o ConfirmOptions) Dialog { return nil }

// NewDelete asks whether a delete plan shall run: DeleteAnswered. It lists what
// goes, here and elsewhere, and where it goes; a final deletion needs a typed word.
func NewDelete(env *Env, from Origin, plan *model.Plan) Dialog { return nil }

// PlanOptions of a plan's question.
type PlanOptions struct {
	DryRun bool // dry run is on: nothing but looking is offered
	// Free gives a free name with a number for an item whose name is taken;
	// nil = numbered by the names in the plan alone.
	Free func(item model.Item) string
	// CheckName says why the service would refuse a name.
	CheckName func(string) error
}

// NewPlan shows a plan before it runs: PlanAnswered.
func NewPlan(env *Env, from Origin, plan *model.Plan, o PlanOptions) Dialog { return nil }

// NewConflict asks about one taken name, the n-th of all: ConflictAnswered.
func NewConflict(env *Env, from Origin, plan *model.Plan, item, n, all int, check func(string) error) Dialog {
	return nil
}

// ErrorOptions of an error that needs a choice.
type ErrorOptions struct {
	Tag     any
	Title   string // what failed; "" = "Something failed"
	Err     error
	Choices []Choice // of retry, skip, skip-all, stop; none = only to be read
}

// NewError shows an error: ErrorAnswered, CopyAsked.
func NewError(env *Env, o ErrorOptions) Dialog { return nil }

// PromptOptions of one line of input.
type PromptOptions struct {
	Origin      Origin
	Kind        string // comes back in the answer and is the name of the history
	Tag         any
	Title       string
	Label       string // before the input
	Body        []string
	Placeholder string
	Value       string
	Cursor      int // byte offset, -1 = end
	Max         int // bytes, 0 = no limit
	History     []string
	Check       func(string) error // nil = anything goes
	Empty       bool               // an empty value is an answer
	Complete    bool               // Tab asks with input.CompleteAsked
}

// NewPrompt asks for one line: PromptAnswered.
func NewPrompt(env *Env, o PromptOptions) Dialog { return nil }

// PickOptions of the choice of a folder.
type PickOptions struct {
	Origin Origin
	Tag    any
	Title  string
	Verb   string // label of the act: "Move here"
	Start  model.Place
	Roots  []model.Place // other sources to switch to; the present one included
	// Refuse says why a folder cannot be picked, "" when it can.
	Refuse func(model.Place) string
	// NewFolder allows making folders on the way: NewFolderAsked.
	NewFolder bool
}

// NewPick lets a folder be chosen: FolderAsked, NewFolderAsked, PickAnswered.
func NewPick(env *Env, o PickOptions) Dialog { return nil }

// MenuItem is one line of a menu. Key is the press that takes it.
type MenuItem struct {
	Key, Label string
	Value      any
	Current    bool
	Refused    string // why it cannot be chosen, "" when it can
}

// MenuOptions of a short list of choices.
type MenuOptions struct {
	Origin Origin
	Tag    any
	Title  string
	Items  []MenuItem
}

// NewMenu lets one item be chosen by letter or cursor: MenuAnswered.
func NewMenu(env *Env, o MenuOptions) Dialog { return nil }

// NewBookmarks lists the bookmarks; with jump every letter goes at once to its
// bookmark. BookmarkChosen, BookmarksChanged.
func NewBookmarks(env *Env, from Origin, marks []client.Bookmark, jump bool) Dialog { return nil }

// NewResults waits for Found and shows it: ResultChosen.
func NewResults(env *Env, from Origin, query string) Dialog { return nil }

// NewQuit asks what shall become of running jobs: QuitAnswered.
func NewQuit(env *Env, jobs []model.JobSnapshot) Dialog { return nil }

// NewResume offers to go on with jobs that were interrupted: ResumeAnswered.
func NewResume(env *Env, jobs []model.JobSnapshot) Dialog { return nil }

// InfoRow is one known thing about an entry; the value is raw.
type InfoRow struct{ Label, Value string }

// InfoLoaded gives an open Info dialog more rows; the tag tells which one.
type InfoLoaded struct {
	Tag  any
	Rows []InfoRow
	Err  error
}

// NewInfo shows rows that can be copied: CopyAsked. With loading it says that
// more will come as InfoLoaded.
func NewInfo(env *Env, tag any, title string, rows []InfoRow, loading bool) Dialog { return nil }

// NewLogin says that an account needs a login, and by which command:
// LoginAnswered.
func NewLogin(env *Env, account string, err error) Dialog { return nil }

// LogLine is one message of the past; the text is raw.
type LogLine struct {
	At   time.Time
	Bad  bool
	Text string
}

// NewLog shows past messages, the newest last.
func NewLog(env *Env, lines []LogLine) Dialog { return nil }

// NewReport shows the items of a job with their states.
func NewReport(env *Env, job model.JobSnapshot, items []model.ItemReport, err error) Dialog {
	return nil
}

// NewBin waits for BinListed and shows the recycle bin: BinAnswered.
func NewBin(env *Env, from Origin) Dialog { return nil }

// NewThemes lets a theme be chosen and shows each at once: ThemePreviewed,
// ThemeChosen.
func NewThemes(env *Env, names []string, current string) Dialog { return nil }

// NewWelcome greets a new person with the keys that matter: WelcomeAnswered.
// Where names what the panes show, raw.
func NewWelcome(env *Env, where string) Dialog { return nil }
