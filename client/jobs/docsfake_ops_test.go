package jobs

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/jobs/plan"
	"aloft/model"
)

func (v *view) MakeFolder(ctx context.Context, parent model.Ref, name string, _ client.Class) (id string, err error) {
	err = v.call(ctx, "mkdir", func() error {
		p, err := v.ref(parent)
		if err != nil {
			return err
		}
		kind := model.KindFolder
		if p.id == shelfID {
			kind = model.KindSpace
		}
		id = v.put(p.id, name, kind)
		return nil
	})
	return id, err
}

func (v *view) Rename(ctx context.Context, item model.Ref, name string, _ client.Class) error {
	return v.call(ctx, "rename", func() error {
		n, err := v.ref(item)
		if err == nil {
			n.name = name
		}
		return err
	})
}

func (v *view) Move(ctx context.Context, items []model.Ref, to model.Ref, _ client.Class) error {
	return v.call(ctx, "move", func() error {
		if len(items) != 1 {
			panic("one at a time")
		}
		n, err := v.ref(items[0])
		if err != nil {
			return err
		}
		p, err := v.ref(to)
		if err == nil {
			n.parent, n.space = p.id, p.space
		}
		return err
	})
}
func (v *view) MoveBatch() int { return 1 }

func (v *view) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, _ client.Class) error {
	return v.call(ctx, "delete", func() error {
		n, err := v.ref(items[0])
		if err != nil || mode == client.DeleteRecord {
			return err
		}
		n.gone = true
		for _, k := range v.children(n.id) {
			if mode == client.DeleteNode {
				k.parent = n.parent
			} else {
				k.gone = true
			}
		}
		return nil
	})
}
func (v *view) DeleteBatch() int { return 1 }
func (v *view) DeleteModes() []client.DeleteMode {
	if v.scheme == model.SchemeSpace {
		return []client.DeleteMode{client.DeleteNode, client.DeleteTree}
	}
	return []client.DeleteMode{client.DeleteToBin, client.DeleteRecord}
}

func (v *view) CreateKinds(folder model.Place) []model.Kind { return model.DocumentKinds() }
func (v *view) Create(ctx context.Context, folder model.Ref, title string, n model.New, _ client.Class) (e model.Entry, err error) {
	err = v.call(ctx, "create", func() error {
		p, err := v.ref(folder)
		if err == nil {
			e = v.entry(v.nodes[v.put(p.id, title, n.Kind)])
		}
		return err
	})
	return e, err
}

func (v *view) Copies(to model.Place) client.Copying {
	c := client.Copying{Batch: 1, Titles: true}
	if v.via && to.Scheme == model.SchemeSpace {
		c.Via = docAt("docs:/")
	}
	return c
}

func (v *view) Copy(ctx context.Context, items []model.Ref, folder model.Ref, title string, _ client.Class) (e model.Entry, err error) {
	item := items[0]
	err = v.call(ctx, "copy", func() error {
		n, err := v.ref(item)
		if err != nil {
			return err
		}
		p, err := v.ref(folder)
		if err == nil {
			e = v.entry(v.nodes[v.put(p.id, title, n.kind)])
			v.nodes[e.ID].body = n.body
		}
		return err
	})
	return e, err
}

func (v *view) Policy(ctx context.Context, item model.Ref, _ client.Options) (p model.Policy, err error) {
	err = v.call(ctx, "policy", func() error {
		n, err := v.ref(item)
		if err == nil {
			p = n.policy
		}
		if p == "odd" {
			p, err = "", client.Errorf(client.KindUnsupported, "share", item.Place, "odd")
		}
		return err
	})
	return p, err
}
func (v *view) SetPolicy(ctx context.Context, item model.Ref, p model.Policy, _ client.Class) error {
	return v.call(ctx, "share", func() error {
		n, err := v.ref(item)
		if err == nil {
			n.policy = p
		}
		return err
	})
}
func (v *view) Policies() []model.Policy {
	return []model.Policy{model.PolicyPrivate, model.PolicyRead, model.PolicyEdit}
}

// Transfers.

func (v *view) CheckImport(name string, size int64) error {
	if !strings.HasSuffix(name, ".docx") || size == 0 {
		return client.Errorf(client.KindInvalid, "import", v.Root(), "not taken: %s", name)
	}
	return nil
}
func (v *view) ImportName(name string) (string, bool) {
	if base, ok := strings.CutSuffix(name, ".md"); ok {
		return base + ".docx", true
	}
	return name, false
}
func (v *view) Landing() model.Place { return docAt("docs:/") }
func (v *view) Poll() client.Span    { return client.Span{Min: 3 * time.Second, Max: 5 * time.Second} }

