package session

import (
	"path/filepath"

	"aloft/client/checkout"
	"aloft/client/secret"
	"aloft/client/system"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/editor"
)

// sweep removes half-written files of killed processes, some with secrets. The
// stores of jobs and of the embedded service clean their own folders when they are
// opened.
func (s *Session) sweep() {
	if file := s.Config.File; file != "" {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			file = real // a new one is written beside it
		}
		system.Sweep(filepath.Dir(file))
	}
	if data := s.Dirs.Data; data != "" {
		secret.Sweep(s.SecretDir())
		system.Sweep(data, ".doctor-*", ".new-*")
		system.Sweep(s.KeepDir(), ".keep-*")
		checkout.Sweep(s.CopiesDir())
		journals, _ := filepath.Glob(filepath.Join(data, "edits", "*")) // the pattern is valid
		for _, dir := range journals {
			system.Sweep(dir, "*.jsonl.new")
		}
	}
	if s.Dirs.Cache != "" {
		system.Sweep(filepath.Join(s.Dirs.Cache, "docs"))
	}
	if s.Dirs.State != "" {
		system.Sweep(s.Dirs.State, ".doctor-*")
		store.Sweep(s.HookFolder())
	}
	editor.SweepDrafts()
}
