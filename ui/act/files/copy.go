package files

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Transfer copies by the operation that the two sources support.
func (a *Transferring) Transfer(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	op, why := a.route(items, to)
	if why != "" {
		return a.Note.Say(status.Warn, why)
	}
	if op.Transfers() && items[0].Scheme.Documents() && !to.Scheme.Documents() {
		return a.askFormat(from, op, items, to)
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: op, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// pick asks for the folder to copy or to move to.
func (a *Transferring) pick(op model.Op, w pickWords) func() tea.Cmd {
	return func() tea.Cmd {
		from, items := a.Origin(), a.Pane().Selection().Places()
		if len(items) == 0 {
			return a.Note.SayText(status.Info, text.NothingSelected)
		}
		return a.pickFor(from, op, items, a.reachable(from.Place, op), w)
	}
}

// pasteMarked moves or copies the marked entries into this folder.
func (a *Transferring) pasteMarked() tea.Cmd {
	if items := a.Cut.Places(model.MarkCopy); len(items) > 0 {
		return a.Transfer(a.Origin(), items, a.Pane().Place())
	}
	items := a.Cut.Places(model.MarkCut)
	if len(items) == 0 {
		return a.Note.SayText(status.Info, "nothing is marked; %s marks to move, %s to copy", a.Env.Keys.Key(keys.Cut), a.Env.Keys.Key(keys.MarkCopy))
	}
	return a.move(a.Origin(), items, a.Pane().Place())
}

func (a *Transferring) move(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	if to.IsSpaces() {
		return a.Note.SayText(status.Warn, text.SpaceRootTakes)
	}
	if to.IsResults() {
		return a.Note.SayText(status.Warn, text.ResultsThere)
	}
	for _, it := range items {
		src, err := a.Client.Sources.For(it)
		if err != nil {
			return a.Note.Fail(err)
		}
		if it.IsSpace() {
			return a.Note.SayText(status.Warn, text.SpaceStays)
		}
		if !it.SameSource(to) && client.Reach(src, model.OpMove, to) != nil {
			if _, why := a.route(items, to); why != "" {
				return a.Note.Say(status.Warn, why)
			}
		}
		if to.Within(it) {
			return a.Note.SayText(status.Warn, text.IntoItself, model.Clean(it.Base()))
		}
	}
	if !slices.ContainsFunc(items, func(it model.Place) bool { return !it.Parent().Equal(to) }) {
		return a.Note.SayText(status.Info, "already in this folder; go to another one first")
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMove, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// mark marks the selection to move or copy later. It replaces marks of the other kind.
func (a *Transferring) mark(m, other model.Mark, said text.Text) func() tea.Cmd {
	return func() tea.Cmd {
		p := a.Pane()
		sel := p.Selection()
		if sel.Len() == 0 {
			return a.Note.SayText(status.Info, text.NothingSelected)
		}
		a.Cut.Drop(other)
		p.MarkInto(&a.Cut, m)
		p.ClearSelection()
		return a.Note.SayText(status.Info, said, sel.Len(), a.Env.Keys.Key(keys.Paste))
	}
}

// pickTag is the purpose of a picked folder.
type pickTag struct {
	op    model.Op // OpMove, or OpCopy for any route
	items []model.Place
}

// picked handles a folder chosen for entries.
func (a *Transferring) picked(from dialog.Origin, t pickTag, to model.Place) tea.Cmd {
	if t.op == model.OpMove {
		return a.move(from, t.items, to)
	}
	return a.Transfer(from, t.items, to)
}

type pickWords struct{ title, verb text.Text }

// reachable returns the roots of sources that an operation can reach.
func (a *Transferring) reachable(from model.Place, op model.Op) []model.Place {
	src, err := a.Client.Sources.For(from)
	if err != nil {
		return nil
	}
	var out []model.Place
	for _, s := range model.Schemes() {
		root := model.Place{Scheme: s, Account: from.Account}
		if s.Local() {
			root = model.LocalPlace(nil)
		} else if from.Scheme.Local() {
			root.Account = a.AccountOfDocs()
		}
		dst, err := a.Client.Sources.For(root)
		if err != nil {
			continue
		}
		_, err = client.Route(src, dst)
		if err == nil || op == model.OpMove && client.Reach(src, op, root.Join(string(s))) == nil { // a folder in it
			out = append(out, root)
		}
	}
	return out
}

// pickFor asks for a target folder.
func (a *Transferring) pickFor(from dialog.Origin, op model.Op, items []model.Place, roots []model.Place, w pickWords) tea.Cmd {
	if len(roots) == 0 {
		_, why := a.route(items, from.Place)
		why = cmp.Or(why, a.Env.Text.Say(text.NothingToDo))
		return a.Note.Say(status.Warn, why)
	}
	start := roots[0]
	for _, p := range []model.Place{a.Panes[from.Pane].Base(), a.Other().Base()} {
		if slices.ContainsFunc(roots, p.SameSource) {
			start = p
			break
		}
	}
	if start.Scheme.Local() && start.IsRoot() {
		start.Path = a.Client.HomeDir
	}
	return a.Dialogs.Push(dialog.NewPick(a.Env, dialog.PickOptions[pickTag]{
		Origin: from, Tag: pickTag{op, items}, Start: start, Roots: roots, NewFolder: true,
		Title: a.Env.Text.Say(w.title, len(items)), Verb: a.Env.Text.Say(w.verb),
		Refuse: func(to model.Place) string {
			if to.IsSpaces() {
				return a.Env.Text.Say(text.SpaceRootTakes)
			}
			for _, it := range items {
				if op == model.OpMove && to.Within(it) {
					return a.Env.Text.Say(text.IntoItself, model.Clean(it.Base()))
				}
			}
			return ""
		},
	}))
}

// listFor sends a Pick the entries of a folder.
func (a *Transferring) listFor(m dialog.FolderAsked) tea.Cmd {
	sources, ctx := a.Client.Sources, a.Env.Ctx
	for _, p := range a.Panes {
		if p.Place().Equal(m.Place) && p.Err() == nil && !p.ListedAt().IsZero() {
			shown := p.Rows().Sorted()
			return func() tea.Msg { return dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq, Listing: shown.Listing()} }
		}
	}
	return func() tea.Msg {
		out := dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq}
		src, err := sources.For(m.Place)
		if err == nil {
			out.Listing, err = src.List(ctx, m.Place, client.Options{Class: client.Interactive, Lane: "pick"})
		}
		out.Err = err
		return out
	}
}

// exportChoice is a format, one of model.Format…, with the entries and the target.
type exportChoice struct {
	op     model.Op
	items  []model.Place
	to     model.Place
	format string
}

// askFormat asks for the format of an export.
func (a *Transferring) askFormat(from dialog.Origin, op model.Op, items []model.Place, to model.Place) tea.Cmd {
	c := a.Env.Text
	pdf := text.ExportPDF
	if src, err := a.Client.Sources.For(items[0]); err == nil && client.MakesPDF(src) {
		pdf = text.ExportServed
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[exportChoice]{
		Origin: from, Title: c.Say("Export %d {document|documents} as…", len(items)), Wide: true,
		Items: []dialog.MenuItem[exportChoice]{
			{Key: "s", Label: c.Say(text.ExportNative), Value: exportChoice{op, items, to, model.FormatNative}},
			{Key: "m", Label: c.Say(text.ExportMarkdown), Value: exportChoice{op, items, to, model.FormatMarkdown}},
			{Key: "t", Label: c.Say(text.ExportText), Value: exportChoice{op, items, to, model.FormatText}},
			{Key: "p", Label: c.Say(pdf), Value: exportChoice{op, items, to, model.FormatPDF}},
		},
	}))
}

func (a *Transferring) exportAs(from dialog.Origin, c exportChoice) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: c.op, Items: c.items, Target: c.to, Format: c.format, Rule: model.ConflictAsk,
	}})
}

