//go:build linux

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk/trash"
	"aloft/model"
)

// changes is everything that changes something beneath a folder that may have been swapped: what fails is no matter.
func changes(t *testing.T, src *Source, top model.Place) {
	t.Helper()
	from := placeOf(filepath.Join(filepath.Dir(Path(top)), "from"))
	at := func(p model.Place) model.Ref { return model.Ref{Place: p} }
	for _, way := range []string{"d", "in"} {
		d := top.Join(way)
		for _, folder := range []model.Place{d, d.Join("e")} {
			ctx := t.Context()
			_, _ = src.MakeFolder(ctx, at(folder), "made", client.Bulk)
			_, _ = src.Create(ctx, at(folder), "created", model.New{}, client.Bulk)
			_, _ = src.CopyFile(ctx, from.Join("file"), folder.Join("copied"), client.FileCopy{Token: "t"})
			_, _ = src.CopyFile(ctx, from.Join("link"), folder.Join("link"), client.FileCopy{Token: "t"})
			_, _ = src.CopyFile(ctx, from.Join("folder"), folder.Join("folder"), client.FileCopy{Token: "t"})
			_, _ = src.CopyFile(ctx, from.Join("file"), folder.Join("linked"), client.FileCopy{Token: "t", Same: top.Join("same")})
			_ = src.FinishFolder(ctx, from.Join("folder"), folder.Join("finished"))
			_ = src.Move(ctx, []model.Ref{at(from.Join("moved"))}, at(folder), client.Bulk)
			_ = src.Move(ctx, []model.Ref{at(folder.Join("taken"))}, at(from), client.Bulk)
			_ = src.Rename(ctx, at(folder.Join("f")), "renamed", client.Bulk)
			_ = src.Delete(ctx, []model.Ref{at(folder.Join("lost"))}, client.DeleteForever, client.Bulk)
			_ = src.Delete(ctx, []model.Ref{at(folder.Join("binned"))}, client.DeleteToBin, client.Bulk)
			if p, err := src.Receive(ctx, folder, "key"); err == nil {
				_, _ = p.Write([]byte("text"))
				_, _ = p.Commit("received")
				_ = p.Drop()
				_ = p.Close()
			}
		}
	}
}

// A folder that a job writes into is swapped for a link that leads out, or back, between any two calls: nothing outside
// is made, changed, or taken away.
func TestASwappedLinkLeadsNoJobOut(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", "")
	inside := 0
	for period := 1; period <= 4; period++ {
		for first := range period {
			top, swap := shared(t)
			dir := filepath.Dir(Path(top))
			var err error
			for _, folder := range []string{"out", "out/e", "top/d", "top/d/e"} {
				err = errors.Join(err, os.MkdirAll(filepath.Join(dir, folder, "finished"), 0o711))
				for _, name := range []string{"f", "lost", "binned", "taken"} {
					err = errors.Join(err, os.WriteFile(filepath.Join(dir, folder, name), nil, 0o600))
				}
			}
			err = errors.Join(err, os.MkdirAll(filepath.Join(dir, "from/folder"), 0o755), os.Symlink("nowhere", filepath.Join(dir, "from/link")),
				os.WriteFile(filepath.Join(dir, "from/file"), []byte("text"), 0o600), os.WriteFile(filepath.Join(dir, "from/moved"), nil, 0o600),
				os.WriteFile(filepath.Join(dir, "top/same"), []byte("text"), 0o600))
			if err != nil {
				t.Fatal(err)
			}
			before, calls := tree(t, filepath.Join(dir, "out")), first
			changes(t, &Source{owned{reader{rooted{[]model.Place{top}, true, func() {
				if calls++; calls%period == 0 {
					swap()
				}
			}}}, trash.New()}}, top)
			if after := tree(t, filepath.Join(dir, "out")); after != before {
				t.Errorf("every %d calls, from %d: outside it was\n%s\nand is\n%s", period, first, before, after)
			}
			inside += strings.Count(tree(t, filepath.Join(dir, "top")), "copied")
		}
	}
	if inside == 0 {
		t.Error("nothing was copied inside")
	}
}

// tree is what a folder holds: names, modes and sizes.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			b.WriteString(strings.TrimPrefix(path, dir) + " " + info.Mode().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
