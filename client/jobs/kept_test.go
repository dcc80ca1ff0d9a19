//go:build unix

package jobs

import (
	"cmp"
	"context"
	"net/http"
	"os"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/disk"
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
		"account to account":        {model.OpTransfer, "bad", "b/drive", "only 99 of 100 bytes arrived"},
		"moved to another account":  {model.OpMove, "bad", "b/drive", "only 99 of 100 bytes arrived"},
		"a folder, moved":           {model.OpMove, "top", "b/drive", "only 99 of 100 bytes arrived"},
		"within the account":        {model.OpCopy, "bad", "a/drive", "only 99 of 100 bytes arrived"},
		"a folder, in the account":  {model.OpCopy, "top", "a/drive", "the copy of bad is incomplete: only 99 of 100 bytes arrived"},
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

// wideDisk has much room, however full this machine's is.
type wideDisk struct{ *disk.Source }

func (wideDisk) Room(context.Context, model.Place) (free, all int64, err error) {
	return 1 << 40, 1 << 41, nil
}

// shortDisk is a disk that keeps one byte less of what is named bad, and says nothing.
type shortDisk struct{ wideDisk }

func (s shortDisk) Within(tops []model.Place) client.Source {
	s.Source = s.Source.Within(tops).(*disk.Source)
	return s
}

func (s shortDisk) CopyFile(ctx context.Context, from, to model.Place, o client.FileCopy) (int64, error) {
	n, err := s.Source.CopyFile(ctx, from, to, o)
	return n, cmp.Or(err, lose(to, n))
}

func (s shortDisk) Receive(ctx context.Context, folder model.Place, key string) (client.Partial, error) {
	p, err := s.Source.Receive(ctx, folder, key)
	return shortPart{p, folder}, err
}

type shortPart struct {
	client.Partial
	in model.Place
}

func (p shortPart) Commit(name string) (model.Entry, error) {
	n := p.Size()
	e, err := p.Partial.Commit(name)
	return e, cmp.Or(err, lose(p.in.Join(name), n))
}

func lose(at model.Place, size int64) error {
	if !strings.HasPrefix(at.Base(), "bad") {
		return nil
	}
	return os.Truncate(pathTo(at), size-1)
}

// What a disk has kept of a copy, a download or an export is compared with what was written; of what is moved
// the original stays.
func TestADiskThatKeepsLess(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	e.disk = shortDisk{wideDisk{disk.New()}}
	body := strings.Repeat("b", 99) + "\n"
	e.write("seed", map[string]string{"./": "", "bad.md": body, "good.md": "x\n", "to/": ""})
	seed := []model.Place{e.root("disk").Join("seed").Join("bad.md"), e.root("disk").Join("seed").Join("good.md")}
	for name, c := range map[string]struct {
		op     model.Op
		from   string
		format string
		says   string
	}{
		"a copy":             {model.OpTransfer, "", "", "only 99 of 100 bytes arrived"},
		"a download":         {model.OpDownload, "a/drive", "", "only 99 of 100 bytes arrived"},
		"a move from there":  {model.OpMove, "a/drive", "", "only 99 of 100 bytes arrived"},
		"an export":          {model.OpExport, "a/docs", model.FormatNative, "only "},
		"one that converted": {model.OpExport, "a/docs", model.FormatMarkdown, "only 99 of 100 bytes arrived"},
	} {
		from, to, items := e.root("disk").Join("seed"), e.root("disk").Join(name), seed
		e.write(name, map[string]string{"./": ""})
		if c.from != "" {
			from = e.root(c.from).Join(name)
			e.empty(from)
			if _, err := e.copies(seed, from); err != nil {
				t.Fatal(name, err)
			}
			src, _ := e.For(from)
			l, err := src.List(t.Context(), from, client.Options{})
			must(t, err)
			items = nil
			for _, x := range l.Entries {
				items = append(items, from.JoinPin(x.Name, x.ID))
			}
		}
		_, err := e.do(client.Request{Op: c.op, Items: items, Target: to, Format: c.format})
		if err == nil || strings.Count(err.Error(), c.says) != 1 || !strings.Contains(err.Error(), "good") {
			t.Errorf("%s says %v", name, err)
		}
		if got := e.tree(from); len(got) < 2 && c.op != model.OpMove || c.op == model.OpMove && got["bad.md"] != body {
			t.Errorf("%s: the originals are %v", name, got)
		}
	}
}
