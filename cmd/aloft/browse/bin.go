package browse

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// bins are the commands about the recycle bin.
type bins struct{ *Commands }

// command is bin with all below it.
func (cs bins) command() console.Command {
	return console.Group("bin", "list, recover and delete entries of the recycle bin", cs.lsCommand(),
		cs.change(model.OpRecover, console.Command{
			Use: "recover [SOURCE:] NAME|ID|PLACE…", Short: "bring deleted entries back", Long: `Brings deleted entries back to where they were. Give a name, an id that bin ls
prints, or the former place. A bare name means the drive's recycle bin. For the
disk's, write disk: before the name, or give a place on the disk. If several
deleted entries have the name, aloft refuses and lists their ids (exit 5). If
the old folder is gone or the name is taken, the drive chooses the folder and
the name. On the disk the entry then stays in the bin (exit 5 or 6).`,
		}),
		cs.change(model.OpPurge, console.Command{
			Use: "purge [SOURCE:] NAME|ID|PLACE… | --all [SOURCE:]", Short: "delete entries of the recycle bin for good", Long: `Deletes entries of the recycle bin for good, after you type yes: nothing brings
them back. Name them as for bin recover. Without a terminal to ask on, nothing
is done unless you give --yes. To delete more entries than
jobs.delete_brake_count or jobs.delete_brake_share allow, type the number or
give --max-delete.`,
			Flags: []console.Flag{{Name: "all", Value: false, Help: "everything that is in the recycle bin"}},
		}))
}

// change makes a command that changes the recycle bin.
func (cs bins) change(op model.Op, r console.Command) console.Command {
	takes := write.Plan | write.Audit
	if op.Row().Destroys() {
		takes |= write.Delete
	}
	r.Args, r.Words = cobra.ArbitraryArgs, cs.complete
	r.Flags = append(r.Flags, console.Flag{Name: "null", Short: "0", Value: false, Help: "read more places from standard input, each ended by a NUL byte"})
	return cs.run.Row(takes, r, func(in console.Call, w write.Flags) error {
		all, args := in.On("all"), in.Args
		if w.Nul {
			more, err := cs.places.Words(in.Cmd)
			if err != nil {
				return err
			}
			args = append(args, more...)
		}
		root, args, err := cs.source(args)
		switch {
		case err != nil:
			return err
		case all && len(args) > 0:
			return in.Usage("--all means the whole recycle bin; do not name entries as well")
		case !all && len(args) == 0:
			return in.Usage(text.CliTooFew, in.Cmd.CommandPath())
		case slices.Contains(args, ""):
			return in.Usage("a name is empty. Nothing was done")
		}
		bin, err := cs.entries(cs.session.Context(), root)
		if err != nil {
			return err
		}
		chosen, refused := bin, []model.Refusal(nil)
		if !all {
			if chosen, refused, err = cs.pick(in, op, root, bin, args); err != nil {
				return err
			}
		} else if len(bin) == 0 {
			return nil
		}
		return cs.run.InBin(client.Request{Op: op, Target: root, Bin: chosen, Partial: true}, refused, w)
	})
}

// source is the root of the source whose bin is meant: that of the first place among the
// arguments, or else the drive of the current account. A bare one, as "disk:", names nothing
// in it, and is left out.
func (cs bins) source(args []string) (root model.Place, left []string, err error) {
	root = model.Place{Scheme: model.SchemeDrive}
	given := false
	for _, arg := range args {
		bare := strings.HasSuffix(arg, ":") || strings.HasSuffix(arg, ":/")
		if !bare {
			left = append(left, arg)
		}
		if given || !model.HasScheme(arg) {
			continue
		}
		if bare { // the folder of the shell says nothing about the bin
			arg = strings.TrimSuffix(arg, "/") + "/"
		}
		at, err := cs.places.Place(arg)
		if err != nil {
			return root, nil, err
		}
		root, given = at.Root(), true
	}
	return root, left, nil
}

// entries lists the recycle bin of a source, the latest deletion first.
func (cs bins) entries(ctx context.Context, root model.Place) ([]client.BinEntry, error) {
	b, err := able[client.Binner](cs.Commands, root, "bin", text.NoBin, string(root.Scheme))
	if err != nil {
		return nil, err
	}
	all, err := b.Bin(ctx, client.Options{Class: client.Interactive, Fresh: true})
	client.LatestFirst(all)
	return all, err
}