// exportOut exports documents and downloads files of the drive: into the other pane's folder if it is on a disk, or
// else into a picked one.
func (a *Transferring) exportOut() tea.Cmd {
	from := a.Origin()
	items := a.Pane().Selection().Places()
	if from.Place.IsResults() && len(items) > 0 {
		from.Place = items[0].Root()
	}
	switch archives := slices.ContainsFunc(items, func(p model.Place) bool { return model.ArchiveStem(p.Base()) != "" }); {
	case from.Place.Scheme.Packed():
		return a.Transfer(from, items, a.Other().Place())
	case from.Place.Scheme.Local() && archives:
		return a.extract(from, items)
	case from.Place.Scheme.Local():
		return a.Note.SayText(status.Warn, "already on this computer; export is for documents (%s) and drive files", a.Env.Keys.Key(keys.GoDocs))
	}
	return a.Export(from, items)
}

// Export exports documents and downloads files of the drive: into the other pane's folder if it is on this computer,
// or else into a picked one.
func (a *Transferring) Export(from dialog.Origin, items []model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	if to := a.Panes[1-from.Pane].Place(); to.Scheme.Local() {
		return a.Transfer(from, items, to)
	}
	disk := model.LocalPlace(nil)
	op, why := a.route(items, disk)
	if why != "" {
		return a.Note.Say(status.Warn, why)
	}
	if op == model.OpDownload {
		return a.pickFor(from, op, items, []model.Place{disk}, pickWords{"Download %d {entry|entries} to…", "Download here"})
	}
	return a.pickFor(from, model.OpExport, items, []model.Place{disk}, pickWords{"Export %d {document|documents} to…", "Export here"})
}

