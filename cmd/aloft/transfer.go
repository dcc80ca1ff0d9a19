package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) importCommand() *cobra.Command {
	var w writing
	c := &cobra.Command{
		Use: "import FILE… PLACE", Short: a.cat.Say("take files of this machine in as documents"), Long: a.cat.Say(`Into PLACE, when it is a folder, a space or a page; else one file gets the title PLACE.
Folders come with what they hold. Taken are doc, docx, xls, xlsx, csv, ppt, pptx, pdf,
txt, xmind; Markdown (.md) is made a Word document first. With - for FILE it comes on standard
input, and the suffix of PLACE, as in docs:/Folder/Title.md, says what it is. What a conversion could not
keep is listed. Two files are on their way at a time. After an interrupt, or if the
program dies, aloft jobs resume goes on where it stopped.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			rule, err := w.rule(c)
			if err != nil {
				return err
			}
			if slices.Contains(args, pipe) {
				return a.importPipe(c, args, client.Request{Rule: rule}, w)
			}
			items, dst, err := a.fromTo(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.Scheme != model.SchemeDisk {
					return usageErrorFor(c, "%s is not on this machine; aloft cp copies documents", p.String())
				}
			}
			return a.copyTo(c, items, dst, client.Request{Rule: rule}, w, model.OpImport)
		}),
	}
	a.targetFlag(c, &w)
	a.conflictFlag(c, &w)
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

func (a *app) exportCommand() *cobra.Command {
	var w writing
	var out, as string
	c := &cobra.Command{
		Use: "export PLACE… [-o DIR]", Short: a.cat.Say("save documents as files on this machine"), Long: a.cat.Say(`A Word document becomes a docx, a sheet an xlsx, slides a pptx; with --format md or
txt each becomes Markdown or plain text. Folders come with what they hold. The folder
after -o is made when it is not there; -o - writes one document to standard output. Nothing is
overwritten: a taken name is a conflict (exit 5), unless --on-conflict says what to do.
Prints where each file is.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			rule, err := w.rule(c)
			if err != nil {
				return err
			}
			if err := checkFormat(c, as); err != nil {
				return err
			}
			items, err := a.items(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.Scheme == model.SchemeDisk {
					return usageErrorFor(c, "%s is on this machine; export saves documents, in the folder after -o", written(p))
				}
			}
			if out == pipe {
				return a.exportPipe(c, items, client.Request{Op: model.OpExport, Format: as, Rule: rule, Partial: true}, w)
			}
			dst, err := a.place(out)
			if err != nil {
				return err
			}
			if dst.Scheme != model.SchemeDisk {
				return usageErrorFor(c, "%s is not on this machine; export saves to a disk", dst.String())
			}
			made, err := a.outFolder(dst, out, w)
			if err != nil {
				return err
			}
			err = a.each(items, w, func(group []model.Place) client.Request {
				return client.Request{Op: model.OpExport, Items: group, Target: dst, Format: as, Rule: rule, Partial: true}
			})
			if err != nil && made {
				_ = os.Remove(disk.Path(dst)) // it stays if something came into it
			}
			return err
		}),
	}
	c.Flags().StringVarP(&out, "output", "o", ".", a.cat.Say("the folder to save into, which is made; - is standard output"))
	a.formatFlag(c, &as)
	a.conflictFlag(c, &w)
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

// outFolder makes the folder to save into, when it is not there. A dry run makes
// nothing, and has no folder to plan for.
func (a *app) outFolder(dst model.Place, out string, w writing) (made bool, err error) {
	src, err := a.sources().For(dst)
	if err != nil {
		return false, err
	}
	folder, err := a.isFolder(src, dst)
	switch {
	case err == nil && !folder:
		return false, client.Errorf(client.KindConflict, "export", dst, text.CliMvNoFolder, written(dst))
	case !client.Is(err, client.KindNotFound):
		return false, err
	case w.dryRun:
		e := client.Errorf(client.KindNotFound, "export", dst, "%s is not there", written(dst))
		e.Hint, e.HintArgs = "aloft mkdir -p %s", []any{out}
		return false, e
	}
	if err := os.MkdirAll(disk.Path(dst), 0o777); err != nil {
		e := client.Errorf(client.KindLocal, "export", dst, "%s could not be made: %s", written(dst), pathCause(err))
		e.Err = err
		return false, e
	}
	return true, nil
}

func (a *app) formatFlag(c *cobra.Command, as *string) {
	c.Flags().StringVar(as, "format", model.FormatNative, a.cat.Say("save as md or txt instead of the document's own format (docx, xlsx, pptx)"))
	oneOfWords(c, "format", model.FormatMarkdown, model.FormatText, "docx", "xlsx", "pptx")
}

