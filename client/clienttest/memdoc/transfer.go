package memdoc

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
)

// task is an import or an export under way.
type task struct {
	name         string
	body         []byte // of an import
	of           *Node  // of an export
	made         *Node
	done         time.Time
	imports      bool
	failed, over bool
	pdf          bool
}

type upload struct {
	f     client.ImportFile
	body  []byte
	task  string
	begun bool
}

// titleOf is the title of an imported file.
func titleOf(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// Tasks are the imports and exports that have begun, by file name or id.
func (s *Service) Tasks() (of []string) {
	for _, t := range s.tasks {
		if t.imports {
			of = append(of, t.name)
		} else {
			of = append(of, t.of.ID)
		}
	}
	return of
}

func (s *Service) id(kind string) string {
	s.made++
	return fmt.Sprint(kind, s.made)
}

func (s *Service) start(id string, t *task) string {
	t.done, t.failed = time.Now().Add(s.Task), s.Fails[t.name]
	s.tasks[id] = t
	s.running++
	s.Most = max(s.Most, s.running)
	return id
}

// state is that of a task that has not ended well; ok: it has.
func (s *Service) state(t *task) (st client.TaskState, ok bool) {
	if time.Now().Before(t.done) {
		return client.TaskState{Percent: 50}, false
	}
	if !t.over {
		t.over = true
		s.running--
	}
	if t.failed {
		return client.TaskState{Failed: true, Error: "not a document"}, false
	}
	return client.TaskState{Percent: 100, Done: true}, true
}

func (v *View) CheckImport(name string, size int64) error {
	if !strings.HasSuffix(name, ".docx") || size == 0 {
		return client.Errorf(client.KindInvalid, "import", v.Root(), "not taken: %s", name)
	}
	return nil
}

func (v *View) ImportName(name string) (string, bool) {
	if base, ok := strings.CutSuffix(name, ".md"); ok {
		return base + ".docx", true
	}
	return name, false
}

func (v *View) Prepare(ctx context.Context, f client.ImportFile, _ client.Class) (u client.Upload, err error) {
	err = v.call(ctx, "prepare", func() error {
		u = client.Upload{URL: client.Signed(v.id("secret-canary-")), Key: v.id("k"), Task: v.id("t"), File: f}
		v.uploads[u.Key] = &upload{f: f, task: u.Task}
		return nil
	})
	return u, err
}

func (v *View) Upload(ctx context.Context, u client.Upload, body client.Body, sent func(int64)) error {
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

func (v *View) Begin(ctx context.Context, u client.Upload, _ client.Class) (id string, err error) {
	err = v.call(ctx, "begin", func() error {
		p := v.uploads[u.Key]
		if sum := md5.Sum(p.body); hex.EncodeToString(sum[:]) != u.File.MD5 || int64(len(p.body)) != u.File.Size {
			return client.Errorf(client.KindInvalid, "import", model.Place{}, "the upload is not whole")
		}
		if p.begun {
			panic("begun twice")
		}
		p.begun, id = true, p.task
		if v.TellOther {
			id = v.id("other")
		}
		v.start(id, &task{name: p.f.Name, body: p.body, imports: true})
		return nil
	})
	return id, err
}

func (v *View) ImportState(ctx context.Context, id string, _ client.Class) (st client.TaskState, err error) {
	err = v.call(ctx, "import state", func() error {
		t := v.tasks[id]
		if t == nil {
			return nil // announced but not begun: 0 percent
		}
		var ok bool
		if st, ok = v.state(t); !ok {
			return nil
		}
		st.Entry, st.Notes = v.entry(t.made), []model.Sentence{model.Say("a note")}
		if v.NoID {
			st.Entry = model.Entry{Name: titleOf(t.name)}
		}
		return nil
	})
	return st, err
}

func (v *View) ExportName(e model.Entry, format string) (string, error) {
	ext := map[model.Kind]string{model.KindDoc: "docx", model.KindSheet: "xlsx", model.KindSlide: "pptx"}[e.Kind]
	if ext == "" {
		return "", client.Errorf(client.KindUnsupported, "export", v.Root(), "%q cannot be exported: the document service exports documents, sheets and slides only.", model.Clean(e.Name))
	}
	if format != "" {
		ext = format
	}
	return e.Name + "." + ext, nil
}

func (v *View) Export(ctx context.Context, item model.Ref, _ client.Class) (id string, err error) {
	err = v.change(ctx, "export", item, func(n *Node) error {
		id = v.start(v.id("x"), &task{name: n.Name, of: n})
		return nil
	})
	return id, err
}

func (v *View) ExportsPDF() bool { return v.PDF != "" }

func (v *View) ExportPDF(ctx context.Context, item model.Ref, class client.Class) (string, error) {
	id, err := v.Export(ctx, item, class)
	if t := v.tasks[id]; t != nil {
		t.pdf = true
	}
	return id, err
}

func (v *View) ExportState(ctx context.Context, id string, _ client.Class) (st client.TaskState, err error) {
	err = v.call(ctx, "export state", func() error {
		t := v.tasks[id]
		if t == nil {
			return client.Errorf(client.KindNotFound, "export", v.Root(), "there is no task %s", id)
		}
		var ok bool
		if st, ok = v.state(t); ok {
			st.Name = t.name + ".docx"
			as := ""
			if t.pdf {
				as = v.PDF
			}
			st.URL = client.Signed(fmt.Sprintf("secret-canary|%s|%d|%s", t.of.ID, time.Now().Add(v.LinkFor).UnixNano(), as))
		}
		return nil
	})
	return st, err
}

func (v *View) Download(ctx context.Context, link client.SignedURL, offset int64, w client.Sink) (int64, error) {
	parts := strings.Split(link.Reveal(), "|")
	var body []byte
	err := v.call(ctx, "download", func() error {
		var until int64
		_, _ = fmt.Sscan(parts[2], &until)
		if time.Now().UnixNano() > until || v.Fault("link", v.Calls["download"]) == Expired {
			return client.Errorf(client.KindStale, "export", model.Place{}, "the link has expired")
		}
		body = append([]byte(parts[3]), v.nodes[parts[1]].Body...)
		return nil
	})
	if err != nil {
		return 0, err
	}
	rest := body[offset:]
	if v.Chunk > 0 && len(rest) > v.Chunk {
		_, _ = w.Write(rest[:v.Chunk])
		return 0, client.Errorf(client.KindNetwork, "export", model.Place{}, "it broke off")
	}
	_, err = w.Write(rest)
	return int64(len(body)), err
}