// importHere imports or uploads files of this computer: the selection of the pane that shows a disk, or a typed path.
func (a *Transferring) importHere() tea.Cmd {
	from, to := a.Origin(), a.Other().Place()
	if from.Place.Scheme.Local() {
		items := a.Pane().Selection().Places()
		if !to.Scheme.Local() {
			return a.Transfer(from, items, to)
		}
		return a.pickFor(from, model.OpImport, items, a.reachable(from.Place, model.OpImport), pickWords{"Import %d {file|files} into…", "Import here"})
	}
	if from.Place.IsSpaces() {
		return a.Note.SayText(status.Warn, text.SpaceRootTakes)
	}
	if sel := a.Other().Selection(); to.Scheme.Local() && sel.Marked {
		return a.Transfer(dialog.Origin{Pane: 1 - a.Focus, Place: to}, sel.Places(), from.Place)
	}
	title := text.Text("Import into %s")
	if src, err := a.Pane().Source(); err == nil && client.Able(src, model.OpUpload) == nil {
		title = "Upload to %s"
	}
	return a.AskFile(from, toImport, "file or folder: ", "a path on this computer; Tab completes", a.Env.Text.Say(title, a.PlaceText(from.Place)))
}

// AskFile asks for a path on this computer.
func (a *Transferring) AskFile(from dialog.Origin, what FileFor, label, help text.Text, title string) tea.Cmd {
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[FileFor]{
		Origin: from, For: what, Title: title, Label: a.Env.Text.Say(label), Body: []string{a.Env.Text.Say(help)},
		Value: a.PathHere(), Cursor: -1, Complete: true, History: a.Client.History(string(what)),
		Check: func(s string) error {
			_, err := a.Client.FilePlace(s)
			return err
		},
	}))
}

// importFile imports the typed path.
func (a *Transferring) importFile(from dialog.Origin, s string) tea.Cmd {
	at, err := a.Client.FilePlace(s)
	if err != nil {
		return a.Note.Fail(err)
	}
	if !at.Scheme.Local() {
		return a.Note.SayText(status.Warn, text.ImportFromDisk)
	}
	return a.Transfer(from, []model.Place{at}, from.Place)
}

// FileFor is the purpose of a file and the name of its history.
type FileFor string

const toImport FileFor = "import"

