package browse

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/office"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// pipe is the name that stands for standard input and output.
const pipe = "-"

// importPipe imports standard input as the document that the place names; its
// extension is the format. It is kept in a file until the import is done: an
// interrupted job goes on with it.
func (cs *Commands) importPipe(in console.Call, args []string, r client.Request, w write.Flags) error {
	if len(args) != 2 || args[0] != pipe || w.Target != "" || w.Nul {
		return in.Usage("with - (standard input) give only the place of the new document")
	}
	to, err := cs.places.Place(args[1])
	if err != nil {
		return err
	}
	name, sfx := to.Base(), office.Suffix(to.Base())
	if to.IsRoot() || !office.Accepts(name) && !office.Markdown(name) || len(sfx)+1 == len(name) {
		return in.Usage("%s needs a suffix for the format, as in docs:/Folder/Title.md", to.String())
	}
	dir, err := os.MkdirTemp("", "aloft-import-")
	if err != nil {
		return cs.pipeFailed(err)
	}
	file := filepath.Join(dir, disk.New().SafeName(name))
	if err := console.WriteNew(file, cs.con.Stdin); err != nil {
		return errors.Join(cs.pipeFailed(err), os.RemoveAll(dir))
	}
	from, err := cs.places.Place(file)
	if err != nil {
		return err
	}
	title := to.Parent().Join(strings.TrimSuffix(name, name[len(name)-len(sfx)-1:]))
	err = cs.copyTo(in, []model.Place{from}, title.String(), r, w, model.OpImport)
	if !cs.session.Stop.Happened() {
		_ = os.RemoveAll(dir)
	}
	return err
}

// exportPipe writes one document to standard output, and nothing else.
func (cs *Commands) exportPipe(in console.Call, items []model.Place, r client.Request, w write.Flags) error {
	if len(items) != 1 || w.AsJSON() || w.DryRun {
		return in.Usage(text.CliPipeOne)
	}
	dir, err := session.ExportFolder()
	if err != nil {
		return cs.pipeFailed(err)
	}
	if r.Target, err = cs.places.Place(dir); err != nil {
		return err
	}
	if r.Format == model.FormatMarkdown {
		r.Format = model.FormatMarkdownAlone
	}
	err = cs.con.Quietly(func() error { // nobody needs the name of the temporary file
		return cs.run.Each(items, w, func(group []model.Place) client.Request { r.Items = group; return r })
	})
	if cs.session.Stop.Happened() { // the job can go on, and needs the folder
		return err
	}
	defer os.RemoveAll(dir)
	if err != nil {
		return err
	}
	made, err := os.ReadDir(dir)
	if err != nil {
		return cs.pipeFailed(err)
	}
	made = slices.DeleteFunc(made, func(e os.DirEntry) bool { return !e.Type().IsRegular() })
	if len(made) != 1 {
		return in.Usage(text.CliPipeOne)
	}
	f, err := os.Open(filepath.Join(dir, made[0].Name()))
	if err != nil {
		return cs.pipeFailed(err)
	}
	defer f.Close()
	if err := cs.copyOut(f); err != nil {
		return cs.con.OutputFailed(err)
	}
	return nil
}

// copyOut writes a file to standard output, without what would act on a terminal.
func (cs *Commands) copyOut(f io.Reader) error {
	if !cs.con.OutIsTerminal() {
		_, err := io.Copy(cs.con.Writer, f)
		return err
	}
	lines := console.NewCleaned(cs.con.Writer)
	_, err := io.Copy(lines, f)
	return errors.Join(err, lines.Close())
}

func (cs *Commands) pipeFailed(err error) error {
	return &client.Error{Kind: client.KindLocal, Op: "pipe", What: "the temporary file could not be written: %s", Args: []any{err.Error()}, Err: err}
}