func checkFormat(c *cobra.Command, as string) error {
	switch as {
	case model.FormatNative, model.FormatMarkdown, model.FormatText, "docx", "xlsx", "pptx":
		return nil
	}
	return usageErrorFor(c, "--format is md or txt, or what a document has by itself: docx, xlsx or pptx; not %q", as)
}

func (a *app) cpCommand() *cobra.Command {
	var w writing
	var as string
	c := &cobra.Command{
		Use: "cp SRC… DST", Short: a.cat.Say("copy documents, or files in and out"), Long: a.cat.Say(`Between docs: and space: documents are copied; from a disk they are imported, to a disk
exported, as aloft import and aloft export do. Into DST, when it is a folder; else one
thing gets the name DST. A copy can be seen by nobody but you until you share it.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			rule, err := w.rule(c)
			if err != nil {
				return err
			}
			if err := checkFormat(c, as); err != nil {
				return err
			}
			items, dst, err := a.fromTo(c, args, w)
			if err != nil {
				return err
			}
			return a.copyTo(c, items, dst, client.Request{Rule: rule, Format: as}, w, "")
		}),
	}
	a.targetFlag(c, &w)
	a.formatFlag(c, &as)
	a.conflictFlag(c, &w)
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

// fromTo takes arguments apart: the last one is the target unless -t names it;
// names from standard input are sources.
func (a *app) fromTo(c *cobra.Command, args []string, w writing) (items []model.Place, dst string, err error) {
	dst = w.target
	if dst == "" {
		if len(args) == 0 || len(args) == 1 && !w.nul {
			return nil, "", usageErrorFor(c, text.CliTooFew, c.CommandPath())
		}
		args, dst = args[:len(args)-1], args[len(args)-1]
	}
	items, err = a.items(c, args, w)
	return items, dst, err
}

// copyTo copies as people expect: into dst when it is a folder, else one thing
// under the name dst. What kind of copy that is follows from the two sources;
// only: nothing but this one.
func (a *app) copyTo(c *cobra.Command, items []model.Place, dst string, r client.Request, w writing, only model.Op) error {
	to, target, err := a.source(dst)
	if err != nil {
		return err
	}
	for i, p := range items {
		if p.IsRoot() {
			return usageErrorFor(c, "%s is a root, which cannot be copied", p.String())
		}
		from, err := a.sources().For(p)
		if err != nil {
			return err
		}
		if only == model.OpImport && to.Scheme == model.SchemeDisk {
			return usageErrorFor(c, "%s is on this machine; import takes files into docs: or space:", to.String())
		}
		op, err := client.Route(from, target)
		if err != nil {
			return err
		}
		if i > 0 && op != r.Op {
			return usageErrorFor(c, "these sources cannot be copied in one go")
		}
		r.Op = op
	}
	if r.Format != model.FormatNative && r.Op != model.OpExport {
		return usageErrorFor(c, "--format is for saving on a disk")
	}
	request := func(group []model.Place) client.Request {
		r := r
		r.Items, r.Target, r.Partial = group, to, true
		return r
	}
	folder, err := a.isFolder(target, to)
	if err == nil && folder && !a.isItself(items, to) {
		return a.each(items, w, request)
	}
	if err == nil {
		e := client.Errorf(client.KindConflict, string(r.Op), to, text.CliMvFile, to.String())
		e.Hint = text.CliHintMvFile
		return e
	}
	if !client.Is(err, client.KindNotFound) || w.target != "" || len(items) > 1 || strings.HasSuffix(dst, "/") || to.IsLoose() {
		return err
	}
	return a.copyAs(target, items[0], to, r, w)
}

// isItself: a page cannot be copied into itself by naming it twice; that is
// meant as a copy to the same name, which is taken.
func (a *app) isItself(items []model.Place, to model.Place) bool {
	return len(items) == 1 && items[0].Equal(to)
}

// copyAs copies one thing to the name `to`, where nothing is yet.
func (a *app) copyAs(target client.Source, p, to model.Place, r client.Request, w writing) error {
	if err := target.CheckName(to.Base()); err != nil {
		return err
	}
	if m, ok := target.(client.Creator); ok && r.Op == model.OpCopy {
		if err := m.CheckTitle(to.Base()); err != nil {
			return err
		}
	}
	if folder, err := a.isFolder(target, to.Parent()); err != nil {
		return err
	} else if !folder {
		return client.Errorf(client.KindNotFound, string(r.Op), to.Parent(), text.CliMvNoFolder, to.Parent().String())
	}
	// The name of a file says what it shall be.
	if ext := strings.TrimPrefix(model.Extension(to.Base()), "."); r.Op == model.OpExport && r.Format == model.FormatNative && (ext == model.FormatMarkdown || ext == model.FormatText) {
		r.Format = ext
	}
	r.Items, r.Target, r.NewNames = []model.Place{p}, to.Parent(), []string{to.Base()}
	return a.write(r, w)
}

// pathCause is why a folder could not be made, without its path, which is said.
func pathCause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
