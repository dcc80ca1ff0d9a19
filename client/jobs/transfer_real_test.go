//go:build unix

package jobs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/drive"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

// Real processes: the engine on the real client, the real gate, the embedded
// service and the disk.

type office1 struct{ home, space, drive client.Source }

func (s office1) For(p model.Place) (client.Source, error) {
	switch p.Scheme {
	case model.SchemeDocs:
		return s.home, nil
	case model.SchemeSpace:
		return s.space, nil
	case model.SchemeDrive:
		return s.drive, nil
	}
	return wideDisk{disk.New()}, nil
}
func (s office1) Accounts() []string { return []string{"t"} }

type pass struct{ s *embedded.Service }

func (p pass) Token(context.Context) (string, error)  { return p.s.Token(), nil }
func (p pass) Reload(context.Context) (string, error) { return p.s.Token(), nil }

// carrier opens everything in a folder; close ends it.
func carrier(dir string, hook func(string)) (eng *Engine, all office1, closeAll func(), err error) {
	svc, err := embedded.Open(context.Background(), embedded.Options{Dir: dir + "/svc", Fast: true})
	if err != nil {
		return nil, all, nil, err
	}
	g, err := gate.Open(gate.Options{Dir: dir + "/gate", Name: "t", Scale: 0.01, Wire: gate.RoundTripperWire(svc.Transport()), Host: file.SystemHost()})
	if err != nil {
		return nil, all, nil, err
	}
	s := docs.New(docs.Options{Account: "t", Endpoint: "http://aloft.local" + embedded.DocsPath, DocURLBase: "https://docs.aloft.local", Gate: g,
		Tokens: pass{svc}, Bytes: svc.Transport(), Poll: client.Span{Min: 1e9, Max: 2e9}, Scale: 0.01})
	files := drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar(svc.Cookie()), Scale: 0.01,
		Content: drive.CarrierOptions{Bytes: svc.Transport(), Range: 10_000}})
	all = office1{s.Home(), s.Spaces(), files}
	eng, err = Open(run.Options{Dir: dir + "/jobs", Sources: all, Scale: 0.01, Hook: hook, Convert: office.Convert})
	return eng, all, func() {
		_ = eng.Close()
		_ = s.Close()
		_ = g.Close()
		_ = svc.Close()
	}, err
}

// carryChild goes on with what a killed process has left, and dies when told to.
func carryChild(dir string, point int, reqs []client.Request) error {
	var n atomic.Int64
	e, _, closeAll, err := carrier(dir, func(string) {
		if n.Add(1) == int64(point) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	if err != nil {
		return err
	}
	defer closeAll()
	ctx := context.Background()
	for _, req := range reqs {
		id, done := "", false
		for _, s := range e.Jobs() {
			if s.Op == req.Op {
				id, done = s.ID, s.State.Ended()
			}
		}
		if done {
			continue
		}
		if id != "" {
			err = e.Resume(id)
		} else {
			var p *model.Plan
			if p, err = e.Plan(ctx, req); err == nil {
				id, err = e.Start(ctx, p)
			}
		}
		if err != nil {
			return err
		}
		if s, err := e.Wait(ctx, id); err != nil || !s.State.Ended() {
			return fmt.Errorf("%+v, %w", s, err)
		}
	}
	return nil
}

// officeRequests are the two that go in and out of the documents.
func officeRequests(dir string) []client.Request {
	return []client.Request{
		{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in")}, Target: docAt("docs:/")},
		{Op: model.OpExport, Items: docsAt("docs:/in"), Target: onDisk(dir + "/out"), Format: model.FormatMarkdown},
	}
}

func carryCommand(dir string, point int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "ALOFT_JOBS_CARRY="+dir, "ALOFT_JOBS_KILL="+strconv.Itoa(point))
	c.Stderr = os.Stderr
	return c
}

func TestTransfersOfKilledProcessesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	for _, point := range []int{0, 9, 13, 17, 30} {
		t.Run(fmt.Sprint("point=", point), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, n := range []string{"a", "b"} {
				writeFiles(t, dir, "in/"+n+".md")
			}
			if err := os.Mkdir(dir+"/out", 0o700); err != nil {
				t.Fatal(err)
			}
			err := carryCommand(dir, point).Run()
			if point > 0 && err != nil {
				if err := carryCommand(dir, 0).Run(); err != nil {
					t.Fatalf("the next process: %v", err)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			e, all, closeAll, err := carrier(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer closeAll()
			for _, s := range e.Jobs() {
				rs, _ := e.Report(s.ID)
				for _, r := range rs {
					if r.State != model.ItemDone {
						t.Errorf("%+v", r)
					}
				}
			}
			l, err := all.home.List(t.Context(), docAt("docs:/in"), client.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := files(t, dir+"/out")
			if len(l.Entries) != 2 || len(got) != 2 {
				t.Errorf("%d documents, files %v", len(l.Entries), got)
			}
			for name, body := range got {
				if want := "bytes of in/" + filepath.Base(name); strings.TrimSpace(body) != want {
					t.Errorf("%s holds %q", name, body)
				}
			}
		})
	}
}
