package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) extractCommand() console.Command {
	return cs.run.Row(write.Plan|write.Replace, console.Command{
		Use: "extract ARCHIVE [DIR]", Short: "unpack an archive", Long: `Unpacks a zip, tar, tar.gz, tar.bz2, tar.xz, tar.zst, 7z or rar into DIR, by
default the current folder. If the archive has only one entry, that entry is
unpacked; else DIR gets a folder with the name of the archive. Nothing is
overwritten. Links, encrypted entries and names that lead out of the folder are
skipped and listed.
Places in an archive begin with archive:, on a drive with drivearchive:. For
example: aloft ls archive:a.zip, aloft cat archive:a.zip/readme.txt,
aloft cp archive:a.zip/docs DIR.`,
	}, func(in console.Call, w write.Flags) error {
		at, err := cs.places.Place(in.Args[0])
		if err != nil {
			return err
		}
		dir := "."
		if len(in.Args) == 2 {
			dir = in.Args[1]
		}
		to, target, err := cs.target(dir)
		if err != nil {
			return err
		}
		item, name, err := client.Extraction(cs.session.Context(), cs.sources, at)
		if err != nil {
			return err
		}
		src, err := cs.sources.For(item)
		if err != nil {
			return err
		}
		op, err := client.Route(src, target)
		if err != nil {
			return err
		}
		return cs.run.Run(client.Request{Op: op, Items: []model.Place{item}, NewNames: []string{name}, Target: to, Rule: w.Rule, Partial: true}, w)
	})
}
