package browse

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) syncCommand() *cobra.Command {
	var w write.Flags
	var s client.Sync
	var rule string
	var final bool
	c := &cobra.Command{
		Use: "sync SRC DST", Short: cs.con.Say("make a folder like another one"), Long: cs.con.Say(`Makes the folder DST hold what the folder SRC holds, on disks and drives, also of another account: what is
new or differs is copied, as aloft diff shows it; a second run does nothing. Documents become files, as with
aloft export: one that was changed after its file is exported again, and equal titles are numbered. It compares by names,
sizes and times, since no listing has checksums; --checksum reads them. SRC wins, also over a later file; nothing is
overwritten: the old file goes to the recycle bin. On a file system of the disk that has none it stays beside
the new one under a name with a number (a later --delete takes it). Where one side has a folder and the
other a file, both stay, and the exit code is 3. What only DST has stays, unless --delete is given; then it
is as with aloft rm: it goes to the recycle bin, on a disk for good with --final, a question is asked, and
jobs.delete_brake_count and jobs.delete_brake_share apply. They apply also to what is replaced. It is one
job, which is paused, resumed, and tried again as others are. aloft undo deletes what it has copied, unless
it was changed since, takes what it has replaced or deleted out of the recycle bin again, and gives files
that stayed beside their names back; it names what is lost for good.`),
		Args: console.WantArgs(2, 2), ValidArgsFunction: cs.places.Complete(2),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			switch r := model.ConflictRule(rule); r {
			case model.ConflictReplace, model.ConflictSkip, model.ConflictStop, model.ConflictAsk:
				mode := client.DeleteMode("")
				if final {
					mode = client.DeleteForever
				}
				if final && !s.Delete {
					return console.UsageErrorFor(c, "--final says how --delete deletes")
				}
				return cs.sync(args[0], args[1], client.Request{Rule: r, Sync: &s, Mode: mode}, w)
			}
			return console.UsageErrorFor(c, "--on-conflict is replace, skip, stop or ask, not %q", rule)
		}),
	}
	c.Flags().BoolVar(&s.Delete, "delete", false, cs.con.Say("delete what only DST has"))
	c.Flags().BoolVar(&final, "final", false, cs.con.Say("with --delete, on a disk: for good, past the recycle bin"))
	comparingFlags(cs.con, c, &s.By, &s.Exclude)
	c.Flags().BoolVarP(&cs.con.Quiet, "quiet", "q", false, cs.con.Say("print nothing when nothing is wrong"))
	c.Flags().StringVar(&rule, "on-conflict", string(model.ConflictReplace), cs.con.Say("for files that differ: replace, skip, stop, ask (do nothing and say so)"))
	console.OneOfWords(c, "on-conflict", string(model.ConflictReplace), string(model.ConflictSkip), string(model.ConflictStop), string(model.ConflictAsk))
	cs.run.DeleteFlags(c, &w)
	cs.run.SyncFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}

func (cs *Commands) sync(src, dst string, r client.Request, w write.Flags) error {
	at, from, err := cs.places.Source(src)
	if err != nil {
		return err
	}
	to, target, err := cs.target(dst)
	if err != nil {
		return err
	}
	if r.Op, err = client.SyncRoute(from, target); err != nil {
		return err
	}
	r.Items, r.Target = []model.Place{at}, to
	plan, err := cs.run.Plan(r, w)
	if err != nil {
		return err
	}
	told := !w.AsJSON() && !cs.con.Quiet
	if told {
		cs.con.WarnLine(cs.con.Say(explain.Compared(r.Sync.By)))
	}
	if len(plan.Items) == 0 {
		if told {
			cs.con.Beside(cs.con.Say("nothing to do"))
		}
		return nil
	}
	return cs.run.Do(plan, r, w)
}
