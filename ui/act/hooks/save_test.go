package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
	"aloft/model/hooks"
)

// kept is a receiver with a few deliveries.
type kept struct {
	client.Hooks
	all map[string]*model.DeliveryDetail
}

func (k kept) Delivery(_ context.Context, id string) (*model.DeliveryDetail, error) {
	if id == "broken" {
		return nil, errors.New("the disk is gone")
	}
	if d := k.all[id]; d != nil {
		return d, nil
	}
	return nil, client.Errorf(client.KindNotFound, "delivery", model.Place{}, "This delivery no longer exists.")
}

// paper is a folder that takes one file.
type paper struct {
	client.Partial
	written bytes.Buffer
	name    string
	dropped bool
	full    error
}

func (p *paper) SafeName(s string) string { return s }
func (p *paper) Receive(context.Context, model.Place, string) (client.Partial, error) {
	return p, nil
}
func (p *paper) Restart() error { return nil }
func (p *paper) Write(b []byte) (int, error) {
	if p.full != nil {
		return 0, p.full
	}
	return p.written.Write(b)
}
func (p *paper) Commit(name string) (model.Entry, error) {
	p.name = name
	return model.Entry{Name: name}, nil
}
func (p *paper) Drop() error  { p.dropped = true; return nil }
func (p *paper) Close() error { return nil }

func TestDeliveriesAreSavedAsLines(t *testing.T) {
	h := kept{all: map[string]*model.DeliveryDetail{
		"new": {Delivery: model.Delivery{ID: "new", Event: "b<&>\n\x1b", State: model.DeliveryDone}, Body: []byte("it's \"JSON\"\nor not")},
		"old": {Delivery: model.Delivery{ID: "old"}, Body: []byte{0xff, 0}},
	}}
	at := model.Place{Scheme: model.SchemeDisk, Path: model.Steps("tmp", "d.jsonl")}
	p := &paper{}
	n, err := saveLines(t.Context(), h, p, at, []string{"new", "forgotten", "old"})
	lines := strings.Split(strings.TrimSuffix(p.written.String(), "\n"), "\n")
	if err != nil || n != 2 || len(lines) != 2 || p.name != "d.jsonl" || p.dropped {
		t.Fatalf("%d, %v, %q as %q", n, err, lines, p.name)
	}
	var first, second hooks.DeliveryDetailJSON
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[1]), &second)); err != nil {
		t.Fatal(err)
	}
	if first.ID != "old" || !bytes.Equal(first.Base64, []byte{0xff, 0}) || second.Event != "b<&>\n\x1b" || second.Body != "it's \"JSON\"\nor not" || !strings.Contains(lines[1], "b<&>") {
		t.Errorf("%q", lines)
	}
	for name, bad := range map[string]*paper{"a broken delivery": {}, "a full disk": {full: errors.New("no space")}} {
		if _, err := saveLines(t.Context(), h, bad, at, []string{"old", "broken"}); err == nil || bad.name != "" || !bad.dropped {
			t.Errorf("%s: %v, kept as %q, dropped %v", name, err, bad.name, bad.dropped)
		}
	}
}
