package write

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// dryRun is the flag --dry-run: nothing is changed, and with a file the plan is saved.
type dryRun struct {
	DryRun bool
	Save   string // "" = nowhere
	never  bool   // it is not saved
}

// dryRunOnly is the value of --dry-run alone.
const dryRunOnly = "true"

func (d *dryRun) String() string { return cmp.Or(d.Save, map[bool]string{true: dryRunOnly}[d.DryRun]) }

// Type keeps the help from showing the value of --dry-run alone.
func (d *dryRun) Type() string { return "bool" }

func (d *dryRun) Set(s string) error {
	d.DryRun, d.Save = s != "false", ""
	switch {
	case s == dryRunOnly || s == "false":
		return nil
	case d.never || s == "":
		return fs.ErrInvalid // the command line says which flag it is
	}
	d.Save = s
	return nil
}

// save writes the plan into the file that --dry-run names. Nothing is overwritten.
func (run *Runner) save(plan *model.Plan, w Flags) error {
	if w.Save == "" {
		return nil
	}
	b, err := journal.EncodeSaved(plan, func(account string) string { return cmp.Or(account, run.session.Config.Account) })
	if err == nil {
		err = system.WriteNew(w.Save, b, true)
	}
	if err == nil {
		return nil
	}
	e := client.Errorf(client.KindLocal, "save", model.Place{}, "the plan was not saved in %s: %s", w.Save, console.Cause(err))
	if errors.Is(err, fs.ErrExist) {
		e.Kind, e.What, e.Args = client.KindConflict, "%s exists already", []any{w.Save}
	}
	e.Err = err
	return e
}

// mostSaved bounds the file of a saved plan, which is in memory as a whole; bytes.
const mostSaved = 1 << 30

// Saved reads a plan that --dry-run has saved.
func (run *Runner) Saved(path string) (*model.Plan, error) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		var b []byte
		if b, err = io.ReadAll(io.LimitReader(f, mostSaved)); err == nil {
			return run.decode(path, b)
		}
	}
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "%s cannot be read: %s", path, console.Cause(err))
	if errors.Is(err, fs.ErrNotExist) {
		e.Kind, e.What, e.Args = client.KindNotFound, "%s was not found", []any{path}
	}
	e.Err = err
	return nil, e
}

func (run *Runner) decode(path string, b []byte) (*model.Plan, error) {
	p, err := journal.DecodeSaved(b, func(account string) string {
		if account == run.session.Config.Account {
			return ""
		}
		return account
	})
	if err != nil {
		e := client.Errorf(client.KindInvalid, "jobs", model.Place{}, "this version of aloft cannot read the plan %s: %s", path, err.Error())
		e.Hint, e.Err = "make the plan again: --dry-run=FILE", err
		return nil, e
	}
	return p, nil
}
