package session

import (
	"path/filepath"

	"aloft/client/checkout"
	"aloft/client/durable"
	"aloft/client/secret"
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
		durable.Sweep(filepath.Dir(file))
	}
	if data := s.Dirs.Data; data != "" {
		secret.Sweep(s.SecretDir())
		durable.Sweep(data, ".doctor-*", ".new-*")
		durable.Sweep(s.KeepDir(), ".keep-*")
		checkout.Sweep(s.CopiesDir())
		journals, _ := filepath.Glob(filepath.Join(data, "edits", "*")) // the pattern is valid
		for _, dir := range journals {
			durable.Sweep(dir, "*.jsonl.new")
		}
	}
	if s.Dirs.Cache != "" {
		durable.Sweep(filepath.Join(s.Dirs.Cache, "docs"))
	}
	if s.Dirs.State != "" {
		durable.Sweep(s.Dirs.State, ".doctor-*")
		store.Sweep(s.HookFolder())
	}
	editor.SweepDrafts()
}
