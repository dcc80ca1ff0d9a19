package browse

import (
	"os"

	"aloft/client"
	"aloft/client/disk"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) exportCommand() console.Command {
	return cs.run.Row(write.Many|write.Plan|write.Replace, console.Command{
		Use: "export PLACE… [-o DIR]", Short: "save documents and files on this machine", Long: `A Word document becomes a docx, a sheet an xlsx, slides a pptx. With --format
md or txt each becomes Markdown or plain text, with pdf a PDF. The service
makes the PDF if it can, else LibreOffice on this machine. Folders are saved
with their content. The folder after -o is made if it does not exist; -o -
writes one document to standard output. Nothing is overwritten: a taken name is
a conflict (exit 5), unless --on-conflict says what to do. Prints where each
file is.`,
		Flags: []console.Flag{
			{Name: "output", Short: "o", Value: console.Path("."), Help: "the folder to save into, made if it does not exist; - is standard output"}, formatFlag(),
		},
	}, func(in console.Call, w write.Flags) error {
		items, err := cs.items(in, in.Args, w)
		if err != nil {
			return err
		}
		for _, p := range items {
			if p.Scheme == model.SchemeDisk {
				return in.Usage("%s is on this machine; export saves documents, in the folder after -o", session.Written(p))
			}
		}
		r := client.Request{Op: cs.outOf(items), Format: in.Text("format"), Rule: w.Rule, Partial: true}
		if r.Op == model.OpDownload && r.Format != model.FormatNative {
			return in.Usage("--format is for saving documents on a disk")
		}
		if in.Text("output") == pipe {
			return cs.exportPipe(in, items, r, w)
		}
		dst, err := cs.places.Place(in.Text("output"))
		if err != nil {
			return err
		}
		if dst.Scheme != model.SchemeDisk {
			return in.Usage("%s is not on this machine; aloft cp copies documents", dst.String())
		}
		dst = reached(dst)
		made, err := cs.outFolder(dst, in.Text("output"), w)
		if err != nil {
			return err
		}
		err = cs.run.Each(items, w, func(group []model.Place) client.Request {
			r := r
			r.Items, r.Target = group, dst
			return r
		})
		for at := dst; err != nil && !cs.run.Started() && at.Within(made) && !made.IsRoot(); at = at.Parent() {
			_ = os.Remove(disk.Path(at)) // not when something is in it
		}
		return err
	})
}

// outOf is how the items come to a disk: files as they are, documents as exports.
func (cs *Commands) outOf(items []model.Place) model.Op {
	for _, it := range items {
		if src, err := cs.sources.For(it); err == nil {
			if _, ok := src.(client.Downloadable); ok {
				return model.OpDownload
			}
		}
	}
	return model.OpExport
}

// outFolder makes the target folder when it does not exist, and returns the first one that it
// made on the way. A dry run makes nothing, and has no folder to plan for.
func (cs *Commands) outFolder(dst model.Place, out string, w write.Flags) (made model.Place, err error) {
	src, err := cs.sources.For(dst)
	if err != nil {
		return made, err
	}
	folder, err := cs.isFolder(src, dst)
	switch {
	case err == nil && !folder:
		return made, client.Errorf(client.KindConflict, "export", dst, text.CliMvNoFolder, session.Written(dst))
	case !client.Is(err, client.KindNotFound):
		return made, err
	case w.DryRun:
		return made, client.Errorf(client.KindNotFound, "export", dst, "%s was not found", session.Written(dst)).Hinted(text.Typed("aloft mkdir -p %s"), out)
	}
	for at := dst; !at.IsRoot(); at = at.Parent() {
		if _, err := os.Lstat(disk.Path(at)); err == nil {
			break
		}
		made = at
	}
	if err := os.MkdirAll(disk.Path(dst), 0o777); err != nil {
		e := client.Errorf(client.KindLocal, "export", dst, "%s could not be made: %s", session.Written(dst), console.Cause(err))
		e.Err = err
		return model.Place{}, e
	}
	return made, nil
}

// formatFlag is how documents are saved.
func formatFlag() console.Flag {
	return console.Flag{Name: "format", Value: model.FormatNative, Help: "save as md, txt or pdf instead of the document's own format (docx, xlsx, pptx)",
		Words: []string{model.FormatMarkdown, model.FormatText, model.FormatPDF, "docx", "xlsx", "pptx"}, Only: true}
}
