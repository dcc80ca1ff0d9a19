package screen

import (
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"aloft/client/config"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/hook"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/term"
)

// Reloader reads the configuration again while the screen or a receiver runs.
type Reloader struct {
	Heard func(*config.Config) // gets each configuration that is taken over; may be nil

	con      *console.Console
	session  *session.Session
	receiver *hook.Receiver
}

// NewReloader watches nothing yet.
func NewReloader(con *console.Console, s *session.Session, receiver *hook.Receiver) *Reloader {
	return &Reloader{con: con, session: s, receiver: receiver}
}

// settles is how long the files must be unchanged: an editor writes one in several
// steps.
const settles = 150 * time.Millisecond

// reloads reads the configuration again while the screen runs.
type reloads struct {
	re    *Reloader
	out   chan ui.Reload
	cfg   *config.Config // in force
	watch *fsnotify.Watcher
	quit  chan struct{}
	done  chan struct{}
}

// Watch starts watching; stop ends it. Folders are watched, not files: editors
// replace a file by a new one. Where nothing can be watched the signal still works.
func (re *Reloader) Watch() (c <-chan ui.Reload, stop func()) {
	r := &reloads{re: re, out: make(chan ui.Reload), cfg: re.session.Config, quit: make(chan struct{}), done: make(chan struct{})}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		re.con.Log.Warn("watch", "error", err.Error())
	} else {
		r.watch = w
		r.addFolders()
	}
	asked := make(chan os.Signal, 1)
	if s := reloadSignals(); len(s) > 0 {
		signal.Notify(asked, s...)
	}
	go r.run(asked)
	return r.out, func() {
		signal.Stop(asked)
		close(r.quit)
		<-r.done
		if r.watch != nil {
			system.Unwatch(r.watch)
		}
	}
}

// folders with a part of the configuration.
func (r *reloads) folders() []string {
	return append([]string{filepath.Dir(r.re.session.Config.File), r.re.session.Dirs.Config}, r.re.session.ThemeDirs()...)
}

// addFolders watches those that exist by now; instead of a missing one the nearest above it.
func (r *reloads) addFolders() {
	if r.watch == nil {
		return
	}
	for _, want := range r.folders() {
		for last := ""; ; {
			dir := nearest(want)
			if dir == last {
				break // or one of them was made before the one above it was watched
			}
			if last = dir; dir == "" {
				break
			}
			if err := r.watch.Add(dir); err != nil {
				r.re.con.Log.Warn("watch", "folder", dir, "error", err.Error())
			}
		}
	}
}

