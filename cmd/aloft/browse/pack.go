package browse

import (
	"aloft/client"
	"aloft/client/archive"
	"aloft/client/disk"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) packCommand() console.Command {
	return cs.run.Row(write.Plan|write.Replace, console.Command{
		Use: "pack ARCHIVE ENTRY…", Short: "pack files and folders of this machine", Long: `Packs files and folders of this machine into a new archive, on this machine or
a drive. The end of the archive's name decides the format: a zip or a tar.gz
(tgz). Links are packed as links. aloft reads the archive again and compares it
with the originals before the archive gets its name. Nothing is overwritten.`,
	}, func(in console.Call, w write.Flags) error {
		to, target, err := cs.target(in.Args[0])
		if err != nil {
			return err
		}
		var paths []string
		for _, arg := range in.Args[1:] {
			p, err := cs.places.Place(arg)
			if err != nil {
				return err
			}
			if p.Scheme != model.SchemeDisk || p.IsRoot() {
				return in.Usage("%s cannot be packed: only files and folders of this machine can", session.Written(p))
			}
			paths = append(paths, disk.Path(p))
		}
		here, err := cs.sources.For(model.LocalPlace(nil))
		if err != nil {
			return err
		}
		op, err := client.Route(here, target)
		if err != nil {
			return err
		}
		made, drop, err := archive.Pack(cs.session.Context(), cs.session.ArchiveDir(), to.Base(), paths)
		if err != nil {
			return err
		}
		defer drop()
		return cs.run.Run(client.Request{Op: op, Items: []model.Place{model.LocalPlace(disk.Steps(made))}, Target: to.Parent(), NewNames: []string{to.Base()}, Rule: w.Rule}, w)
	})
}
