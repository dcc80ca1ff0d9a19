package docs_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/docs/second"
	"aloft/model"
)

// A read survives whatever passes: it is retried until it is answered.
func TestReadsOutliveFaults(t *testing.T) {
	for name, f := range map[string]second.Fault{
		"a page with 502": second.HTML502, "too many": second.TooMany, "500": second.Failing, "malformed": second.Malformed,
		"lost before": second.LostBefore, "lost after": second.LostAfter, "internal": second.Internal, "transient": second.Transient, "no session": second.NoSession,
	} {
		t.Run(name, func(t *testing.T) {
			r := newTour(t, second.Options{Sessions: true})
			r.srv.AddDoc("", "A", "doc", nil)
			r.srv.Fault("manage.folder_list", f, 1)
			r.want(r.home.Root(), "A")
			if n := len(r.srv.Calls("manage.folder_list")); n != 2 || r.srv.Pending() != 0 {
				t.Errorf("%d calls, %d faults left", n, r.srv.Pending())
			}
			// The connection still works.
			r.want(r.home.Root(), "A")
		})
	}
}

// What does not pass is reported, with its kind, and is sent once.
func TestWhatStaysIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		fault second.Fault
		kind  client.Kind
		says  string
	}{
		"401":         {second.Plain401, client.KindAuth, ""},
		"wrong token": {second.BadToken, client.KindAuth, ""},
		"expired":     {second.Expired, client.KindAuth, ""},
		"no right":    {second.NoRight, client.KindInvalid, "no permission"},
		"not allowed": {second.NotAllowed, client.KindUnsupported, "not permitted"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newTour(t, second.Options{})
			id := r.srv.AddDoc("", "A", "doc", nil)
			item := r.ref(r.home.Root().Join("A"))
			r.srv.Fault("manage.rename_file_title", c.fault, 1)
			err := r.home.(client.Renamer).Rename(t.Context(), item, "B", client.Bulk)
			if !client.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v (%v)", err, client.KindOf(err))
			}
			if d := r.doc(id); d.Title != "A" || len(r.srv.Calls("manage.rename_file_title")) != 1 {
				t.Errorf("%+v after %d calls", d, len(r.srv.Calls("manage.rename_file_title")))
			}
			r.need(r.Probe(t.Context())) // a refused token is not used for a while, a probe checks whether it is valid again
			r.want(r.home.Root(), "A")
		})
	}
}

// A token that another process has renewed is reloaded, once.
func TestARenewedToken(t *testing.T) {
	r := newTour(t, second.Options{})
	r.srv.AddDoc("", "A", "doc", nil)
	r.want(r.home.Root(), "A")
	r.srv.SetToken("token-2")
	r.tokens.SetNext("token-2")
	r.want(r.home.Root(), "A")
	if r.tokens.Reloads() != 1 {
		t.Errorf("%d reloads", r.tokens.Reloads())
	}
}

// write is a write and how to see on the server whether it was done.
type write struct {
	tool string
	do   func(*tour) error
	done func(*tour) bool
}

