package store

import (
	"strings"
	"testing"

	"aloft/model"
)

// However long and odd a request is, each line can be read again, and the list
// stores little of it.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	s := owned(t, dir, Options{})
	mega := 600 << 10
	if testing.Short() { // the race detector takes minutes for them
		mega = 64 << 10
	}
	for name, c := range map[string]string{"zero": "\x00", "quote": `"`, "broken": "\xff", "wide": "😀", "separator": "\u2028", "end": "\n"} {
		t.Run(name, func(t *testing.T) {
			long := strings.Repeat(c, mega/len(c))
			head := long[:60<<10]
			d := add(t, s, model.Delivery{Event: long, Project: long, Session: long, Work: long, Remote: long, Reason: model.Say("%s", long),
				Of: long, State: model.DeliveryRunning, Notes: []model.Sentence{model.Say("%s", long), model.Say("n")}},
				Stored{Method: c, Path: "/hook?" + c, Header: []model.HeaderLine{{Name: "X", Value: head}}, Body: []byte(long), WorkDir: long, Key: long})
			s.SetDetail(d.ID, Ran{Dir: long, Argv: []string{"sh", "-c", long, long}, Prompt: []byte(long)})
			s.Started(d.ID, 1, c)
			n := *s.Get(d.ID)
			for range 60 {
				n.Notes = append(n.Notes[:len(n.Notes):len(n.Notes)], model.Say("%s", long))
			}
			s.Set(n)
			got := s.Get(d.ID)
			for _, v := range []string{got.Event, got.Project, got.Session, got.Work, got.Remote, got.Of} {
				if len(v) > maxName || !strings.HasPrefix(long, v) {
					t.Errorf("%d bytes", len(v))
				}
			}
			for _, s := range []model.Sentence{got.Reason, got.Notes[0]} {
				if v := s.String(); len(v) > maxName || !strings.HasPrefix(model.Clean(long), v) {
					t.Errorf("a sentence of %d bytes", len(v))
				}
			}
			if len(got.Notes) != maxNotes {
				t.Errorf("%d notes", len(got.Notes))
			}
			if id, ok := s.Seen(long, d.At); !ok || id != d.ID {
				t.Error("its key is not known")
			}
			if err := s.Post(long, model.Message{Text: long, From: long, Event: long, Delivery: long, At: d.At}); err != nil {
				t.Error(err)
			}
			f := followed(t, dir, Options{})
			for _, s := range []*Store{s, f} {
				det, err := s.Delivery(t.Context(), d.ID)
				if err != nil || string(det.Body) != long || det.Prompt != long || len(det.Header) != 1 || len(det.Argv) != 4 || len(det.Dir) > 6*maxName {
					t.Errorf("%v: %d bytes of body, %d of prompt, %d of header, %d of argv", err, len(det.Body), len(det.Prompt), len(det.Header), len(det.Argv))
				}
				if ms, err := s.Messages(t.Context(), long, 0); err != nil || len(ms) != 1 {
					t.Error(len(ms), err)
				}
			}
		})
	}
}
