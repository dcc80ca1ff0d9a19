package browse

import (
	"slices"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) importCommand() console.Command {
	return cs.run.Row(write.Audit|write.Follow|write.Many|write.Plan|write.Replace|write.Target, console.Command{
		Use: "import FILE… PLACE", Short: "import or upload files", Long: `If PLACE is a folder, a space or a page, the files go into it; else the one
file gets the title PLACE. Folders come with their content. aloft accepts doc,
docx, xls, xlsx, csv, ppt, pptx, pdf, txt and xmind; Markdown (.md) becomes a
Word document first. If FILE is -, it reads standard input; the suffix of PLACE
then gives the type, as in docs:/Folder/Title.md. Content that a conversion
could not keep is listed. A file for drive: is uploaded as it is, whatever its
type. Two files are transferred at a time. After an interrupt or a crash,
aloft jobs resume continues where it stopped.`, Words: cs.places.Complete(-1),
	}, func(in console.Call, w write.Flags) error {
		if slices.Contains(in.Args, pipe) {
			return cs.importPipe(in, in.Args, client.Request{Rule: w.Rule}, w)
		}
		items, dst, err := cs.fromTo(in, in.Args, w)
		if err != nil {
			return err
		}
		for _, p := range items {
			if p.Scheme != model.SchemeDisk {
				return in.Usage("%s is not on this machine; aloft cp copies documents", p.String())
			}
		}
		return cs.copyTo(in, items, dst, client.Request{Rule: w.Rule}, w, model.OpImport)
	})
}