func writes() map[string]write {
	at := func(r *tour, name string) model.Ref { return r.ref(r.home.Root().Join(name)) }
	return map[string]write{
		"mkdir": {"manage.create_file", func(r *tour) error {
			_, err := r.home.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(r.home.Root()), "New", client.Bulk)
			return err
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 3 }},
		"space": {"create_space", func(r *tour) error {
			_, err := r.spaces.(client.FolderMaker).MakeFolder(r.t.Context(), r.ref(r.spaces.Root()), "S", client.Bulk)
			return err
		}, func(r *tour) bool { return len(r.srv.Spaces()) == 1 }},
		"create": {"manage.create_file", func(r *tour) error {
			_, err := r.home.(client.Maker).Create(r.t.Context(), r.ref(r.home.Root()), "New", model.New{Kind: model.KindSheet}, client.Bulk)
			return err
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 3 }},
		"create with text": {"create_smartcanvas_by_mdx", func(r *tour) error {
			_, err := r.home.(client.Maker).Create(r.t.Context(), r.ref(r.home.Root()), "New", model.New{Kind: model.KindSmartCanvas, Content: "x"}, client.Bulk)
			return err
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 3 }},
		"copy": {"manage.copy_file", func(r *tour) error {
			_, err := r.home.(client.Copier).Copy(r.t.Context(), []model.Ref{at(r, "A")}, r.ref(r.home.Root()), "New", client.Bulk)
			return err
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 3 }},
		"rename": {"manage.rename_file_title", func(r *tour) error {
			return r.home.(client.Renamer).Rename(r.t.Context(), at(r, "A"), "B", client.Bulk)
		}, func(r *tour) bool { return strings.Contains(strings.Join(r.srv.Titles("", ""), " "), "B") }},
		"move": {"manage.move_file", func(r *tour) error {
			return r.home.(client.Mover).Move(r.t.Context(), []model.Ref{at(r, "A")}, at(r, "F"), client.Bulk)
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 1 }},
		"delete": {"manage.delete_file", func(r *tour) error {
			return r.home.(client.Deleter).Delete(r.t.Context(), []model.Ref{at(r, "A")}, client.DeleteToBin, client.Bulk)
		}, func(r *tour) bool { return len(r.srv.Titles("", "")) == 1 }},
		"share": {"manage.set_privilege", func(r *tour) error {
			return r.home.(client.PolicySetter).SetPolicy(r.t.Context(), at(r, "A"), model.PolicyRead, client.Bulk)
		}, func(r *tour) bool {
			for _, d := range r.srv.Under("", "") {
				if d.Policy == 2 {
					return true
				}
			}
			return false
		}},
		"export": {"manage.export_file", func(r *tour) error {
			_, err := r.home.(client.Exporter).Export(r.t.Context(), at(r, "A"), client.Bulk)
			return err
		}, nil},
	}
}

// A write whose answer is lost is sent once and never again: its outcome is
// unknown, whether it was done or not.
func TestALostAnswerIsUnknown(t *testing.T) {
	for name, w := range writes() {
		for fault, applied := range map[second.Fault]bool{second.LostBefore: false, second.LostAfter: true, second.Unclear: true, second.HTML502: false, second.Malformed: false} {
			t.Run(fmt.Sprintf("%s, fault %d", name, fault), func(t *testing.T) {
				t.Parallel()
				r := newTour(t, second.Options{})
				r.srv.AddDoc("", "A", "doc", []byte("x"))
				r.srv.AddFolder("", "F")
				r.srv.Fault(w.tool, fault, 1)
				err := w.do(r)
				if !client.Is(err, client.KindUnknown) {
					t.Errorf("%v is %q", err, client.KindOf(err))
				}
				if n := len(r.srv.Calls(w.tool)); n != 1 {
					t.Errorf("%d calls of %s", n, w.tool)
				}
				if w.done != nil && w.done(r) != applied {
					t.Errorf("applied is %v", !applied)
				}
				r.list(r.home.Root()) // the connection still works
			})
		}
	}
}

// A write that was certainly not done says so, and costs one call, except for a
// service that asks for a pause.
func TestARefusedWriteIsNotUnknown(t *testing.T) {
	for name, w := range writes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTour(t, second.Options{Sessions: true})
			r.srv.AddDoc("", "A", "doc", []byte("x"))
			r.srv.AddFolder("", "F")
			r.srv.Fault(w.tool, second.NotAllowed, 1)
			if err := w.do(r); err == nil || client.Is(err, client.KindUnknown) {
				t.Errorf("%v is %q", err, client.KindOf(err))
			}
			// A service that has forgotten the session has done nothing.
			r.srv.Fault(w.tool, second.NoSession, 1)
			if err := w.do(r); err != nil {
				t.Errorf("after a forgotten session: %v", err)
			}
			if n := len(r.srv.Calls(w.tool)); n != 3 {
				t.Errorf("%d calls of %s", n, w.tool)
			}
		})
	}
}

