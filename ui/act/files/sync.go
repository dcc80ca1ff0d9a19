package files

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
)

// syncChoice is how to sync the other pane's folder.
type syncChoice struct {
	to   model.Place
	sync client.Sync
}

// syncToOther asks whether to delete what only the other pane has.
func (a *Transferring) syncToOther() tea.Cmd {
	say, to := a.Env.Text.Say, a.Other().Place()
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[syncChoice]{
		Origin: a.Origin(), Wide: true, Title: say("Make %s like this folder", a.PlaceText(to)), Items: []dialog.MenuItem[syncChoice]{
			{Key: "c", Label: say("copy new and changed entries"), Value: syncChoice{to, client.Sync{}}},
			{Key: "s", Label: say("copy; compare sizes only"), Value: syncChoice{to, client.Sync{By: model.BySize}}},
			{Key: "m", Label: say("copy; compare checksums (slower)"), Value: syncChoice{to, client.Sync{By: model.BySum}}},
			{Key: "d", Label: say("copy, and delete extra entries there"), Value: syncChoice{to, client.Sync{Delete: true}}},
		},
	}))
}

// sync plans the sync. The plan is always shown.
func (a *Transferring) sync(from dialog.Origin, c syncChoice) tea.Cmd {
	items := []model.Place{from.Place}
	op, why := a.syncs(from.Place, c.to)
	if why != "" {
		return a.Note.Fail(client.Errorf(client.KindUnsupported, "sync", c.to, text.Text("%s"), why))
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Show: true, Req: client.Request{
		Op: op, Items: items, Target: c.to, Rule: model.ConflictReplace, Sync: &c.sync,
	}})
}

// refuseSync returns why the two folders cannot be synced, or "".
func (a *Transferring) refuseSync(client.Source) string {
	_, why := a.syncs(a.Pane().Place(), a.Other().Place())
	return why
}

func (a *Transferring) syncs(from, to model.Place) (op model.Op, why string) {
	if from.IsResults() || to.IsResults() {
		return "", a.Env.Text.Say("this is a list of results, not a folder; Enter goes to the folder of an entry")
	}
	src, err := a.Client.Sources.For(from)
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	dst, err := a.Client.Sources.For(to)
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	op, err = client.SyncRoute(src, dst)
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	return op, ""
}
