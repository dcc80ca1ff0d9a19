package browse

import (
	"aloft/client"
	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) syncCommand() console.Command {
	return cs.run.Row(write.Audit|write.Delete|write.Plan|write.Unsaved, console.Command{
		Use: "sync SRC DST", Short: "make one folder like another", Long: `Makes the folder DST like the folder SRC, on disks and drives, also of another
account. It copies what is new or different, as aloft diff shows it; a second
run does nothing. Documents become files, as with aloft export. A document that
changed after its export is exported again; equal titles are numbered. Names,
sizes and times are compared, since no listing has checksums; --checksum reads
the checksums. SRC wins, even if DST is newer. Nothing is overwritten: the old
file goes to the recycle bin. On a disk without a bin it stays beside the new
one under a numbered name, and a later --delete removes it. If one side has a
folder and the other a file, both stay, and the exit code is 3. Entries that
only DST has stay, unless --delete is given. Then they are deleted as with
aloft rm: into the recycle bin, or on a disk with --final for good. aloft asks
first, and jobs.delete_brake_count and jobs.delete_brake_share apply, also to
replaced files. A sync is one job: pause, resume and retry it like any other.
aloft undo deletes the copies that nobody has changed since, and brings
replaced and deleted entries back from the recycle bin. Old files with a
numbered name get their names back. Entries that are lost are listed.`,
		Apart: comparingApart(),
		Flags: append(comparingFlags(), []console.Flag{
			{Name: "delete", Value: false, Help: "delete entries of DST that are not in SRC"},
			{Name: "final", Value: false, Help: "with --delete, on a disk: delete for good, without the recycle bin"},
			{Name: "quiet", Short: "q", Value: false, Help: "print nothing unless something is wrong"},
			{Name: "on-conflict", Value: string(model.ConflictReplace), Help: "for files that differ: replace, skip, stop, ask (list them and stop)", Words: []string{string(model.ConflictReplace), string(model.ConflictSkip), string(model.ConflictStop), string(model.ConflictAsk)}, Only: true},
		}...),
	}, func(in console.Call, w write.Flags) error {
		cs.con.Quiet = in.On("quiet")
		r := client.Request{Rule: w.Rule, Sync: &client.Sync{Delete: in.On("delete"), By: comparing(in), Exclude: in.List("exclude")}}
		if in.On("final") {
			r.Mode = client.DeleteForever
		}
		if in.On("final") && !in.On("delete") {
			return in.Usage(text.CliAddNeeds, "--final", "--delete")
		}
		return cs.sync(in.Args[0], in.Args[1], r, w)
	})
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
