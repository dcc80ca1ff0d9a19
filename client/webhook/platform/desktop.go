package platform

import (
	"context"

	"aloft/client"
	"aloft/model/text"
)

// desktop shows notifications in the terminal of the person.
type desktop struct {
	name string
	d    Deps
}

func newDesktop(name string, d Deps) *desktop { return &desktop{name: name, d: d} }

func (p *desktop) Name() string { return p.name }

func (p *desktop) Open(string) (Post, error) {
	if p.d.Notify == nil {
		return nil, fault(text.PlatformNoScreen, text.HintPlatformNoScreen, p.name)
	}
	return p.post, nil
}

func (p *desktop) post(_ context.Context, m Message) error {
	if err := p.d.Notify(client.Notification{Title: title(m), Text: m.Text}); err != nil {
		return &client.Error{Kind: client.KindLocal, Op: "post", What: text.PlatformFailed, Args: []any{p.name, err.Error()}, Err: err}
	}
	return nil
}

// title names a message in a few words.
func title(m Message) string {
	var c *text.Catalogue
	if m.Project == "" {
		return c.Say(text.PlatformTitle, m.Event)
	}
	return c.Say(text.PlatformTitleProject, m.Event, m.Project)
}
