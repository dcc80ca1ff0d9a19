package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"aloft/model/text"
)

type jsonVersion struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	System   string `json:"system"`
}

func (a *app) versionCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use: "version", Short: a.cat.Say(text.CliVersion), Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return a.sayVersion(f)
		},
	}
	a.formatFlags(c, &f, false)
	return c
}

func (a *app) sayVersion(f format) error {
	v := version()
	if f.json {
		return a.encode(v)
	}
	return a.line(a.cat.Say("aloft %s (%s, %s)", v.Version, v.Go, v.System))
}

func version() jsonVersion {
	v := jsonVersion{Version: "devel", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if m := info.Main.Version; m != "" && m != "(devel)" {
		v.Version = m
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Revision = s.Value
		}
	}
	return v
}
