package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Everything that is compiled in has a licence that is allowed, and its text is in the notices.
func TestNotices(t *testing.T) {
	if _, err := os.ReadFile("../../go.sum"); err != nil { // so that no cached result is of other modules
		t.Fatal(err)
	}
	all, err := compiled(targets)
	if err != nil {
		t.Fatal(err)
	}
	file := notices(all)
	// The database's two licences; one of the standard library; one of a single system each.
	for _, want := range []string{"\nmodernc.org/sqlite v", ": LICENSE-SQLITE\n", "has been dedicated to the public\ndomain", "\nstd 1.", "Copyright 2009 The Go Authors",
		"\ngithub.com/danieljoos/wincred v", "\ngithub.com/godbus/dbus/v5 v"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("no %q in the notices", want)
		}
	}
	for _, m := range all {
		if strings.Contains(m.path, "alecthomas/chroma") || m.path == "aloft" || m.version == "" {
			t.Errorf("%+v", m)
		}
	}
}

func TestLicences(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person obtaining a copy of":                                   "MIT",
		"Redistribution and use in source and binary forms":                                                                  "BSD-2-Clause",
		"Redistribution and use in source and binary forms … Neither the name":                                               "BSD-3-Clause",
		"  Apache License\n   Version 2.0, January 2004":                                                                     "Apache-2.0",
		"Mozilla Public License Version 2.0 … the GNU General Public License, Version 2.0":                                   "MPL-2.0",
		"GNU GENERAL PUBLIC LICENSE … Everyone is permitted to copy and distribute verbatim copies of this license document": "GPL",
		"under the terms of the GNU Lesser General Public License as published by the Free Software Foundation":              "GPL",
		"All rights reserved.": "",
	} {
		if got := strings.Join(licences(text), " "); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// A module without a licence, or with one that is not allowed, stops the release.
func TestABadLicence(t *testing.T) {
	for text, want := range map[string]string{
		"": "no known licence", "All rights reserved.": "no known licence",
		"Everyone is permitted to copy and distribute verbatim copies of this license document": "has the licence GPL",
	} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "COPYING"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		m := module{path: "m", dir: dir}
		if err := m.take(dir); err != nil {
			t.Fatal(err)
		}
		if err := m.read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestBill(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"}},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.0.0", Sum: "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
			{Path: "example.org/own", Version: "v1.0.0", Replace: &debug.Module{Path: "./own"}},
		}}
	known := []module{{path: "std", version: "1.26.8", licences: []string{"BSD-3-Clause"}}, {path: "example.org/a", version: "v1.0.0", licences: []string{"ISC", "MIT"}}}
	d, err := describe(info, known, sha256.Sum256([]byte("binary")), "0.1.0", "2026-11-28T00:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf(`"alg":"SHA-256","content":"%x"`, sha256.Sum256([]byte("binary"))), `"bomFormat":"CycloneDX","specVersion":"1.6","serialNumber":"urn:uuid:`, `"purl":"pkg:generic/aloft@0.1.0?arch=arm64\u0026os=linux"`,
		`"purl":"pkg:golang/example.org/a@v1.0.0"`, `"licenses":[{"license":{"id":"ISC"}},{"license":{"id":"MIT"}}]`,
		`"content":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`, `"dependsOn":["pkg:golang/std@1.26.8","pkg:golang/example.org/a@v1.0.0"]`} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("no %s in\n%s", want, b)
		}
	}
	if slices.ContainsFunc(d.Components, func(c component) bool { return c.Name == "example.org/own" }) {
		t.Error("a stand-in is no component")
	}
	// What nobody has looked at cannot be in a release.
	if _, err := describe(info, known[:1], [32]byte{}, "0.1.0", ""); err == nil || !strings.Contains(err.Error(), "no notice") {
		t.Error(err)
	}
}
