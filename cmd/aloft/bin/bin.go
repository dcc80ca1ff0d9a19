// Package bin is the commands about the recycle bin.
package bin

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/places"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Commands list and change the recycle bin.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *places.Places
	sources client.Sources
	run     *write.Runner
}

// New takes the sources whose bins they are.
func New(con *console.Console, s *session.Session, ps *places.Places, sources client.Sources, run *write.Runner) *Commands {
	return &Commands{con: con, session: s, places: ps, sources: sources, run: run}
}

// Command is bin with all below it.
func (cs *Commands) Command() *cobra.Command {
	return cs.con.Group("bin", "the recycle bin of the drive: list, recover, delete for good", cs.lsCommand(), cs.recoverCommand(), cs.purgeCommand())
}

func (cs *Commands) recoverCommand() *cobra.Command {
	return cs.change(model.OpRecover, &cobra.Command{
		Use: "recover NAME|ID|PLACE…", Short: cs.con.Say("bring deleted entries back"), Long: cs.con.Say(`Brings deleted entries back to where they were. They are named by their name, the id
that bin ls prints, or the place that they had. A name that several deleted entries
have is refused with their ids (exit 5). The service decides where an entry goes whose
folder is gone, and how it is called when its name is taken.`),
	})
}

func (cs *Commands) purgeCommand() *cobra.Command {
	return cs.change(model.OpPurge, &cobra.Command{
		Use: "purge NAME|ID|PLACE… | --all", Short: cs.con.Say("delete entries of the recycle bin for good"), Long: cs.con.Say(`Deletes entries of the recycle bin for good, after a typed yes: nothing brings them
back. They are named as for bin recover. Without a terminal to ask on, --yes is needed;
else nothing is done. More than jobs.delete_brake_count or jobs.delete_brake_share allow
needs the number typed, or --max-delete.`),
	})
}

// change makes a command that changes the recycle bin.
func (cs *Commands) change(op model.Op, c *cobra.Command) *cobra.Command {
	var w write.Flags
	var all bool
	c.Args, c.ValidArgsFunction = cobra.ArbitraryArgs, cs.complete
	c.RunE = cs.session.Needs(func(c *cobra.Command, args []string) error {
		if w.Nul {
			more, err := cs.places.Words(c)
			if err != nil {
				return err
			}
			args = append(args, more...)
		}
		switch {
		case all && len(args) > 0:
			return console.UsageErrorFor(c, "--all is for the whole recycle bin; name nothing with it")
		case !all && len(args) == 0:
			return console.UsageErrorFor(c, text.CliTooFew, c.CommandPath())
		case slices.Contains(args, ""):
			return console.UsageErrorFor(c, "a name is empty. Nothing was done")
		}
		root, bin, err := cs.entries(cs.session.Context())
		if err != nil {
			return err
		}
		chosen, refused := bin, []model.Refusal(nil)
		if !all {
			if chosen, refused, err = cs.pick(c, op, root, bin, args); err != nil {
				return err
			}
		} else if len(bin) == 0 {
			return nil
		}
		return cs.run.InBin(client.Request{Op: op, Target: root, Bin: chosen}, refused, w)
	})
	if op.Row().Destroys() {
		cs.run.DeleteFlags(c, &w)
		c.Flags().BoolVar(&all, "all", false, cs.con.Say("everything that is in the recycle bin"))
	}
	c.Flags().BoolVarP(&w.Nul, "null", "0", false, cs.con.Say("read more names, ids and places from standard input, each ended by a NUL byte"))
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}

// entries lists the recycle bin of the current account, the latest deletion first.
func (cs *Commands) entries(ctx context.Context) (root model.Place, all []client.BinEntry, err error) {
	src, err := cs.sources.For(model.Place{Scheme: model.SchemeDrive})
	if err != nil {
		return root, nil, err
	}
	b, ok := src.(client.Binner)
	if !ok {
		return root, nil, client.Errorf(client.KindUnsupported, "bin", src.Root(), text.NoBin, string(model.SchemeDrive))
	}
	all, err = b.Bin(ctx, client.Options{Class: client.Interactive, Fresh: true})
	client.LatestFirst(all)
	return model.Place{Scheme: model.SchemeDrive}, all, err
}
