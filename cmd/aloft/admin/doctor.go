package admin

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/charmbracelet/x/term"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
)

// check is one line of doctor.
type check struct {
	Check  string `json:"check"`
	Result string `json:"result"` // ok, warning, failed
	Detail string `json:"detail,omitempty"`
}

// doctor checks everything that the program needs. It runs whatever is broken.
func (cs *Commands) doctor(in console.Call) error {
	if err := cs.session.OpenLog(); err != nil {
		return err
	}
	var all []check
	add := func(name text.Text, result, detail string) {
		all = append(all, check{cs.con.Say(name), result, model.Clean(cs.con.Scrub.Scrub(detail))})
	}
	cs.doctorConfig(add)
	cs.doctorFolders(add)
	cs.doctorTerminal(add)
	cs.doctorNetwork(add)
	for _, k := range wire.Kinds() {
		if name := cs.session.Config.Account; cs.session.Config.Has(name, k.Scheme) {
			cs.doctorService(add, name, k)
		}
	}
	if cs.session.Dirs.Data != "" && cs.session.Dirs.State != "" {
		cs.hook(add)
	}
	err := console.List(cs.con, in.Format, all, func(c check) check { return c }, func(c check) error {
		return cs.con.Line(model.Pad(cs.con.Word(c.Result), 8) + " " + model.Pad(c.Check, 16) + " " + c.Detail)
	})
	if bad := len(model.Only(all, func(c check) bool { return c.Result == console.CheckFailed })); bad > 0 && err == nil {
		return console.Exit(console.ExitFailed, client.Errorf(client.KindLocal, "doctor", model.Place{}, "%d {check|checks} failed", bad))
	}
	return err
}

func (cs *Commands) doctorConfig(add console.AddCheck) {
	_, err := cs.session.Load()
	var bad *config.Invalid
	switch {
	case errors.As(err, &bad):
		for _, p := range bad.Problems {
			add(text.CliCheckConfig, console.CheckFailed, cs.con.Explain(p))
		}
	case err != nil:
		add(text.CliCheckConfig, console.CheckFailed, cs.con.Explain(err))
	case cs.session.Config.Read:
		add(text.CliCheckConfig, console.CheckOK, cs.session.Config.File)
	default:
		add(text.CliCheckConfig, console.CheckOK, cs.con.Say(text.CliConfigNone, cs.session.Config.File))
	}
	for _, w := range cs.session.Warnings {
		add(text.CliCheckConfig, console.CheckWarning, w.Say(cs.con.Catalogue))
	}
	if problems := cs.keyProblems(); len(problems) > 0 {
		for _, p := range problems {
			add(text.CliCheckKeys, console.CheckFailed, p)
		}
	} else {
		add(text.CliCheckKeys, console.CheckOK, cs.session.Config.UI.Keys)
	}
	t, err := themes.Load(cs.session.Config.UI.Theme, cs.session.ThemeDirs()...)
	if err != nil {
		add(text.CliCheckTheme, console.CheckFailed, cs.con.Explain(err))
		return
	}
	add(text.CliCheckTheme, console.CheckOK, cs.session.Config.UI.Theme)
	for _, s := range cs.themeFaults(t) {
		add(text.CliCheckTheme, console.CheckWarning, s)
	}
}

// doctorFolders checks each folder's permissions, and whether it is writable.
func (cs *Commands) doctorFolders(add console.AddCheck) {
	if cs.session.DirsErr != nil {
		add("folders", console.CheckFailed, cs.con.Explain(cs.session.DirsErr))
	}
	for _, d := range []struct {
		name  text.Text
		dir   string
		makes string // the variable that names it; "": it may be missing
	}{
		{"config folder", cs.session.Dirs.Config, ""}, {"data folder", cs.session.Dirs.Data, client.DataHome},
		{"state folder", cs.session.Dirs.State, client.StateHome},
	} {
		if d.dir == "" {
			continue
		}
		st, err := os.Stat(d.dir)
		switch {
		case errors.Is(err, fs.ErrNotExist) && d.makes == "":
			add(d.name, console.CheckOK, cs.con.Say("there is no %s; it is optional", d.dir))
			continue
		case errors.Is(err, fs.ErrNotExist):
			err = config.Make(d.dir, d.makes)
			if err == nil {
				st, err = os.Stat(d.dir)
			}
		}
		switch {
		case err != nil:
			add(d.name, console.CheckFailed, cs.con.Explain(err))
		case !st.IsDir():
			add(d.name, console.CheckFailed, cs.con.Say("%s is not a folder", d.dir))
		default:
			result, said := console.CheckOK, d.dir
			if d.makes != "" {
				result, said = cs.room(d.dir)
			}
			if result != console.CheckFailed && !system.Private(st) {
				result, said = console.CheckWarning, cs.con.Say(text.CliWide, d.dir, st.Mode().Perm().String())
			}
			add(d.name, result, said)
		}
	}
	if cs.session.Dirs.Data != "" {
		cs.doctorSecrets(add, cs.session.SecretDir())
	}
}

// doctorSecrets looks for credential files that others can read.
func (cs *Commands) doctorSecrets(add console.AddCheck, dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if st, err := f.Info(); err == nil && !system.Private(st) {
			add("secrets", console.CheckFailed, cs.con.Say(text.CliWide, filepath.Join(dir, f.Name()), st.Mode().Perm().String()))
		}
	}
}

// leastRoom is what a journal and the embedded service's database need for a change.
const leastRoom = 1 << 20

// room checks whether a change could be written into a folder.
func (cs *Commands) room(dir string) (result, said string) {
	f, err := system.Create(dir)
	if err == nil {
		_, err = f.Write(make([]byte, leastRoom))
		err = errors.Join(err, f.Sync(), f.Drop())
	}
	switch {
	case client.Full(err):
		return console.CheckFailed, cs.con.Say("%s has no space left, so nothing can be changed", dir)
	case err != nil:
		return console.CheckFailed, cs.con.Say("%s cannot be written", dir)
	}
	free := int64(model.Unknown)
	at, err := model.ParsePath(dir, model.Place{})
	if src, bad := cs.sources.For(at); err == nil && bad == nil {
		free, _ = client.Free(cs.session.Context(), src, at, client.Interactive)
	}
	switch {
	case free < 0:
		return console.CheckOK, dir
	case free < 100*leastRoom:
		return console.CheckWarning, cs.con.Say("%s, only %s free", dir, text.Size(free))
	default:
		return console.CheckOK, cs.con.Say("%s, %s free", dir, text.Size(free))
	}
}

func (cs *Commands) doctorTerminal(add console.AddCheck) {
	t := cs.con.Env("TERM")
	switch {
	case !cs.con.OutIsTerminal():
		add(text.CliCheckTerminal, console.CheckOK, cs.con.Say("the output is not a terminal"))
	case t == "" || t == "dumb":
		add(text.CliCheckTerminal, console.CheckWarning, cs.con.Say(text.CliDumb))
	default:
		w, h, err := term.GetSize(cs.con.Stdout.Fd())
		result := console.CheckOK
		if err != nil || w < 40 || h < 10 {
			result = console.CheckWarning
		}
		add(text.CliCheckTerminal, result, cs.con.Say("%s, %d {column|columns}, %d {row|rows}, %s", t, w, h, cs.profile().String()))
	}
}
