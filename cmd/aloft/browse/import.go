package browse

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) importCommand() *cobra.Command {
	var w write.Flags
	c := &cobra.Command{
		Use: "import FILE… PLACE", Short: cs.con.Say("import files of this machine as documents, or upload them"), Long: cs.con.Say(`Into PLACE if it is a folder, a space or a page; else one file gets the title PLACE.
Folders come with their content. It takes doc, docx, xls, xlsx, csv, ppt, pptx, pdf,
txt, xmind; Markdown (.md) is converted to a Word document first. With - for FILE it reads standard
input, and the suffix of PLACE, as in docs:/Folder/Title.md, says what it is. What a conversion could not
keep is listed. Into drive: any file is uploaded as it is. Two files are transferred at a time. After an interrupt, or if the
program dies, aloft jobs resume goes on where it stopped.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			rule, err := w.Rule(c)
			if err != nil {
				return err
			}
			if slices.Contains(args, pipe) {
				return cs.importPipe(c, args, client.Request{Rule: rule}, w)
			}
			items, dst, err := cs.fromTo(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.Scheme != model.SchemeDisk {
					return console.UsageErrorFor(c, "%s is not on this machine; aloft cp copies documents", p.String())
				}
			}
			return cs.copyTo(c, items, dst, client.Request{Rule: rule}, w, model.OpImport)
		}),
	}
	cs.run.TargetFlag(c, &w)
	cs.followFlag(c, &w.Follow)
	cs.run.ReplaceFlag(c, &w)
	cs.run.ManyFlags(c, &w)
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}
