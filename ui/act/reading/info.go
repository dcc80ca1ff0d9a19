package reading

import (
	"cmp"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/kit"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// openInfo shows everything known about the current entry.
func (a *Acts) openInfo() tea.Cmd {
	p := a.Pane()
	e := p.Current()
	if e == nil {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	return a.InfoOf(p.PlaceOf(e), *e)
}

// InfoOf shows what is known of an entry and requests the rest.
func (a *Acts) InfoOf(at model.Place, e model.Entry) tea.Cmd {
	src, err := a.Client.Sources.For(at)
	details, _ := src.(client.Detailer)
	sharer, shares := src.(client.Sharer)
	if err == nil && shares && client.Able(src, model.OpShare) != nil {
		shares = false
	}
	thin := e.Size < 0 && !e.Kind.Container() || e.Modified.IsZero() || at.Scheme.Local()
	roomy := e.Enterable() && !a.rooms.fresh(roomKey(at), a.Env.Now())
	ask := err == nil && (details != nil || shares || thin || roomy)
	open := a.Dialogs.Push(dialog.NewInfo(a.Env, at.String(), e.Name, a.infoRows(at, e), ask))
	if !ask {
		return open
	}
	ctx, now := a.Env.Ctx, a.Env.Now()
	opt := client.Options{Class: client.Interactive, Lane: "info"}
	return tea.Batch(open, func() tea.Msg {
		m := infoMsg{at: at, full: e}
		switch {
		case details != nil:
			m.full, m.err = details.Details(ctx, e, opt)
		case thin:
			m.full, m.err = src.Stat(ctx, at, opt)
		}
		if shares && m.err == nil {
			m.policy, m.noPolicy = sharer.Policy(ctx, act.RefOf(at, &m.full), opt)
			m.asked = true
		}
		if roomy && m.err == nil {
			free, all := client.Free(ctx, src, at, opt.Class)
			m.room = &roomedMsg{roomKey(at), room{free, all, now}}
		}
		return m
	})
}

// infoMsg carries a service's details of an entry.
type infoMsg struct {
	at       model.Place
	full     model.Entry
	err      error
	policy   model.Policy
	asked    bool
	noPolicy error
	room     *roomedMsg // nil = not asked
}

// informed fills the open dialog.
func (a *Acts) informed(m infoMsg) tea.Cmd {
	if m.room != nil {
		a.rooms.roomed(*m.room)
	}
	out := dialog.InfoLoaded{ID: m.at.String(), Err: m.err}
	if m.err == nil {
		m.full.Name = cmp.Or(m.full.Name, m.at.Base())
		a.Learn(m.full)
		out.Rows = a.infoRows(m.at, m.full)
		if m.asked {
			who := dialog.PolicyWords(a.Env, m.policy)
			if m.noPolicy != nil {
				who = a.Note.Sentence(m.noPolicy)
			}
			out.Rows = append(out.Rows, dialog.InfoRow{Label: a.Env.Text.Say("who"), Value: who})
		}
	}
	return a.Dialogs.Update(out)
}

// infoRows returns labels and values of known details. It reads only what never changes.
func (a *Acts) infoRows(at model.Place, e model.Entry) []dialog.InfoRow {
	c := a.Env.Text
	kind := kit.TypeWord(c, &e)
	if e.Kind == model.KindSmartSheet {
		kind = c.Say("smart sheet")
	}
	rows := []dialog.InfoRow{
		{Label: c.Say("name"), Value: e.Name},
		{Label: c.Say(text.InfoPlace), Value: a.PlaceText(at)},
		{Label: c.Say(text.InfoKind), Value: kind},
	}
	add := func(label text.Text, value string) {
		if value != "" {
			rows = append(rows, dialog.InfoRow{Label: c.Say(label), Value: value})
		}
	}
	if e.Size >= 0 {
		add(text.InfoSize, c.Say("%[2]s (%[1]d {byte|bytes})", int(e.Size), pane.Size(&e)))
	}
	if e.Children >= 0 && e.Kind.Container() {
		add("holds", c.Say(text.InfoEntries, e.Children))
	}
	if e.HasPages && !e.Kind.Container() {
		add("pages", c.Say("has pages under it"))
	}
	if free, all := a.Free(at); e.Enterable() && free >= 0 && all > 0 {
		add("free", c.Say("%s of %s", text.Size(free), text.Size(all)))
	}
	add(text.InfoNote, e.Facts().Note)
	add(text.InfoTarget, e.Facts().Target)
	add(text.InfoMode, e.Facts().Mode)
	if e.Facts().Links > 0 {
		add(text.InfoNames, strconv.Itoa(e.Facts().Links))
	}
	if !e.Modified.IsZero() {
		add(text.InfoModified, e.Modified.Local().Format(c.Say(text.TimeFull)))
	}
	add(text.InfoEditor, e.Facts().Editor)
	if !e.Created.IsZero() {
		add(text.InfoCreated, e.Created.Local().Format(c.Say(text.TimeFull)))
	}
	add("created by", e.Facts().Creator)
	add(text.InfoOwner, e.Facts().Owner)
	add(text.InfoGroup, e.Facts().Group)
	add(text.InfoStatus, e.Facts().Status)
	add(text.InfoType, e.MIME)
	add(text.InfoID, e.ID)
	add("space", e.Facts().Space)
	if !embeddedLink(e.Link) {
		add(text.InfoLink, e.Link)
	}
	return rows
}
