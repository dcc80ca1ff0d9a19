package browse

import (
	"slices"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) rmCommand() console.Command {
	return cs.run.Row(write.Audit|write.Delete|write.Many|write.Plan, console.Command{
		Use: "rm [--final | --recent | --descendants] PLACE…", Short: "delete entries", Long: `Entries of the drive and of docs: go to the service's recycle bin, those of a
disk to the desktop's; aloft undo and aloft bin bring them back. If a file
system of the disk has no bin, nothing is deleted there without --final. On a
disk --final always deletes for good. In a space pages are deleted for good.
The pages under a deleted page move up to its parent, unless --descendants
deletes them, too. Without a terminal to ask on, nothing is done unless you
give --yes. To delete more entries than jobs.delete_brake_count or
jobs.delete_brake_share allow, type the number or give --max-delete.`, Words: cs.places.Complete(-1),
		Flags: []console.Flag{
			{Name: "final", Value: false, Help: "on a disk: delete for good, without the recycle bin"},
			{Name: "recent", Value: false, Help: "documents: only remove them from the recent list, do not delete them"},
			{Name: "descendants", Value: false, Help: "pages of a space: also delete all pages under them"},
		},
	}, func(in console.Call, w write.Flags) error {
		if in.On("recent") && in.On("descendants") || in.On("final") && (in.On("recent") || in.On("descendants")) {
			return in.Usage("--final is for disk:, --recent for documents of docs:, --descendants for pages of space:; they cannot be mixed")
		}
		items, err := cs.items(in, in.Args, w)
		if err != nil {
			return err
		}
		if err := noRoot(in, items...); err != nil {
			return err
		}
		mode := client.DeleteMode("")
		switch {
		case in.On("recent"):
			mode = client.DeleteRecord
		case in.On("descendants"):
			mode = client.DeleteTree
		case in.On("final"):
			mode = client.DeleteForever
		}
		if err := cs.canDelete(in, items, mode); err != nil {
			return err
		}
		return cs.run.Each(items, w, func(group []model.Place) client.Request {
			return client.Request{Op: model.OpDelete, Items: group, Mode: mode, Partial: true}
		})
	})
}

// canDelete refuses a mode that a source of the items does not have, before
// anything is changed in another one.
func (cs *Commands) canDelete(in console.Call, items []model.Place, mode client.DeleteMode) error {
	if mode == "" {
		return nil
	}
	for _, p := range items {
		src, err := cs.sources.For(p)
		if err != nil {
			return err
		}
		d, ok := src.(client.Deletable)
		if ok && slices.Contains(d.DeleteModes(), mode) {
			continue
		}
		switch mode {
		case client.DeleteRecord:
			return in.Usage(text.CliForOnly, "--recent", "docs", string(p.Scheme))
		case client.DeleteForever:
			return in.Usage(text.CliForOnly, "--final", "disk", string(p.Scheme))
		}
		return in.Usage(text.CliForOnly, "--descendants", "space", string(p.Scheme))
	}
	return nil
}
