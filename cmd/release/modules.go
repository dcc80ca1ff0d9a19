package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// program is the package that is released.
const program = "aloft/cmd/aloft"

// targets are the systems of .goreleaser.yaml; the modules do not depend on the processor.
var targets = []string{"linux", "darwin", "windows", "freebsd", "openbsd"}

// module is one that is compiled into the program. The standard library is one, too.
type module struct {
	path, version, dir string
	texts              []string // names of its licence files, below dir
	licences           []string // SPDX identifiers
}

// named: a file with a licence or a notice.
var named = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)|[-_.]licen[cs]e(\.(md|txt))?$`)

// compiled are the modules in the program on any of the systems, sorted. One without a licence file, or
// with a licence that is not allowed, is an error.
func compiled(systems []string) ([]module, error) {
	found := map[string]*module{}
	for _, system := range systems {
		if err := list(system, func(p pkg) error {
			m := module{path: "std", version: strings.TrimPrefix(runtime.Version(), "go"), dir: p.Root}
			if !p.Standard {
				m = module{path: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
			}
			if found[m.path] == nil {
				found[m.path] = &m
			}
			return found[m.path].take(p.Dir)
		}); err != nil {
			return nil, err
		}
	}
	var out []module
	var errs []error
	for _, m := range found {
		errs = append(errs, m.read())
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return out, errors.Join(errs...)
}

// pkg is what "go list" says of a package.
type pkg struct {
	Dir      string
	Root     string // of the standard library
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Version string }
	}
}

// list calls take for each package in the program that is not aloft's own: neither of its module nor a stand-in for
// another one.
func list(system string, take func(pkg) error) error {
	c := exec.Command("go", "list", "-deps", "-json=Dir,Root,Standard,Module", program)
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	b, err := c.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if m := p.Module; m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "") {
			continue
		}
		if err := take(p); err != nil {
			return err
		}
	}
}

// take adds the licence files of a package's folder and of those above it, up to the module's.
func (m *module) take(dir string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !named.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			name, err := filepath.Rel(m.dir, filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			if !slices.Contains(m.texts, name) {
				m.texts = append(m.texts, name)
			}
		}
		if dir == m.dir || len(dir) < len(m.dir) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// read finds out the licences.
func (m *module) read() error {
	slices.Sort(m.texts)
	for _, name := range m.texts {
		b, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			return err
		}
		for _, l := range licences(string(b)) {
			if !allowed[l] {
				return fmt.Errorf("%s: %s has the licence %s, which is not allowed", m.path, name, l)
			}
			if !slices.Contains(m.licences, l) {
				m.licences = append(m.licences, l)
			}
		}
	}
	if len(m.licences) == 0 {
		return fmt.Errorf("%s %s: no known licence in %s", m.path, m.version, m.dir)
	}
	slices.Sort(m.licences)
	return nil
}

// allowed are the licences of what may be compiled in.
var allowed = map[string]bool{"MIT": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "0BSD": true, "Apache-2.0": true, "ISC": true,
	"MPL-2.0": true, "blessing": true}

// licences are those that a text is, or that it has among others.
func licences(text string) (out []string) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	has := func(words ...string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	}
	add := func(name string, is bool) {
		if is {
			out = append(out, name)
		}
	}
	// MPL and others name those of GNU, which is not what they are.
	add("GPL", has("everyone is permitted to copy and distribute verbatim copies of this license document") ||
		has("general public license as published by the free software foundation"))
	add("MPL-2.0", has("mozilla public license", "2.0"))
	add("Apache-2.0", has("apache license", "version 2.0"))
	add("MIT", has("permission is hereby granted, free of charge, to any person obtaining a copy"))
	bsd := has("redistribution and use in source and binary forms")
	three := has("neither the name") || has("the names of its contributors may not be used")
	add("BSD-3-Clause", bsd && three)
	add("BSD-2-Clause", bsd && !three)
	add("ISC", has("permission to use, copy, modify, and/or distribute this software for any purpose", "appear in all copies") ||
		has("permission to use, copy, modify, and distribute this software for any purpose", "appear in all copies"))
	add("blessing", has("may you do good and not evil") || has("public domain", "sqlite"))
	return out
}

// notices is the file of all licence texts.
func notices(all []module) []byte {
	var b bytes.Buffer
	b.WriteString("aloft is compiled from its own files, which are under the licence in LICENSE, and from the\nmodules below, which are under licences of their own. Their texts follow, in the order of this list.\n\n")
	for _, m := range all {
		fmt.Fprintf(&b, "%s %s: %s\n", m.path, m.version, strings.Join(m.licences, ", "))
	}
	for _, m := range all {
		for _, name := range m.texts {
			text, _ := os.ReadFile(filepath.Join(m.dir, name)) // read before
			fmt.Fprintf(&b, "\n%[1]s\n%[2]s %[3]s: %[4]s\n%[1]s\n\n%[5]s\n", strings.Repeat("=", 80), m.path, m.version, filepath.ToSlash(name),
				strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")))
		}
	}
	return b.Bytes()
}