// What the service does not offer fails before anything is sent.
func TestMissingToolsOfTheSecondServer(t *testing.T) {
	for name, w := range writes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newTour(t, second.Options{Missing: []string{w.tool}})
			r.srv.AddDoc("", "A", "doc", []byte("x"))
			r.srv.AddFolder("", "F")
			err := w.do(r)
			var e *client.Error
			if !errors.As(err, &e) || e.Kind != client.KindUnsupported || !strings.Contains(err.Error(), w.tool) {
				t.Errorf("%v", err)
			}
			if n := len(r.srv.Calls(w.tool)); n != 0 {
				t.Errorf("%d calls of %s", n, w.tool)
			}
		})
	}
}

// Where the tools of files are missing, those of spaces replace them.
func TestTheToolsOfSpacesStandIn(t *testing.T) {
	for _, renamed := range []bool{false, true} {
		r := newTour(t, second.Options{Renamed: renamed, Missing: []string{"manage.create_file", "manage.delete_file"}})
		ctx, id := t.Context(), r.srv.AddSpace("S")
		p := r.spaces.Root().Join("S")
		_, err := r.spaces.(client.FolderMaker).MakeFolder(ctx, r.ref(p), "F", client.Bulk)
		r.need(err)
		_, err = r.spaces.(client.Maker).Create(ctx, r.ref(p.Join("F")), "L", model.New{Kind: model.KindLink, LinkURL: "https://example.org"}, client.Bulk)
		r.need(err)
		r.want(p.Join("F"), "L")
		r.need(r.spaces.(client.Deleter).Delete(ctx, []model.Ref{r.ref(p.Join("F"))}, client.DeleteNode, client.Bulk))
		r.want(p, "L")
		r.need(r.spaces.(client.Deleter).Delete(ctx, []model.Ref{r.ref(p.Join("L"))}, client.DeleteTree, client.Bulk))
		if got := r.srv.Titles(id, ""); len(got) != 0 {
			t.Errorf("left: %q", got)
		}
	}
}

// An upload that is lost is repeated as a whole; an expired link is reported as
// stale, and the next poll of the task returns another one.
func TestTransfersOutliveFaults(t *testing.T) {
	r := newTour(t, second.Options{LinkLife: time.Hour})
	ctx, data := t.Context(), bytes.Repeat([]byte("x"), 100_000)
	r.send("A.docx", data)
	out := r.home.(client.Exporter)
	task, err := out.Export(ctx, r.ref(r.home.Root().Join("A")), client.Bulk)
	r.need(err)
	ask := func() (client.TaskState, error) { return out.ExportState(ctx, task, client.Bulk) }
	st := r.until(ask)
	r.srv.Change(func(o *second.Options) { o.LinkLife = -time.Hour })
	old := r.until(ask)
	var got took
	if _, err := out.Download(ctx, old.URL, 0, &got); !client.Is(err, client.KindStale) {
		t.Errorf("an expired link: %v", err)
	}
	r.srv.Change(func(o *second.Options) { o.LinkLife = time.Hour })
	if _, err := out.Download(ctx, r.until(ask).URL, 0, &got); err != nil || !bytes.Equal(got.Bytes(), data) {
		t.Errorf("%d bytes, %v", got.Len(), err)
	}
	for _, f := range []second.Fault{second.HTML, second.Failing, second.LostBefore} {
		r.srv.Fault("download", f, 1)
		got = took{}
		if _, err := out.Download(ctx, st.URL, 0, &got); err == nil && !bytes.Equal(got.Bytes(), data) {
			t.Errorf("fault %d: %d bytes and no error", f, got.Len())
		}
	}
	if n := len(r.srv.Calls("manage.export_file")); n != 1 {
		t.Errorf("%d exports", n)
	}
}
