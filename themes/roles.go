package themes

import "charm.land/lipgloss/v2"

// role is one thing that a theme can style.
type role struct {
	name string
	at   func(*Styles) *lipgloss.Style
	use  use
}

// use is what a role is drawn for; the contrast check asks for it.
type use int

const (
	forText   use = iota // 4.5:1 against its background
	forBorder            // 3:1
	forLayer             // laid over another role: attributes only
	forKind              // text that keeps its colour on the ground of the cursor
)

// roles are all roles, in the order of their documentation.
func roles() []role {
	type S = Styles
	type L = lipgloss.Style
	return []role{
		{"app", func(s *S) *L { return &s.App }, forText},
		{"title", func(s *S) *L { return &s.Title }, forText},
		{"title.state", func(s *S) *L { return &s.TitleState }, forText},
		{"pane.border", func(s *S) *L { return &s.PaneBorder }, forBorder},
		{"pane.border.focus", func(s *S) *L { return &s.PaneBorderFocus }, forBorder},
		{"pane.title", func(s *S) *L { return &s.PaneTitle }, forText},
		{"pane.title.focus", func(s *S) *L { return &s.PaneTitleFocus }, forText},
		{"pane.header", func(s *S) *L { return &s.PaneHeader }, forText},
		{"pane.header.focus", func(s *S) *L { return &s.PaneHeaderFocus }, forText},
		{"pane.count", func(s *S) *L { return &s.PaneCount }, forText},
		{"row.text", func(s *S) *L { return &s.RowText }, forKind},
		{"row.folder", func(s *S) *L { return &s.RowFolder }, forKind},
		{"row.doc", func(s *S) *L { return &s.RowDoc }, forKind},
		{"row.sheet", func(s *S) *L { return &s.RowSheet }, forKind},
		{"row.slide", func(s *S) *L { return &s.RowSlide }, forKind},
		{"row.picture", func(s *S) *L { return &s.RowPicture }, forKind},
		{"row.archive", func(s *S) *L { return &s.RowArchive }, forKind},
		{"row.code", func(s *S) *L { return &s.RowCode }, forKind},
		{"row.media", func(s *S) *L { return &s.RowMedia }, forKind},
		{"row.program", func(s *S) *L { return &s.RowProgram }, forKind},
		{"row.form", func(s *S) *L { return &s.RowForm }, forKind},
		{"row.drawing", func(s *S) *L { return &s.RowDrawing }, forKind},
		{"row.link", func(s *S) *L { return &s.RowLink }, forKind},
		{"row.broken", func(s *S) *L { return &s.RowBroken }, forKind},
		{"row.other", func(s *S) *L { return &s.RowOther }, forKind},
		{"row.meta", func(s *S) *L { return &s.RowMeta }, forText},
		{"row.cursor", func(s *S) *L { return &s.RowCursor }, forLayer},
		{"row.cursor.unfocused", func(s *S) *L { return &s.RowCursorUnfocused }, forLayer},
		{"row.selected", func(s *S) *L { return &s.RowSelected }, forText},
		{"row.copy", func(s *S) *L { return &s.RowCopy }, forText},
		{"row.cut", func(s *S) *L { return &s.RowCut }, forText},
		{"row.new", func(s *S) *L { return &s.RowNew }, forText},
		{"row.stale", func(s *S) *L { return &s.RowStale }, forText},
		{"row.failed", func(s *S) *L { return &s.RowFailed }, forText},
		{"row.match", func(s *S) *L { return &s.RowMatch }, forText},
		{"preview.heading1", func(s *S) *L { return &s.PreviewHeading1 }, forText},
		{"preview.heading2", func(s *S) *L { return &s.PreviewHeading2 }, forText},
		{"preview.heading3", func(s *S) *L { return &s.PreviewHeading3 }, forText},
		{"preview.body", func(s *S) *L { return &s.PreviewBody }, forText},
		{"preview.meta", func(s *S) *L { return &s.PreviewMeta }, forText},
		{"preview.position", func(s *S) *L { return &s.PreviewPosition }, forText},
		{"preview.code", func(s *S) *L { return &s.PreviewCode }, forText},
		{"preview.insert", func(s *S) *L { return &s.PreviewInsert }, forText},
		{"status.text", func(s *S) *L { return &s.StatusText }, forText},
		{"status.key", func(s *S) *L { return &s.StatusKey }, forText},
		{"status.hint", func(s *S) *L { return &s.StatusHint }, forText},
		{"status.info", func(s *S) *L { return &s.StatusInfo }, forText},
		{"status.ok", func(s *S) *L { return &s.StatusOK }, forText},
		{"status.warn", func(s *S) *L { return &s.StatusWarn }, forText},
		{"status.error", func(s *S) *L { return &s.StatusError }, forText},
		{"status.dryrun", func(s *S) *L { return &s.StatusDryRun }, forText},
		{"job.running", func(s *S) *L { return &s.JobRunning }, forText},
		{"job.waiting", func(s *S) *L { return &s.JobWaiting }, forText},
		{"job.paused", func(s *S) *L { return &s.JobPaused }, forText},
		{"job.done", func(s *S) *L { return &s.JobDone }, forText},
		{"job.failed", func(s *S) *L { return &s.JobFailed }, forText},
		{"job.bar", func(s *S) *L { return &s.JobBar }, forBorder},
		{"job.bar.rest", func(s *S) *L { return &s.JobBarRest }, forBorder},
		{"dialog.border", func(s *S) *L { return &s.DialogBorder }, forBorder},
		{"dialog.title", func(s *S) *L { return &s.DialogTitle }, forText},
		{"dialog.text", func(s *S) *L { return &s.DialogText }, forText},
		{"dialog.button", func(s *S) *L { return &s.DialogButton }, forText},
		{"dialog.button.focus", func(s *S) *L { return &s.DialogButtonFocus }, forText},
		{"dialog.button.danger", func(s *S) *L { return &s.DialogButtonDanger }, forText},
		{"dialog.button.danger.focus", func(s *S) *L { return &s.DialogButtonDangerFocus }, forText},
		{"dialog.danger", func(s *S) *L { return &s.DialogDanger }, forText},
		{"input.text", func(s *S) *L { return &s.InputText }, forText},
		{"input.prompt", func(s *S) *L { return &s.InputPrompt }, forText},
		{"input.placeholder", func(s *S) *L { return &s.InputPlaceholder }, forText},
		{"input.suggest", func(s *S) *L { return &s.InputSuggest }, forText},
		{"hook.ok", func(s *S) *L { return &s.HookOK }, forText},
		{"hook.denied", func(s *S) *L { return &s.HookDenied }, forText},
		{"hook.exec", func(s *S) *L { return &s.HookExec }, forText},
		{"hook.prompt", func(s *S) *L { return &s.HookPrompt }, forText},
		{"scroll.thumb", func(s *S) *L { return &s.ScrollThumb }, forBorder},
	}
}

// Roles are the names that [style] may use.
func Roles() []string {
	var out []string
	for _, r := range roles() {
		out = append(out, r.name)
	}
	return out
}
