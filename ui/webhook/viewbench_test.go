package webhook

import (
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/keys"
)

// BenchmarkDetailStep is one line further in an output, drawn.
func BenchmarkDetailStep(b *testing.B) {
	s := report(model.DeliveryDone)
	endless(s, 1<<20)
	d := NewDetail(viewEnv(b, s), "d1")
	d.env.Now = func() time.Time { return noon }
	d.SetFocus(true)
	d.SetSize(120, 40)
	d.Changed()
	full, err := s.Delivery(b.Context(), "d1")
	if err != nil {
		b.Fatal(err)
	}
	d.take(detailMsg{detail: full, lines: requestLines(d.env.Text, full)})
	part, at, size, err := s.Output(b.Context(), "d1", -window, window)
	if err != nil {
		b.Fatal(err)
	}
	d.out.take(outputMsg{part: part, at: at, size: size})
	b.ReportAllocs()
	for b.Loop() {
		d.Do(keys.Up.In(keys.InDelivery))
		d.View()
		if d.out.pos < d.out.at+window/2 {
			d.out.follow = true
		}
	}
}

// BenchmarkTalkView draws the conversations.
func BenchmarkTalkView(b *testing.B) {
	s := chats()
	t := NewTalk(viewEnv(b, s))
	t.SetFocus(true)
	t.SetSize(120, 40)
	t.Changed()
	t.Update(saidMsg{of: t, session: "tui:ops", said: s.said["tui:ops"]})
	b.ReportAllocs()
	for b.Loop() {
		t.View()
	}
}
