package write

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Flags are what the flags of every command that changes something say.
type Flags struct {
	console.Format
	Yes, Nul bool
	dryRun
	Local     bool // the stream of -0 holds paths of this machine
	MaxDelete int  // so many may be deleted, whatever the brake says; negative = what that says
	Target    string
	Follow    bool // links of this machine that are named
	Rule      model.ConflictRule
	Paused    bool // the job waits until it is resumed
	Names     bool // print the place of a new folder, too
	Ask       bool // ask before anything is changed
	NoAudit   bool // leave the audit out
}

// Takes are the flags that a command that changes something has beside its own.
type Takes int

const (
	Plan     Takes = 1 << iota // --dry-run, --yes, the output format and --paused
	Unsaved                    // of Plan: plans are not saved, since what a person is asked about a saved plan holds for all of its items
	Edit                       // Plan for the text of documents: they are not saved, and there is no job
	Many                       // read more places from standard input
	Target                     // the folder that many sources go to
	Follow                     // for what copies from this machine
	Conflict                   // what to do about taken names
	Replace                    // Conflict for what can make room at the target, with Delete
	Delete                     // for what deletes
	Audit                      // the job may have an audit at its end
)

// Flags are rows of flags.
func (run *Runner) Flags(t Takes) (all []console.Flag) {
	add := func(when Takes, more ...console.Flag) {
		if t&when != 0 {
			all = append(all, more...)
		}
	}
	dry := console.Flag{Name: "dry-run", Value: func(*cobra.Command) pflag.Value { return &dryRun{never: t&(Unsaved|Edit) != 0} }, Alone: dryRunOnly,
		Help: "show what would be done, and do nothing; `[=FILE]` saves the plan in FILE, and aloft jobs run FILE runs it"}
	if t&(Unsaved|Edit) != 0 {
		dry.Help = "show what would be done, and do nothing"
	}
	add(Plan|Edit, dry, console.Flag{Name: "yes", Short: "y", Value: false, Help: text.CliFlagYes})
	add(Plan, console.Flag{Name: "paused", Value: false, Help: "create the job paused; aloft jobs resume starts it"})
	add(Many, console.Flag{Name: "null", Short: "0", Value: false, Help: "read more places from standard input, each ended by a NUL byte"},
		console.Flag{Name: "local", Value: false, Help: "with -0, read paths of this machine, as from find -print0"})
	add(Target, console.Flag{Name: "target", Short: "t", Value: console.Path(""), Help: "move into this folder; all arguments are sources",
		Complete: func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
			return run.con.Places(-1)(c, nil, prefix)
		}})
	add(Follow, console.Flag{Name: "dereference", Short: "L", Value: false, Help: "copy the targets of the links you name (otherwise links stay links within a disk and are skipped elsewhere)"})
	rules := []string{string(model.ConflictAsk), string(model.ConflictSkip), string(model.ConflictNumber), string(model.ConflictStop)}
	taken := console.Flag{Name: "on-conflict", Help: "if a name is taken: ask (list the names and stop), skip, number, stop"}
	if t&Replace != 0 {
		rules = append(rules, string(model.ConflictReplace), string(model.ConflictNewer), string(model.ConflictMerge))
		taken.Help = "if a name is taken: ask (list the names and stop), skip, number, stop, replace (files go to the bin, folders are merged), newer (like replace, but only with newer files), merge (merge folders only)"
	}
	taken.Words, taken.Value, taken.Only = rules, rules[0], true
	add(Conflict|Replace, taken)
	add(Delete|Replace, console.Flag{Name: "max-delete", Value: -1, NoDefault: true, Help: "delete nothing if more than this many entries would go; overrides jobs.delete_brake_count and jobs.delete_brake_share"})
	add(Audit, console.Flag{Name: "no-audit", Value: false, Said: []any{model.AuditFrom - 1},
		Help: "do not check the result (by default, aloft checks results over %d {entry|entries})"})
	return all
}

// Row is a command that changes something, and says for each entry what became of it.
func (run *Runner) Row(t Takes, r console.Command, do func(console.Call, Flags) error) console.Command {
	r.Flags, r.Lines = append(r.Flags, run.Flags(t)...), true
	if r.JSON == nil {
		r.JSON = []any{Result{}}
	}
	if t&Many != 0 {
		r.Args = cobra.ArbitraryArgs
	}
	r.Run = func(in console.Call) error {
		w := Flags{Format: in.Format, Yes: in.On("yes"), Nul: in.On("null"), Local: in.On("local"), MaxDelete: in.Int("max-delete"), Target: in.Text("target"),
			Follow: in.On("dereference"), Rule: model.ConflictRule(in.Text("on-conflict")), Paused: in.On("paused"), NoAudit: in.On("no-audit")}
		if f := in.Cmd.Flags().Lookup("dry-run"); f != nil {
			w.dryRun = *f.Value.(*dryRun)
		}
		return do(in, w)
	}
	return r
}

// AsJSON: one object for each item is printed.
func (w *Flags) AsJSON() bool { return w.JSON || w.JSONL }
