package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	module   = "aloft"
	textPath = module + "/model/text"
)

// house is the module's product code with its types.
type house struct {
	set   *token.FileSet
	info  types.Info
	files []file
	text  types.Type // text.Text
}

// file is one source file; path is from the root.
type file struct {
	path string
	ast  *ast.File
}

// listed is the go command's description of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, IgnoredGoFiles []string
	Module                  *struct{ Main bool }
}

// load type-checks all own packages: those of this system from all their files, and
// the files for other systems as far as they can be checked here.
func load(root string) (*house, error) {
	packages, err := list(root)
	if err != nil {
		return nil, err
	}
	root, err = filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	h := &house{set: token.NewFileSet(), info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	export := map[string]string{}
	for _, p := range packages {
		export[p.ImportPath] = p.Export
	}
	foreign := importer.ForCompiler(h.set, "gc", func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(export[path])
	})
	own := map[string]*types.Package{}
	imports := importFunc(func(path string) (*types.Package, error) {
		if p := own[path]; p != nil {
			return p, nil
		}
		return foreign.Import(path)
	})
	for _, p := range packages { // imports come first
		if p.Module == nil || !p.Module.Main {
			continue
		}
		files, err := h.parse(root, p.Dir, p.GoFiles)
		if err != nil {
			return nil, err
		}
		conf := types.Config{Importer: imports}
		checked, err := conf.Check(p.ImportPath, h.set, trees(files), &h.info)
		if err != nil {
			return nil, err
		}
		own[p.ImportPath] = checked
		h.files = append(h.files, files...)
		if err := h.others(root, p, imports); err != nil {
			return nil, err
		}
	}
	if own[textPath] == nil {
		return nil, errors.New("there is no " + textPath)
	}
	h.text = own[textPath].Scope().Lookup("Text").Type()
	return h, nil
}

// others checks the files for other systems. Names of packages that exist only
// there cannot be resolved; messages can.
func (h *house) others(root string, p listed, imports types.Importer) error {
	var seen []string
	for _, system := range []string{"linux", "darwin", "windows"} {
		ctx := build.Default
		ctx.GOOS, ctx.CgoEnabled = system, false
		var all, extra []string
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
			if ok, err := ctx.MatchFile(p.Dir, name); err != nil {
				return err
			} else if ok {
				all = append(all, name)
			}
			if slices.Contains(p.IgnoredGoFiles, name) && slices.Contains(all, name) && !slices.Contains(seen, name) {
				extra = append(extra, name)
			}
		}
		if len(extra) == 0 {
			continue
		}
		seen = append(seen, extra...)
		files, err := h.parse(root, p.Dir, all)
		if err != nil {
			return err
		}
		conf := types.Config{Importer: imports, Error: func(error) {}, FakeImportC: true}
		_, _ = conf.Check(p.ImportPath, h.set, trees(files), &h.info)
		for _, f := range files {
			if slices.Contains(extra, filepath.Base(f.path)) {
				h.files = append(h.files, f)
			}
		}
	}
	return nil
}

func (h *house) parse(root, dir string, names []string) ([]file, error) {
	var out []file
	for _, name := range names {
		tree, err := parser.ParseFile(h.set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		path, err := filepath.Rel(root, filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		out = append(out, file{filepath.ToSlash(path), tree})
	}
	return out, nil
}

func trees(files []file) (out []*ast.File) {
	for _, f := range files {
		out = append(out, f.ast)
	}
	return out
}

// list returns all packages of the program and their imports from the go command.
func list(root string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,IgnoredGoFiles,Module", "./...")
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	data, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(said.String()))
	}
	var out []listed
	for in := json.NewDecoder(bytes.NewReader(data)); ; {
		var p listed
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
}

type importFunc func(string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }
