package docs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/docs"
	"aloft/client/embedded"
	"aloft/client/peek"
	"aloft/model"
)

// only has one source.
type only struct{ client.Source }

func (o only) For(model.Place) (client.Source, error) { return o.Source, nil }
func (o only) Accounts() []string                     { return nil }

// sampled returns the sample with a reader of previews and its sheet.
func sampled(t *testing.T, f fault.Faults) (*rig, *peek.Reader, model.Place, model.Entry) {
	t.Helper()
	r := rigOver(t, embedded.Options{Sample: true, Faults: f}, func(o *docs.Options) { o.Poll = client.Span{Min: 1, Max: 1} })
	at := r.home.Root().Join("Household").Join("Household budget")
	e, err := r.home.Stat(t.Context(), at, client.Options{})
	if err != nil || e.Kind != model.KindSheet {
		t.Fatalf("%+v, %v", e, err)
	}
	if e, err = r.home.(client.Detailer).Details(t.Context(), e, client.Options{}); err != nil || e.Modified.IsZero() {
		t.Fatalf("%+v, %v", e, err)
	}
	r.tap.take()
	return r, peek.New(only{r.home}, func() peek.Command { return nil }), at, e
}

// exports counts the exports since it was last called.
func (r *rig) exports() (n int) {
	for _, tool := range r.tap.take() {
		if tool == "manage.export_file" {
			n++
		}
	}
	return n
}

func TestASheetIsExportedToBeRead(t *testing.T) {
	r, files, at, e := sampled(t, fault.Faults{})
	if err := files.Refusal(at, &e); err != nil {
		t.Fatal(err)
	}
	if err := files.Refusal(at, &model.Entry{Kind: model.KindFile, ID: "x"}); !client.Is(err, client.KindUnsupported) {
		t.Errorf("a file, which the cursor would export: %v", err)
	}
	for i, want := range []int{1, 0, 1} { // it is kept, unless it is asked for anew
		p, err := files.Preview(t.Context(), at, e, i == 2)
		if err != nil {
			t.Fatal(err)
		}
		if p.Form != client.FormTable || p.Entry.Size <= 0 || p.Entry.ID != e.ID || len(p.Rows) != 7 || p.Rows[1][0] != "January" {
			t.Errorf("%+v", p)
		}
		if n := r.exports(); n != want {
			t.Errorf("look %d: %d exports, want %d", i, n, want)
		}
	}
	e.Modified = e.Modified.Add(1e9)
	if _, err := files.Preview(t.Context(), at, e, false); err != nil || r.exports() != 1 {
		t.Errorf("one that has changed is not exported again: %v", err)
	}
}

func TestAFailedExportSaysWhy(t *testing.T) {
	_, files, at, e := sampled(t, fault.Faults{Blobs: fault.Blobs{TaskFail: fault.Rate{P: 1}}})
	_, err := files.Preview(t.Context(), at, e, false)
	if !client.Is(err, client.KindServer) || !strings.Contains(err.Error(), "the service could not do it") {
		t.Error(err)
	}
	_, files, at, e = sampled(t, fault.Faults{Docs: fault.Docs{Missing: "manage.export_file"}})
	if _, err = files.Preview(t.Context(), at, e, false); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
}

func TestAnExportToBeReadIsStopped(t *testing.T) {
	r, _, at, e := sampled(t, fault.Faults{})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := r.home.(client.Peeker).Peek(ctx, at, e); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := r.exports(); n != 0 {
		t.Errorf("%d exports", n)
	}
}
