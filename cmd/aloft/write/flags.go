package write

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Flags are the flags of every command that changes something.
type Flags struct {
	console.Format
	Yes, Nul bool
	dryRun
	Local      bool // the stream of -0 holds paths of this machine
	MaxDelete  int  // so many may be deleted, whatever the brake says; negative = what that says
	Target     string
	Follow     bool // links of this machine that are named
	onConflict string
	rules      []string // that the command takes
	Paused     bool     // the job waits until it is resumed
	Names      bool     // print the place of a new folder, too
	Ask        bool     // ask before anything is changed
	NoAudit    bool     // leave the audit out
}

// ConflictFlag chooses what to do about taken names.
func (run *Runner) ConflictFlag(c *cobra.Command, w *Flags) {
	run.rules(c, w, "for taken names: ask (do nothing and say so), skip, number, stop")
}

// ReplaceFlag is ConflictFlag for what can make room at the target.
func (run *Runner) ReplaceFlag(c *cobra.Command, w *Flags) {
	run.rules(c, w, "for taken names: ask (do nothing and say so), skip, number, stop, replace (files go to the bin, folders are merged)", string(model.ConflictReplace))
	run.DeleteFlags(c, w)
}

func (run *Runner) rules(c *cobra.Command, w *Flags, help text.Text, more ...string) {
	w.rules = append([]string{string(model.ConflictAsk), string(model.ConflictSkip), string(model.ConflictNumber), string(model.ConflictStop)}, more...)
	c.Flags().StringVar(&w.onConflict, "on-conflict", w.rules[0], run.con.Say(help))
	console.OneOfWords(c, "on-conflict", w.rules...)
}

// Rule is what --on-conflict says.
func (w *Flags) Rule(c *cobra.Command) (model.ConflictRule, error) {
	if slices.Contains(w.rules, w.onConflict) {
		return model.ConflictRule(w.onConflict), nil
	}
	return "", console.UsageErrorFor(c, "--on-conflict is one of %s, not %q", strings.Join(w.rules, ", "), w.onConflict)
}

// TargetFlag is the folder that many sources go to.
func (run *Runner) TargetFlag(c *cobra.Command, w *Flags) {
	console.PathFlag(c.Flags(), &w.Target, "target", "t", "", run.con.Say("move into this folder; all arguments are sources"))
	places := run.places.Complete(-1)
	_ = c.RegisterFlagCompletionFunc("target", func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return places(c, nil, prefix)
	})
}

// WriteFlags are --dry-run, --yes and the output format.
func (run *Runner) WriteFlags(c *cobra.Command, w *Flags) {
	run.flags(c, w, run.con.Say("show what would be done, and do nothing; `[=FILE]` saves the plan there, for aloft jobs run FILE"), Result{})
	run.pausedFlag(c, w)
}

// SyncFlags are WriteFlags for what deletes and copies in one job, whose plan is not saved: what
// a person is asked about a saved plan holds for all of its items.
func (run *Runner) SyncFlags(c *cobra.Command, w *Flags) {
	run.EditFlags(c, w, Result{})
	run.pausedFlag(c, w)
}

func (run *Runner) pausedFlag(c *cobra.Command, w *Flags) {
	c.Flags().BoolVar(&w.Paused, "paused", false, run.con.Say("make the job and leave it paused, for aloft jobs resume"))
}

// EditFlags are WriteFlags for the text of documents: plans are not saved.
func (run *Runner) EditFlags(c *cobra.Command, w *Flags, shape any) {
	w.never = true
	run.flags(c, w, run.con.Say("show what would be done, and do nothing"), shape)
}

func (run *Runner) flags(c *cobra.Command, w *Flags, dry string, shape any) {
	c.Flags().Var(&w.dryRun, "dry-run", dry)
	c.Flags().Lookup("dry-run").NoOptDefVal = dryRunOnly
	c.Flags().BoolVarP(&w.Yes, "yes", "y", false, run.con.Say(text.CliFlagYes))
	run.con.FormatFlags(c, &w.Format, true, shape)
}

// AuditFlag is for every command whose job may have an audit at its end.
func (run *Runner) AuditFlag(c *cobra.Command, w *Flags) {
	c.Flags().BoolVar(&w.NoAudit, "no-audit", false, run.con.Say("do not check the result: after more than %d {entry|entries} their folders are listed once more, and what is not where it should be is named", model.AuditFrom-1))
}

// DeleteFlags are those of every command that deletes.
func (run *Runner) DeleteFlags(c *cobra.Command, w *Flags) {
	c.Flags().IntVar(&w.MaxDelete, "max-delete", -1, run.con.Say("delete up to so many entries, and nothing at all when there are more; instead of what jobs.delete_brake_count and jobs.delete_brake_share say"))
	c.Flags().Lookup("max-delete").DefValue = "0" // the help shows no default then
}

// ManyFlags read more places from standard input.
func (run *Runner) ManyFlags(c *cobra.Command, w *Flags) {
	c.Flags().BoolVarP(&w.Nul, "null", "0", false, run.con.Say("read more places from standard input, each with its scheme and ended by a NUL byte"))
	c.Flags().BoolVar(&w.Local, "local", false, run.con.Say("what -0 reads are paths of this machine, as find -print0 writes them"))
}

// AsJSON: one object for each item is printed.
func (w *Flags) AsJSON() bool { return w.JSON || w.JSONL }
