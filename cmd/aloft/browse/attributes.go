package browse

import (
	"cmp"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) chmodCommand() console.Command {
	return cs.run.Row(write.Many|write.Plan, console.Command{
		Use: "chmod MODE PLACE…", Short: "set the mode of entries on a disk",
		Long: "MODE is octal (644), the letters of ls -l (rw-r--r--) or a change (u+x,go-w).",
	}, func(in console.Call, w write.Flags) error {
		if len(in.Args) == 0 {
			return in.Usage(text.CliTooFew, in.Cmd.CommandPath())
		}
		mode := model.Policy(in.Args[0])
		items, err := cs.attributed(in, in.Args[1:], mode, w)
		if err != nil {
			return err
		}
		return cs.attributes(items, mode, w)
	})
}

func (cs *Commands) touchCommand() console.Command {
	return cs.run.Row(write.Many|write.Plan, console.Command{
		Use: "touch PLACE…", Short: "set the time of entries on a disk, and make missing files",
		Flags: []console.Flag{{Name: "time", Value: "now", Help: "the time of the last change, as 2026-01-02 or '2026-01-02 15:04'"}},
	}, func(in console.Call, w write.Flags) error {
		at := model.Policy("@" + in.Text("time"))
		items, err := cs.attributed(in, in.Args, at, w)
		if err != nil {
			return err
		}
		var there, missing []model.Place
		for _, p := range items {
			src, err := cs.sources.For(p)
			if err != nil {
				return err
			}
			if _, err = src.Stat(cs.session.Context(), p, client.Options{}); client.Is(err, client.KindNotFound) && p.Scheme.Local() {
				missing = append(missing, p)
			} else {
				there = append(there, p)
			}
		}
		if len(missing) > 0 {
			err = cs.run.Run(client.Request{Op: model.OpCreate, Items: missing, New: &model.New{Kind: model.KindFile}, Partial: true}, w)
		}
		if in.Given("time") && err == nil && !w.DryRun {
			there = append(there, missing...)
		}
		if len(there) == 0 {
			return err
		}
		return cmp.Or(err, cs.attributes(there, at, w))
	})
}

// attributed are the places whose mode or time is to be as these words say, which are looked at first.
func (cs *Commands) attributed(in console.Call, args []string, words model.Policy, w write.Flags) ([]model.Place, error) {
	items, err := cs.items(in, args, w)
	if err != nil {
		return nil, err
	}
	src, err := cs.sources.For(items[0])
	if disk, ok := src.(client.Attributes); ok && err == nil {
		if _, _, err := disk.Wanted(words, ""); err != nil {
			return nil, console.Exit(console.ExitUsage, err)
		}
	}
	return items, err
}

func (cs *Commands) attributes(items []model.Place, words model.Policy, w write.Flags) error {
	return cs.run.Each(items, w, func(group []model.Place) client.Request {
		return client.Request{Op: model.OpAttributes, Items: group, Policy: words, Partial: true}
	})
}