func (a *Transferring) dropMarks() tea.Cmd {
	a.Cut.Drop(model.MarkCut)
	a.Cut.Drop(model.MarkCopy)
	return nil
}

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Transferring) Rows() act.Rows {
	move := a.Needs(model.OpMove)
	copies := a.Refusing(a.refuseCopy)
	toMove := a.mark(model.MarkCut, model.MarkCopy, "%d {entry|entries} marked; %s moves {it|them} to a folder")
	toCopy := a.mark(model.MarkCopy, model.MarkCut, "%d {entry|entries} marked; %s copies {it|them} to a folder")
	there := func(do func(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd { return do(a.Origin(), a.Pane().Selection().Places(), a.Other().Place()) }
	}
	return act.Rows{
		keys.Move:      {Do: there(a.move), Refuse: move, Needs: act.EntryPlaces},
		keys.MovePick:  {Do: a.pick(model.OpMove, pickWords{"Move %d {entry|entries} to…", "Move here"}), Refuse: move, Needs: act.EntryPlaces},
		keys.Cut:       {Do: toMove, Refuse: move, Needs: act.EntryPlaces},
		keys.Paste:     {Do: a.pasteMarked, Refuse: a.Refusing(a.refusePaste), Needs: act.TheFolder},
		keys.DropMarks: {Do: a.dropMarks, Idle: a.NothingMarked},
		keys.Copy:      {Do: there(a.Transfer), Refuse: a.Refusing(a.refuseCopyToOther), Needs: act.EntryPlaces},
		keys.CopyPick:  {Do: a.pick(model.OpCopy, pickWords{"Copy %d {entry|entries} to…", "Copy here"}), Refuse: copies, Needs: act.EntryPlaces},
		keys.MarkCopy:  {Do: toCopy, Refuse: copies, Needs: act.EntryPlaces},
		keys.SyncThere: {Do: a.syncToOther, Refuse: a.Refusing(a.refuseSync)},
		keys.Import:    {Do: a.importHere, Refuse: a.refuseImport, Needs: act.LiveEntries},
		keys.Pack:      {Do: a.askPack, Refuse: a.Refusing(a.refusePack), Needs: act.EntryPlaces},
		keys.Export:    {Do: a.exportOut, Refuse: a.refuseTransfer(model.OpExport, model.OpDownload), Needs: act.EntryPlaces},
	}
}

// Update handles the answers and requests of its dialogs. mine is false for every other message.
func (a *Transferring) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case extractMsg:
		return a.extracts(m), true
	case packedMsg:
		return a.packed(m), true
	case dialog.PromptAnswered[toPack]:
		return a.pack(m.Origin, m.For, m.Value), true
	case dialog.FolderAsked:
		return a.listFor(m), true
	case dialog.PickAnswered[pickTag]:
		return a.picked(m.Origin, m.Tag, m.Place), true
	case dialog.MenuAnswered[syncChoice]:
		return a.sync(m.Origin, m.Value), true
	case dialog.MenuAnswered[exportChoice]:
		return a.exportAs(m.Origin, m.Value), true
	case dialog.PromptAnswered[FileFor]:
		if m.For == toImport {
			return tea.Batch(a.Client.Remember(string(m.For), m.Value), a.importFile(m.Origin, m.Value)), true
		}
	}
	return nil, false
}

// refuseTransfer refuses if a service has none of the operations.
func (a *Transferring) refuseTransfer(ops ...model.Op) func() string {
	return a.Refusing(func(src client.Source) string {
		if src.Root().Scheme.Local() {
			return ""
		}
		return a.Note.Unable(src, ops...)
	})
}

// refuseImport refuses where there is no folder to import into, and when a service cannot.
func (a *Transferring) refuseImport() string {
	if at := a.Pane().Place(); at.IsResults() && !at.Scheme.Local() {
		return a.Env.Text.Say(text.ResultsNoFolder)
	}
	return a.refuseTransfer(model.OpImport, model.OpUpload)()
}

// refusePaste refuses by the source of the entries marked to copy.
func (a *Transferring) refusePaste(src client.Source) string {
	if a.Marked(model.MarkCopy) > 0 {
		return ""
	}
	return a.Note.Unable(src, model.OpMove)
}

// refuseCopyToOther refuses by the entry under the cursor, which stands for those that are selected with it: it is asked
// at every frame.
func (a *Transferring) refuseCopyToOther(client.Source) string {
	p := a.Pane()
	e := p.Rows().Current()
	here, elsewhere := p.Selected()
	if e == nil || here == 0 && elsewhere > 0 {
		return ""
	}
	items := []model.Place{p.PlaceOf(e)}
	if here > 0 {
		items = append(items, items[0]) // not about that entry alone
	}
	_, why := a.route(items, a.Other().Place())
	return why
}

// refuseCopy returns why nothing of a source can be copied.
func (a *Transferring) refuseCopy(src client.Source) string {
	if len(a.reachable(src.Root(), model.OpCopy)) > 0 {
		return ""
	}
	return a.Env.Text.Say("%s: cannot copy; m moves", string(src.Root().Scheme))
}
