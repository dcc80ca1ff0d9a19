package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/office"
	"aloft/model"
	"aloft/model/text"
)

// pipe is the name that stands for standard input and output.
const pipe = "-"

// importPipe takes in what comes on standard input, as the document that the
// place names; its suffix says what it is. It is kept in a file until it is in: a
// job that was interrupted goes on with it.
func (a *app) importPipe(c *cobra.Command, args []string, r client.Request, w writing) error {
	if len(args) != 2 || args[0] != pipe || w.target != "" || w.nul {
		return usageErrorFor(c, "- (standard input) comes alone, with the place of the new document")
	}
	to, err := a.place(args[1])
	if err != nil {
		return err
	}
	name, sfx := to.Base(), office.Suffix(to.Base())
	if to.IsRoot() || !office.Accepts(name) && !office.Markdown(name) || len(sfx)+1 == len(name) {
		return usageErrorFor(c, "%s does not say what comes in: end it in a suffix, as in docs:/Folder/Title.md", to.String())
	}
	dir, err := os.MkdirTemp("", "aloft-import-")
	if err != nil {
		return a.pipeFailed(err)
	}
	file := filepath.Join(dir, disk.New().SafeName(name))
	if err := a.keepInput(file); err != nil {
		return errors.Join(a.pipeFailed(err), os.RemoveAll(dir))
	}
	from, err := a.place(file)
	if err != nil {
		return err
	}
	title := to.Parent().Join(strings.TrimSuffix(name, name[len(name)-len(sfx)-1:]))
	err = a.copyTo(c, []model.Place{from}, title.String(), r, w, model.OpImport)
	if !a.stop.happened() {
		_ = os.RemoveAll(dir)
	}
	return err
}

func (a *app) keepInput(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, a.stdin)
	return errors.Join(err, f.Close())
}

// exportPipe writes one document to standard output; nothing else is written there.
func (a *app) exportPipe(c *cobra.Command, items []model.Place, r client.Request, w writing) error {
	if len(items) != 1 || w.asJSON() || w.dryRun {
		return usageErrorFor(c, text.CliPipeOne)
	}
	dir, err := os.MkdirTemp("", "aloft-export-")
	if err != nil {
		return a.pipeFailed(err)
	}
	if r.Target, err = a.place(dir); err != nil {
		return err
	}
	out := a.out
	a.out = bufio.NewWriter(io.Discard) // the name of the file in between
	err = a.each(items, w, func(group []model.Place) client.Request { r.Items = group; return r })
	a.out = out
	if a.stop.happened() { // the job can go on, and needs the folder
		return err
	}
	defer os.RemoveAll(dir)
	if err != nil {
		return err
	}
	made, err := os.ReadDir(dir)
	if err != nil {
		return a.pipeFailed(err)
	}
	made = slices.DeleteFunc(made, func(e os.DirEntry) bool { return !e.Type().IsRegular() })
	if len(made) != 1 {
		return usageErrorFor(c, text.CliPipeOne)
	}
	f, err := os.Open(filepath.Join(dir, made[0].Name()))
	if err != nil {
		return a.pipeFailed(err)
	}
	defer f.Close()
	if _, err := io.Copy(a.out, f); err != nil {
		return a.outputFailed(err)
	}
	return nil
}

func (a *app) pipeFailed(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: "pipe", What: "the file in between could not be written: %s", Args: []any{err.Error()}, Err: err}
}
