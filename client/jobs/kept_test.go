//go:build unix

package jobs

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/embedded/fault"
	"aloft/model"
)

// What a store that keeps one byte less has kept is compared, from account to account and within the embedded
// service; of what is moved the original stays.
func TestAnEmbeddedServiceThatKeepsLess(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		op   model.Op
		item string
		to   string
		says string
	}{
		"account to account":        {model.OpTransfer, "bad", "b/drive", "the drive kept 99 of 100 bytes"},
		"moved to another account":  {model.OpMove, "bad", "b/drive", "the drive kept 99 of 100 bytes"},
		"a folder, moved":           {model.OpMove, "top", "b/drive", "the drive kept 99 of 100 bytes"},
		"within the account":        {model.OpCopy, "bad", "a/drive", "the drive kept 99 of 100 bytes"},
		"a folder, in the account":  {model.OpCopy, "top", "a/drive", "the copy is not whole: of bad the drive kept 99 of 100 bytes"},
		"moved, within the account": {model.OpMove, "bad", "a/drive", ""}, // nothing is copied
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnds(t)
			source, target := e.root("a/drive").Join("from"), e.root(c.to).Join("to")
			e.empty(source)
			e.empty(target)
			body := strings.Repeat("b", 100)
			e.write("seed", map[string]string{"./": "", "bad": body, "top/": "", "top/bad": body})
			if _, err := e.copies([]model.Place{e.root("disk").Join("seed").Join("bad"), e.root("disk").Join("seed").Join("top")}, source); err != nil {
				t.Fatal(err)
			}
			e.serve(fault.Faults{Bytes: fault.Bytes{KeepLess: fault.Rate{Every: 1}}})
			e.at = e.clients("short", func(_ string, base http.RoundTripper) http.RoundTripper { return base })
			_, err := e.do(client.Request{Op: c.op, Items: []model.Place{source.Join(c.item)}, Target: target})
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("it says %v", err)
			}
			if got := e.tree(source); c.says != "" && (got["bad"] != body || got["top/bad"] != body) {
				t.Errorf("the original has %d entries", len(got))
			}
		})
	}
}

// shortDisk is a disk that keeps one byte less of a copy, and says nothing.
type shortDisk struct{ *disk.Source }

func (s shortDisk) Within(tops []model.Place) client.Source {
	s.Source = s.Source.Within(tops).(*disk.Source)
	return s
}

func (s shortDisk) CopyFile(ctx context.Context, from, to model.Place, o client.FileCopy) (int64, error) {
	n, err := s.Source.CopyFile(ctx, from, to, o)
	if err == nil && to.Base() == "bad" {
		err = os.Truncate(pathTo(to), n-1)
	}
	return n, err
}

// What a disk has kept of a copy is compared with what was copied.
func TestADiskThatKeepsLess(t *testing.T) {
	g := newCarriage(t)
	g.disk = shortDisk{disk.New()}
	g.put("bad", strings.Repeat("b", 100))
	g.put("good", "x")
	_, s, rs := g.run(client.Request{Op: model.OpTransfer, Items: []model.Place{onDisk(g.dir + "/in/bad"), onDisk(g.dir + "/in/good")}, Target: g.out()})
	said := ""
	for _, r := range rs {
		said += r.Error.String()
	}
	if s.State == model.JobDone || said != "the disk has 99 of 100 bytes" {
		t.Errorf("%s, %q", s.State, said)
	}
}
