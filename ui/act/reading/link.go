package reading

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// showLink shows the link of the current entry to click or copy.
func (a *Acts) showLink() tea.Cmd {
	e := a.Current()
	if e == nil {
		return nil
	}
	leader := a.leader(e)
	if leader == nil {
		return a.LinkOf(e)
	}
	ctx, at := a.Env.Ctx, a.Pane().PlaceOf(e)
	return func() tea.Msg {
		to, err := leader.Leads(ctx, at)
		return ledMsg{to, err}
	}
}

// leader is the source of a link of the disk, nil for all else.
func (a *Acts) leader(e *model.Entry) client.Leader {
	src, err := a.Client.Sources.For(a.Pane().PlaceOf(e))
	if leader, ok := src.(client.Leader); ok && err == nil && e.Kind == model.KindLink {
		return leader
	}
	return nil
}

// ledMsg says where a link leads.
type ledMsg struct {
	to  model.Place
	err error
}

// led shows it in its folder.
func (a *Acts) led(m ledMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.Pane().GoTo(m.to.Parent(), m.to.Last())
}

// LinkOf opens the link of an entry in the browser, or shows it without a browser.
func (a *Acts) LinkOf(e *model.Entry) tea.Cmd {
	if why := a.noLink(e); why != "" {
		return a.Note.Say(status.Warn, why)
	}
	return a.openAddress(e.Name, e.Link)
}

func (a *Acts) openAddress(name, link string) tea.Cmd {
	open := a.Machine.Browse
	if open == nil {
		return a.Dialogs.Push(dialog.NewLink(a.Env, name, link))
	}
	return func() tea.Msg { return browsedMsg{name, link, open(link)} }
}

// browsedMsg says that the browser was asked to open a link.
type browsedMsg struct {
	name, link string
	err        error
}

func (a *Acts) browsed(m browsedMsg) tea.Cmd {
	if m.err != nil {
		return tea.Batch(a.Note.Fail(m.err), a.Dialogs.Offer(dialog.NewLink(a.Env, m.name, m.link)))
	}
	return a.Note.SayText(status.Info, "%s is open in the browser", model.Clean(m.name))
}

// noLink returns why an entry has no link for a browser, or "".
func (a *Acts) noLink(e *model.Entry) string {
	c := a.Env.Text
	switch {
	case e.Link == "" && e.ID != "" && !e.Kind.Container() && e.Kind != model.KindFile:
		return c.Say("embedded documents have no browser link; %s copies the id", a.Env.Keys.Key(keys.CopyID))
	case e.Link == "":
		return c.Say("this entry has no link")
	case embeddedLink(e.Link):
		return c.Say("embedded documents have no browser link; %s copies the id", a.Env.Keys.Key(keys.CopyID))
	case !act.WebAddress(e.Link):
		return c.Say("the service's link is not a web address: %s", model.Clean(e.Link))
	}
	return ""
}

// embeddedLink reports whether a link is of the embedded service, which no browser can open.
func embeddedLink(link string) bool {
	_, rest, _ := strings.Cut(link, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host == boxHost || strings.HasSuffix(host, "."+boxHost)
}

// boxHost is the host in links of the embedded service.
const boxHost = "aloft.local"

func (a *Acts) refuseLink() string {
	if e := a.Current(); e != nil && a.leader(e) == nil {
		return a.noLink(e)
	}
	return ""
}
