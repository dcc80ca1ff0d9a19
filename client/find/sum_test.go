package find

import (
	"context"
	"errors"
	"testing"

	"aloft/client"
	"aloft/model"
)

// A folder's sum is that of all below it; a file with two names has its bytes once; what cannot be read, or has no size,
// makes it the least that is there.
func TestSumsOfFolders(t *testing.T) {
	src := &tree{folders: 2, files: 3, depth: 3} // of 0, 1 and 2 KiB
	count := func(names ...string) (*Cache, *Sum, error) {
		in, kept, all := src.listing(root), NewCache(), new(Sum)
		in.Entries = nil
		for _, n := range names {
			in.Entries = append(in.Entries, model.Entry{ID: "in drive:/" + n, Name: n, Kind: model.KindFolder})
		}
		return kept, all, kept.Count(t.Context(), src, in, all)
	}
	size := func(kept *Cache, l model.Listing, row int) (int64, bool) {
		e := kept.Sized(l).Entries[row]
		return e.Size, e.Least
	}
	kept, all, err := count("d0", "d1")
	if got := [...]int64{all.Size.Load(), all.Files.Load(), all.Folders.Load(), all.Read.Load(), all.Lacks.Load()}; err != nil || got != [...]int64{2 * 7 * 3 << 10, 2 * 7 * 3, 2 * 6, 14, 0} {
		t.Error(got, err)
	}
	now := src.listing(root)
	if n, least := size(kept, now, 0); n != 7*3<<10 || least {
		t.Errorf("%d, %v", n, least)
	}
	if n, _ := size(kept, now, 4); n != 2<<10 || now.Entries[0].Size != model.Unknown {
		t.Errorf("a file has %d, the listing was changed: %d", n, now.Entries[0].Size)
	}
	for name, change := range map[string]func(*model.Listing){
		"epoch":    func(l *model.Listing) { l.Epoch++ },
		"modified": func(l *model.Listing) { l.Entries[0].Modified = l.Entries[0].Modified.AddDate(0, 0, 1) },
		"id":       func(l *model.Listing) { l.Entries[0].ID = "another" },
	} {
		l := src.listing(root)
		if change(&l); kept.Sized(l).Entries[0].Size != model.Unknown {
			t.Errorf("another %s, and the sum stands", name)
		}
	}
	if kept.Forget(at("elsewhere", "x")) {
		t.Error("a sum was dropped of what is elsewhere")
	}
	if !kept.Forget(at("d0", "d1", "report 0.md")) {
		t.Error("what changed is in a folder whose sum stands")
	}
	if n, _ := size(kept, now, 0); n != model.Unknown {
		t.Errorf("forgotten: %d", n)
	}
	if n, _ := size(kept, now, 1); n != 7*3<<10 {
		t.Errorf("the other one: %d", n)
	}

	src.fail = map[string]error{"drive:/d0/d1": errors.New("no")}
	kept, all, err = count("d0")
	if n, least := size(kept, now, 0); err == nil || n != 4*3<<10 || !least || all.Lacks.Load() != 1 {
		t.Errorf("a part of it cannot be read: %d, %v, %v", n, least, err)
	}
	src.fail = map[string]error{"drive:/d0": errors.New("no")}
	kept, _, err = count("d0", "d1")
	if n, _ := size(kept, now, 1); err == nil || n != 7*3<<10 {
		t.Errorf("the one after it: %d, %v", n, err)
	}
	src.fail = map[string]error{"drive:/d1": client.Errorf(client.KindNetwork, "list", root, "no network")}
	kept, _, err = count("d0", "d1")
	if n, _ := size(kept, now, 1); !client.Is(err, client.KindNetwork) || n != model.Unknown {
		t.Errorf("no network: %d, %v", n, err)
	}
	src.fail, src.extra = nil, map[string]string{"drive:/d1/d1": "of no size"}
	kept, _, _ = count("d1")
	if n, least := size(kept, now, 1); n != 7*3<<10 || !least {
		t.Errorf("a file has no size: %d, %v", n, least)
	}
}

// What is counted is at least what it has so far, and is dropped where the count is stopped.
func TestASumThatIsStopped(t *testing.T) {
	src := &tree{folders: 2, files: 3, depth: 3}
	ctx, stop := context.WithCancel(t.Context())
	head, kept := src.listing(root), NewCache()
	var seen model.Entry
	w := &watched{tree: src, then: func(n int) {
		if n == 3 {
			seen = kept.Sized(head).Entries[0]
			stop()
		}
	}}
	in := head
	in.Entries = head.Entries[:1]
	err := kept.Count(ctx, w, in, new(Sum))
	if !errors.Is(err, context.Canceled) || seen.Size != 2*3<<10 || !seen.Least {
		t.Errorf("%d, %v, %v", seen.Size, seen.Least, err)
	}
	if e := kept.Sized(head).Entries[0]; e.Size != model.Unknown || e.Least {
		t.Errorf("stopped: %d", e.Size)
	}
}

type watched struct {
	*tree
	then func(lists int)
}

func (w *watched) For(model.Place) (client.Source, error) { return w, nil }

func (w *watched) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	l, err := w.tree.List(ctx, p, opt)
	if w.then(len(w.asked)); ctx.Err() != nil {
		err = ctx.Err()
	}
	return l, err
}

func TestFilesWithSeveralNamesCountOnce(t *testing.T) {
	var s Sum
	for _, id := range []string{"1", "2", "1"} {
		s.Add(&model.Entry{ID: id, Name: "x", Kind: model.KindFile, Size: 10, Linked: true})
	}
	s.Add(&model.Entry{ID: "", Name: "y", Kind: model.KindLink, Size: model.Unknown})
	s.Add(&model.Entry{ID: "1", Name: "z", Kind: model.KindFile, Size: 3})
	if s.Size.Load() != 23 || s.Files.Load() != 5 || s.Lacks.Load() != 0 {
		t.Error(s.Size.Load(), s.Files.Load(), s.Lacks.Load())
	}
}
