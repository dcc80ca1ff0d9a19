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
		Use: "import FILE… PLACE", Short: "import or upload files", Long: `Into PLACE if it is a folder, a space or a page; else one file gets the title PLACE.
Folders come with their content. It takes doc, docx, xls, xlsx, csv, ppt, pptx, pdf,
txt, xmind; Markdown (.md) is converted to a Word document first. With - for FILE it reads standard
input, and the suffix of PLACE, as in docs:/Folder/Title.md, says what it is. What a conversion could not
keep is listed. Into drive: any file is uploaded as it is. Two files are transferred at a time. After an interrupt, or if the
program dies, aloft jobs resume goes on where it stopped.`, Words: cs.places.Complete(-1),
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
