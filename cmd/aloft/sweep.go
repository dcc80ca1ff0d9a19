package main

import (
	"path/filepath"

	"aloft/client/durable"
	"aloft/client/secret"
	"aloft/client/webhook/store"
)

// sweep removes what killed processes have left half written, secrets among it.
// The stores of jobs and of the embedded service look after their own folders
// when they are opened.
func (a *app) sweep() {
	if file := a.cfg.File; file != "" {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			file = real // a new one is written beside it
		}
		durable.Sweep(filepath.Dir(file))
	}
	if data := a.dirs.Data; data != "" {
		secret.Sweep(a.secretDir())
		durable.Sweep(data, ".doctor-*", ".new-*")
		durable.Sweep(a.keepDir(), ".keep-*")
		journals, _ := filepath.Glob(filepath.Join(data, "edits", "*")) // the pattern is right
		for _, dir := range journals {
			durable.Sweep(dir, "*.jsonl.new")
		}
	}
	if a.dirs.State != "" {
		durable.Sweep(a.dirs.State, ".doctor-*")
		store.Sweep(a.hookFolder())
	}
	sweepDrafts()
}
