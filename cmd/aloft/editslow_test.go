//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/edits"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/model"
)

// A service that refuses calls closer than two seconds: each kind of edit is made, also the first one
// that finds the gap out, and several at once; a process that comes later knows the gap.
func TestEditsOnASlowService(t *testing.T) {
	const wants = 2 * time.Second
	picture := func(size int) model.NewImage {
		var b bytes.Buffer
		file := fmt.Sprintf("%s/%d.png", t.TempDir(), size)
		if err := errors.Join(png.Encode(&b, image.NewGray(image.Rect(0, 0, size, size))), os.WriteFile(file, b.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
		return model.NewImage{File: model.Place{Scheme: model.SchemeDisk, Path: model.Steps(strings.Split(file[1:], "/")...)}}
	}
	synctest.Test(t, func(t *testing.T) {
		watch := new(fault.Watch)
		box, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{Docs: fault.Docs{Strict: wants}, Watch: watch}})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = box.Close() }()
		wire := losing{RoundTripper: box.Transport()}
		host, gates, journals := clienttest.NewHost(), t.TempDir(), t.TempDir()
		begin := func(process uint32, account string, gap time.Duration) (client.Edits, client.EditMaker, *docs.Service, func()) {
			host := host
			host.Process = process
			g, err := gate.Open(gate.Options{Dir: gates, Name: account, Gap: gap, Wire: gate.RoundTripperWire(&wire), Host: host})
			if err != nil {
				t.Fatal(err)
			}
			s := docs.New(docs.Options{Name: "slow", Endpoint: "http://aloft.local" + embedded.DocsPath, Gate: g, Tokens: stableToken(box.Token()), Bytes: box.Transport()})
			e := edits.New(edits.Options{Sources: bothSources{s.Home(), disk.New()}, Dir: journals})
			return e, s.Home().(client.EditMaker), s, func() { _ = s.Close(); _ = g.Close() }
		}
		_, _, s, end := begin(1, "calm", wants)
		p := newPaper(t, s, "Report")
		end()
		time.Sleep(wants)
		all, _, _, end := begin(2, "slow", client.MinGap)
		made := map[model.EditKind]bool{}
		edit := func(want int, list ...client.EditAt) {
			t.Helper()
			refused := watch.Docs().Throttled
			plan, err := all.Plan(t.Context(), client.EditRequest{Item: p.ref.Place, Edits: list})
			if err != nil {
				t.Fatalf("%+v: %v", list, err)
			}
			res, err := all.Apply(t.Context(), plan)
			if err != nil || res.Outcome != model.EditDone || res.Done != len(plan.Steps) || len(res.Missing) > 0 {
				t.Fatalf("%+v: %+v, %v", list, res, err)
			}
			made[list[0].Edit.Kind] = true
			if n := watch.Docs().Throttled - refused; n > want {
				t.Errorf("%s: %d calls were refused", list[0].Edit.Kind, n)
			}
		}
		at := func(where string, e model.Edit) client.EditAt {
			w, err := model.ParseWhere(where)
			if err != nil {
				t.Fatal(err)
			}
			return client.EditAt{Edit: e, At: w}
		}
		yes := true
		text := func(s string) model.Edit { return model.Edit{Kind: model.EditText, Text: s} }
		edit(4, at("end", model.Edit{Kind: model.EditMarkdown, Text: aText}))
		edit(0, at("heading:Scope", text("First ")))
		edit(0, at("end-of:Costs", model.Edit{Kind: model.EditTask, Tasks: []model.DocTask{{Text: "to do"}}}))
		edit(0, at("title", model.Edit{Kind: model.EditParagraph, Text: "On top"}))
		edit(0, client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "lpha", Text: "LPHA"}, Pick: []int{2}})
		edit(0, client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "Alpha", Text: "Omega"}})
		edit(0, client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "beta", Props: model.TextProps{Bold: &yes}}})
		edit(0, client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "beta", Text: "why?"}})
		edit(0, at("after:beta", model.Edit{Kind: model.EditImage, Image: picture(1)}))
		end()
		time.Sleep(time.Hour)
		all, ed, _, end := begin(3, "slow", client.MinGap)
		defer end()
		edit(1, at("match:Omega last", model.Edit{Kind: model.EditPageBreak}))
		edit(0, at("before:Costs", model.Edit{Kind: model.EditTable, Rows: 2, Cols: 3}))
		images, err := ed.Images(t.Context(), p.ref, 0, client.Options{})
		if err != nil || len(images.All) != 1 {
			t.Fatalf("%+v, %v", images, err)
		}
		edit(0, client.EditAt{Edit: model.Edit{Kind: model.EditReplaceImage, OldImage: &images.All[0], Image: picture(2)}})
		edit(1, at("heading:Scope", model.Edit{Kind: model.EditMarkdown, Text: "one"}), at("end", text("two")),
			client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "last", Text: "end"}}, at("end-of:Scope", model.Edit{Kind: model.EditParagraph, Text: "three"}))
		edit(1, at("heading:Scope", text("Another ")))
		undo, err := all.PlanUndo(t.Context(), p.ref.Place)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := all.Apply(t.Context(), undo); err != nil || res.Outcome != model.EditDone {
			t.Errorf("%+v, %v", res, err)
		}
		wire.next = true
		edit(1, at("heading:Scope", text("The answer to this is lost. ")))
		if c := watch.Docs(); c.Throttled > 6 {
			t.Errorf("%d of %d calls were refused", c.Throttled, c.Requests)
		} else {
			t.Logf("%d of %d calls were refused", c.Throttled, c.Requests)
		}
	})
}

// losing loses the answer to the next text.
type losing struct {
	http.RoundTripper
	next bool
}

func (l *losing) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	res, err := l.RoundTripper.RoundTrip(r)
	if l.next && bytes.Contains(body, []byte("doc.insert_text")) {
		l.next = false
		return nil, io.ErrUnexpectedEOF
	}
	return res, err
}