func (v *view) Prepare(ctx context.Context, f client.ImportFile, _ client.Class) (u client.Upload, err error) {
	err = v.call(ctx, "prepare", func() error {
		v.next++
		u = client.Upload{URL: client.Signed(fmt.Sprint("secret-canary-", v.next)), Key: fmt.Sprint("k", v.next), Task: fmt.Sprint("t", v.next), File: f}
		v.uploads[u.Key] = &parcel{f: f, task: u.Task}
		return nil
	})
	return u, err
}

func (v *view) Upload(ctx context.Context, u client.Upload, body client.Body, sent func(int64)) error {
	if u.URL.IsZero() {
		panic("no address")
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	sent(int64(len(b)))
	return v.call(ctx, "upload", func() error {
		v.uploads[u.Key].body = b
		return nil
	})
}

func (v *view) Begin(ctx context.Context, u client.Upload, _ client.Class) (task string, err error) {
	err = v.call(ctx, "begin", func() error {
		p := v.uploads[u.Key]
		if p == nil || p.body == nil || sumOf(p.body) != u.File.MD5 || int64(len(p.body)) != u.File.Size {
			return client.Errorf(client.KindInvalid, "import", model.Place{}, "the upload is not whole")
		}
		if p.begun++; p.begun > 1 {
			panic("begun twice")
		}
		if task = p.task; v.tellOther {
			v.next++
			task = fmt.Sprint("other", v.next)
		}
		v.start(task, &chore{name: p.f.Name, doc: string(p.body), imports: true})
		return nil
	})
	return task, err
}

func (c *cabinet) start(id string, t *chore) {
	t.done, t.failed = time.Now().Add(c.task), c.fails[t.name]
	c.tasks[id] = t
	c.running++
	c.most = max(c.most, c.running)
}

func (c *cabinet) ended(t *chore) bool {
	if time.Now().Before(t.done) {
		return false
	}
	if !t.over {
		t.over = true
		c.running--
	}
	return true
}

func (v *view) ImportState(ctx context.Context, task string, _ client.Class) (st client.TaskState, err error) {
	err = v.call(ctx, "import state", func() error {
		t := v.tasks[task]
		if t == nil {
			return nil // announced but not begun: 0 percent
		}
		if !v.ended(t) {
			st.Percent = 50
			return nil
		}
		if t.failed {
			st.Failed, st.Error = true, "not a document"
			return nil
		}
		title := plan.ImportTitle(t.name)
		st = client.TaskState{Percent: 100, Done: true, Entry: v.entry(v.nodes[t.made]), Notes: []string{"a note"}}
		if v.noID {
			st.Entry = model.Entry{Name: title}
		}
		return nil
	})
	return st, err
}

func (v *view) ExportName(e model.Entry, format string) (string, error) {
	switch {
	case e.Kind != model.KindDoc:
		return "", client.Errorf(client.KindUnsupported, "export", v.Root(), "a %s is not exported", string(e.Kind))
	case format != "":
		return e.Name + "." + format, nil
	}
	return e.Name + ".docx", nil
}

func (v *view) Export(ctx context.Context, item model.Ref, _ client.Class) (task string, err error) {
	err = v.call(ctx, "export", func() error {
		n, err := v.ref(item)
		if err != nil {
			return err
		}
		v.next++
		task = fmt.Sprint("x", v.next)
		v.start(task, &chore{name: n.name, doc: n.id})
		return nil
	})
	return task, err
}

func (v *view) ExportState(ctx context.Context, task string, _ client.Class) (st client.TaskState, err error) {
	err = v.call(ctx, "export state", func() error {
		t := v.tasks[task]
		switch {
		case t == nil:
			return notFound(model.Place{})
		case !v.ended(t):
			st.Percent = 50
		case t.failed:
			st.Failed, st.Error = true, "cannot"
		default:
			link := fmt.Sprintf("secret-canary|%s|%d", t.doc, time.Now().Add(v.linkFor).UnixNano())
			st = client.TaskState{Percent: 100, Done: true, Name: t.name + ".docx", URL: client.Signed(link)}
		}
		return nil
	})
	return st, err
}

func (v *view) Download(ctx context.Context, link client.SignedURL, offset int64, w client.Sink) (int64, error) {
	parts := strings.Split(link.Reveal(), "|")
	var body []byte
	chunk := 0
	err := v.call(ctx, "download", func() error {
		var until int64
		_, _ = fmt.Sscan(parts[2], &until)
		if time.Now().UnixNano() > until || v.fault("link", v.calls["download"]) == gone403 {
			return client.Errorf(client.KindStale, "export", model.Place{}, "the link has expired")
		}
		body, chunk = v.nodes[parts[1]].body, v.chunk
		return nil
	})
	if err != nil {
		return 0, err
	}
	rest := body[offset:]
	if chunk > 0 && len(rest) > chunk {
		_, _ = w.Write(rest[:chunk])
		return 0, client.Errorf(client.KindNetwork, "export", model.Place{}, "it broke off")
	}
	_, err = w.Write(rest)
	return int64(len(body)), err
}
