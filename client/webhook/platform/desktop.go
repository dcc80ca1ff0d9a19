package platform

import (
	"context"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

const (
	// maxBurst notifications are shown at once, and one more after each pause. The rest are in the delivery list; the
	// next notification has their number.
	maxBurst = 5
	pause    = 2 * time.Second
)

// desktop shows notifications in the user's terminal.
type desktop struct {
	name string
	d    Deps

	mu     sync.Mutex
	burst  int // shown since quiet
	since  time.Time
	missed int
}

func newDesktop(name string, _ Setting, d Deps) (Platform, error) {
	return &desktop{name: name, d: d}, nil
}

func (p *desktop) Open(string) (Post, error) {
	if p.d.Notify == nil {
		return nil, fault("the platform %s shows notifications in a terminal, but aloft is not open in one", "open aloft on a terminal, or use another platform", p.name)
	}
	return p.post, nil
}

func (p *desktop) post(_ context.Context, m Message) error {
	said, ok := p.pass(m)
	if !ok {
		return nil
	}
	if err := p.d.Notify(client.Notification{Title: title(p.d.Language, m), Text: said}); err != nil {
		return &client.Error{Kind: client.KindLocal, Op: "post", What: text.PlatformFailed, Args: []any{p.name, err},
			Hint: text.HintPlatformReplay, Err: err}
	}
	return nil
}

// pass decides whether to show a message and with which text.
func (p *desktop) pass(m Message) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if quiet := int(m.At.Sub(p.since) / pause); quiet > 0 || p.since.IsZero() {
		p.burst, p.since = max(0, p.burst-quiet), m.At
	}
	if p.burst == maxBurst {
		p.missed++
		return "", false
	}
	p.burst++
	said := unfenced(model.FirstBytes(m.In(p.d.Language), maxField))
	if p.missed == 0 {
		return said, true
	}
	missed := p.missed
	p.missed = 0
	return p.d.Language.Say("%s (and %d more)", said, missed), true
}

// unfenced removes the fence lines around a command's output: a notification is one
// line of plain text.
func unfenced(s string) string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if len(l) < 3 || strings.Trim(l, "`") != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// title names a message in a few words.
func title(c *text.Catalogue, m Message) string {
	if m.Project == "" {
		return c.Say("aloft: %s", m.Event)
	}
	return c.Say("aloft: %s (%s)", m.Event, m.Project)
}
