package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"aloft/client/config"
	"aloft/model"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
)

// settles is how long the files must lie still: an editor writes one in several
// steps.
const settles = 150 * time.Millisecond

// reloads reads the configuration again while the screen runs.
type reloads struct {
	a     *app
	out   chan ui.Reload
	cfg   *config.Config // in force
	watch *fsnotify.Watcher
	quit  chan struct{}
	done  chan struct{}
}

// watchConfig begins; stop ends it. Folders are watched, not files: editors put
// a new file in the place of the old one. Where nothing can be watched the
// signal still works.
func (a *app) watchConfig() (c <-chan ui.Reload, stop func()) {
	r := &reloads{a: a, out: make(chan ui.Reload), cfg: a.cfg, quit: make(chan struct{}), done: make(chan struct{})}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		a.log.Warn("watch", "error", err.Error())
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
			_ = r.watch.Close()
		}
	}
}

// folders that hold a part of the configuration.
func (r *reloads) folders() []string {
	return append([]string{filepath.Dir(r.a.cfg.File), r.a.dirs.Config}, r.a.themeDirs()...)
}

// addFolders that are there by now; of another one the folder that it would be in.
func (r *reloads) addFolders() {
	if r.watch == nil {
		return
	}
	for _, dir := range r.folders() {
		if _, err := os.Stat(dir); err != nil {
			dir = filepath.Dir(dir)
		}
		if st, err := os.Stat(dir); dir != "" && err == nil && st.IsDir() {
			if err := r.watch.Add(dir); err != nil {
				r.a.log.Warn("watch", "folder", dir, "error", err.Error())
			}
		}
	}
}

// ours is a file's name for a person, "" when the file is none of ours.
func (r *reloads) ours(path string) string {
	switch {
	case path == r.a.cfg.File, slices.Contains(r.a.keyFiles(), path):
		return filepath.Base(path)
	case strings.HasSuffix(path, ".toml") && slices.Contains(r.a.themeDirs(), filepath.Dir(path)):
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
			r.a.log.Warn("watch", "error", err.Error())
		case e := <-events:
			name := r.ours(e.Name)
			if slices.Contains(r.folders(), e.Name) && e.Op.Has(fsnotify.Create) {
				r.addFolders() // files in it may be older than the watch
				name = filepath.Base(e.Name)
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

// read everything again. One thing that is wrong keeps all as it was. Without
// names of changed files everything is put in force anew.
func (r *reloads) read(changed []string) ui.Reload {
	a := r.a
	cfg, warnings, err := config.Load(a.configOptions())
	if err != nil {
		return r.wrong(err)
	}
	m, err := keys.Load(cfg.UI.Keys, a.keyFiles()...)
	if err != nil {
		return r.wrong(err)
	}
	theme, err := themes.Load(cfg.UI.Theme, a.themeDirs()...)
	if err != nil {
		return r.wrong(err)
	}
	settings := a.settings(cfg)
	out := ui.Reload{Keys: m, Settings: &settings, Say: a.cat.Say("reloaded %s", model.Clean(strings.Join(changed, ", ")))}
	if len(changed) == 0 {
		out.Say = a.cat.Say("reloaded the configuration")
	}
	// A theme that was chosen on the screen stays until the file says another.
	if len(changed) == 0 || cfg.UI.Theme != r.cfg.UI.Theme || slices.ContainsFunc(changed, func(s string) bool { return strings.HasPrefix(s, "themes/") }) {
		out.Theme = theme
	}
	for _, w := range warnings {
		out.Say += "; " + w.Say(a.cat)
	}
	r.cfg = cfg
	if a.hooks != nil {
		a.hooks.Reload(a.hookSettings(cfg))
	}
	return out
}

func (r *reloads) wrong(err error) ui.Reload {
	return ui.Reload{Wrong: true, Say: r.a.cat.Say("not reloaded, the old settings stay: %s", r.a.say(err))}
}
