package webhook

import (
	"context"
	"strings"

	"aloft/client/webhook/platform"
	"aloft/model"
)

// mostCuts is how many deliveries a message names.
const mostCuts = 10

// tellCut posts what a killed instance did not end: who was told that something
// runs waits for its outcome. Each session gets one message.
func (k *desk) tellCut(cuts []*model.Delivery) {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := map[string][]*model.Delivery{}
	var sessions []string
	for _, d := range cuts {
		if d.Silent && !k.rules.despite(d.State.Bad()) {
			continue
		}
		if of[d.Session] == nil {
			sessions = append(sessions, d.Session)
		}
		of[d.Session] = append(of[d.Session], d)
	}
	for _, s := range sessions[:min(len(sessions), mostUnposted)] {
		k.postCut(s, of[s])
	}
}

// postCut posts for one session. The lock is held.
func (k *desk) postCut(session string, ds []*model.Delivery) {
	var lines []string
	for _, d := range ds[:min(len(ds), mostCuts)] {
		lines = append(lines, say("%s: cut off: %s (%s)", named(d.Event), workOf(d), d.Reason))
	}
	if more := len(ds) - len(lines); more > 0 {
		lines = append(lines, say("%d more {was|were} cut off", more))
	}
	m := platform.Message{Session: session, Kind: model.MessageOutcome, Event: ds[0].Event, Project: ds[0].Project,
		Text: strings.Join(lines, "\n"), Bad: true, At: k.now()}
	if len(ds) == 1 {
		m.Delivery = ds[0].ID
	}
	platforms := k.rules.platforms
	k.unposted++
	k.inLane(session, posts, func() {
		err := postAnew(k.posting, platforms, m)
		if err != nil {
			k.log.Warn("webhook message not posted", "session", session, "error", err)
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.unposted--
	})
}

// workOf names the work of a delivery that is known from the store alone.
func workOf(d *model.Delivery) string {
	if d.Kind == model.DeliveryExec {
		return quoted(d.Work)
	}
	return agentOf(d)
}

func postAnew(ctx context.Context, all platforms, m platform.Message) error {
	ctx, cancel := context.WithTimeout(ctx, postLimit)
	defer cancel()
	p, err := all.Find(m.Session)
	if err != nil {
		return err
	}
	post, err := p.Open(m.Session)
	if err != nil {
		return err
	}
	return post(ctx, m)
}