// nearest is the folder, or the nearest above it that exists, "" = none.
func nearest(dir string) string {
	for filepath.IsAbs(dir) {
		if st, err := os.Stat(dir); err == nil && st.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}

// ours is a file's name for a person, "" when the file is not part of the
// configuration.
func (r *reloads) ours(path string) string {
	switch {
	case path == r.re.session.Config.File, slices.Contains(r.re.session.KeyFiles(), path):
		return filepath.Base(path)
	case strings.HasSuffix(path, ".toml") && slices.Contains(r.re.session.ThemeDirs(), filepath.Dir(path)):
		return "themes/" + filepath.Base(path)
	}
	return ""
}

func (r *reloads) run(asked <-chan os.Signal) {
	defer close(r.done)
	var events <-chan fsnotify.Event
	var errs <-chan error
	if r.watch != nil {
		events, errs = r.watch.Events, r.watch.Errors
	}
	var still <-chan time.Time
	var changed []string
	for {
		select {
		case <-r.quit:
			return
		case err := <-errs:
			r.re.con.Log.Warn("watch", "error", err.Error())
		case e := <-events:
			name := r.ours(e.Name)
			for _, dir := range r.folders() {
				if e.Op.Has(fsnotify.Create) && (dir == e.Name || strings.HasPrefix(dir, e.Name+string(filepath.Separator))) {
					if r.addFolders(); nearest(dir) == dir { // its files may be older than the watch
						name = filepath.Base(dir)
					}
				}
			}
			if name != "" && !e.Op.Has(fsnotify.Chmod) {
				if !slices.Contains(changed, name) {
					changed = append(changed, name)
				}
				still = time.After(settles)
			}
		case <-asked:
			r.addFolders()
			if !r.send(r.read(nil)) {
				return
			}
		case <-still:
			slices.Sort(changed)
			if !r.send(r.read(changed)) {
				return
			}
			still, changed = nil, nil
		}
	}
}

func (r *reloads) send(what ui.Reload) bool {
	select {
	case r.out <- what:
		return true
	case <-r.quit:
		return false
	}
}

// read reads everything again. One error keeps everything as it was. Without names
// of changed files everything is applied again.
func (r *reloads) read(changed []string) ui.Reload {
	cfg, warnings, err := config.Load(r.re.session.ConfigOptions())
	if err != nil {
		return r.wrong(err)
	}
	m, err := keys.Load(cfg.UI.Keys, r.re.session.KeyFiles()...)
	if err != nil {
		return r.wrong(err)
	}
	theme, err := themes.Load(cfg.UI.Theme, r.re.session.ThemeDirs()...)
	if err != nil {
		return r.wrong(err)
	}
	settings := r.re.Settings(cfg)
	out := ui.Reload{Keys: m, Settings: &settings, Say: r.re.con.Say("reloaded %s", model.Clean(strings.Join(changed, ", ")))}
	switch {
	case len(changed) == 0:
		out.Say = r.re.con.Say("reloaded the configuration")
	case slices.Equal(changed, []string{filepath.Base(cfg.File)}) && r.says(cfg):
		out.Say = "" // an account was added on the screen
	}
	// A theme that was chosen on the screen stays until the file names another.
	if len(changed) == 0 || cfg.UI.Theme != r.cfg.UI.Theme || slices.ContainsFunc(changed, func(s string) bool { return strings.HasPrefix(s, "themes/") }) {
		out.Theme = theme
	}
	if cfg.Account != r.cfg.Account || !r.sameAccounts(cfg) {
		out.Say += "; " + r.re.con.Say("changes to accounts take effect at the next start")
	}
	for _, w := range warnings {
		out.Say += "; " + w.Say(r.re.con.Catalogue)
	}
	out.Say = strings.TrimPrefix(out.Say, "; ")
	r.cfg = cfg
	r.re.receiver.Reload(cfg)
	if r.re.Heard != nil {
		r.re.Heard(cfg)
	}
	return out
}

// says reports whether the file says what is in force.
func (r *reloads) says(cfg *config.Config) bool {
	all := func(c *config.Config) []any {
		return []any{c.Account, c.UI, c.Reader, c.Preview, c.Open, c.Jobs, c.Webhook}
	}
	return r.sameAccounts(cfg) && reflect.DeepEqual(all(cfg), all(r.cfg))
}

// sameAccounts reports whether the accounts are those in use, with what was added on the screen.
func (r *reloads) sameAccounts(cfg *config.Config) bool {
	now := maps.Clone(cfg.Accounts)
	for name, a := range now {
		if r.cfg.Accounts[name] == nil && reflect.DeepEqual(a, r.re.session.Account(name)) {
			delete(now, name)
		}
	}
	return reflect.DeepEqual(now, r.cfg.Accounts)
}

func (r *reloads) wrong(err error) ui.Reload {
	return ui.Reload{Wrong: true, Say: r.re.con.Say("not reloaded, the old settings stay: %s", r.re.con.Explain(err))}
}

// icons are those before names. The usual ones take one cell in every table of widths; only the Linux console has no
// signs for them.
func (re *Reloader) icons(set string) string {
	switch {
	case set != "auto":
		return set
	case term.UTF8(re.con.Env) && re.con.Env("TERM") != "linux":
		return "unicode"
	}
	return "none"
}

// Settings of the screen.
func (re *Reloader) Settings(c *config.Config) ui.Settings {
	return ui.Settings{
		Color: re.session.Flags.Color, Borders: c.UI.Borders, Icons: re.icons(c.UI.Icons), SyncOutput: c.UI.SyncOutput, NoMouse: !c.UI.Mouse, Plain: c.UI.Plain, Pictures: c.Preview.Images,
		Settings: act.Settings{
			Brake: c.Jobs.Brake, AutoResume: c.Jobs.AutoResume, ShowPlans: c.UI.Confirm == "always", WatchEvery: c.Reader.Watch, Calm: c.UI.ReducedMotion, Hidden: c.UI.Hidden, Author: c.SuggestedBy(),
		},
		NoRestore: !c.UI.Restore, ReaderWidth: c.Reader.Width, Counts: c.UI.Counts,
	}
}
