package browse

import (
	"os"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/disk"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/places"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) exportCommand() *cobra.Command {
	var w write.Flags
	var out, as string
	c := &cobra.Command{
		Use: "export PLACE… [-o DIR]", Short: cs.con.Say("save documents and files on this machine"), Long: cs.con.Say(`A Word document becomes a docx, a sheet an xlsx, slides a pptx; with --format md or
txt each becomes Markdown or plain text, and with pdf a PDF: by the service if it offers
that, otherwise by LibreOffice, if it is installed on this machine. Folders come with their content. The folder
after -o is made when it does not exist; -o - writes one document to standard output. Nothing is
overwritten: a taken name is a conflict (exit 5), unless --on-conflict says what to do.
Prints where each file is.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			rule, err := w.Rule(c)
			if err != nil {
				return err
			}
			if err := checkFormat(c, as); err != nil {
				return err
			}
			items, err := cs.items(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.Scheme == model.SchemeDisk {
					return console.UsageErrorFor(c, "%s is on this machine; export saves documents, in the folder after -o", places.Written(p))
				}
			}
			r := client.Request{Op: cs.outOf(items), Format: as, Rule: rule, Partial: true}
			if r.Op == model.OpDownload && as != model.FormatNative {
				return console.UsageErrorFor(c, "--format is for saving documents on a disk")
			}
			if out == pipe {
				return cs.exportPipe(c, items, r, w)
			}
			dst, err := cs.places.Place(out)
			if err != nil {
				return err
			}
			if dst.Scheme != model.SchemeDisk {
				return console.UsageErrorFor(c, "%s is not on this machine; export saves to a disk", dst.String())
			}
			dst = reached(dst)
			made, err := cs.outFolder(dst, out, w)
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
		}),
	}
	console.PathFlag(c.Flags(), &out, "output", "o", ".", cs.con.Say("the folder to save into, which is made; - is standard output"))
	cs.formatFlag(c, &as)
	cs.run.ReplaceFlag(c, &w)
	cs.run.ManyFlags(c, &w)
	cs.run.WriteFlags(c, &w)
	return c
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
		return made, client.Errorf(client.KindConflict, "export", dst, text.CliMvNoFolder, places.Written(dst))
	case !client.Is(err, client.KindNotFound):
		return made, err
	case w.DryRun:
		e := client.Errorf(client.KindNotFound, "export", dst, "%s is not there", places.Written(dst))
		e.Hint, e.HintArgs = "aloft mkdir -p %s", []any{out}
		return made, e
	}
	for at := dst; !at.IsRoot(); at = at.Parent() {
		if _, err := os.Lstat(disk.Path(at)); err == nil {
			break
		}
		made = at
	}
	if err := os.MkdirAll(disk.Path(dst), 0o777); err != nil {
		e := client.Errorf(client.KindLocal, "export", dst, "%s could not be made: %s", places.Written(dst), console.Cause(err))
		e.Err = err
		return model.Place{}, e
	}
	return made, nil
}

func (cs *Commands) formatFlag(c *cobra.Command, as *string) {
	c.Flags().StringVar(as, "format", model.FormatNative, cs.con.Say("save as md, txt or pdf instead of the document's own format (docx, xlsx, pptx)"))
	console.OneOfWords(c, "format", model.FormatMarkdown, model.FormatText, model.FormatPDF, "docx", "xlsx", "pptx")
}

func checkFormat(c *cobra.Command, as string) error {
	switch as {
	case model.FormatNative, model.FormatMarkdown, model.FormatText, model.FormatPDF, "docx", "xlsx", "pptx":
		return nil
	}
	return console.UsageErrorFor(c, "--format is md, txt or pdf, or what a document has by itself: docx, xlsx or pptx; not %q", as)
}
