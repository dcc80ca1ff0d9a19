//go:build linux || darwin || freebsd

package copying_test

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"aloft/client/disk/copying"
)

// target is a new folder for each run; what was written before is on the disk.
func target(b *testing.B, dir string, run int) string {
	b.StopTimer()
	must(b, copying.Flush(dir))
	if run > 0 {
		must(b, os.RemoveAll(fmt.Sprintf("%s/to/%d", dir, run-1)))
	}
	to := fmt.Sprintf("%s/to/%d", dir, run)
	b.StartTimer()
	return to
}

// beside measures a copy of ours and that of cp -a in turn.
func beside(b *testing.B, dir, from string, ways map[string]func(to string)) {
	ways["cp"] = func(to string) { must(b, exec.Command("cp", "-a", from, to).Run()) }
	for _, way := range []string{"cp", "1", "2", "4"} {
		if copy := ways[way]; copy != nil {
			b.Run(way, func(b *testing.B) {
				for i := range b.N {
					copy(target(b, dir, i))
				}
				b.StopTimer()
				must(b, os.RemoveAll(dir+"/to"), os.Mkdir(dir+"/to", 0o755))
			})
		}
	}
}

// 1 GiB, by us and by cp -a.
func BenchmarkLarge(b *testing.B) {
	dir := workshop(b, 1<<30)
	beside(b, dir, dir+"/big", map[string]func(string){"1": func(to string) {
		_, err := copying.New().Copy(b.Context(), dir+"/big", to, copying.Options{Owner: true})
		must(b, err)
	}})
}

// 10,000 files of 1 to 8 KiB in 100 folders, by us with 1, 2 and 4 goroutines, and by cp -a.
func BenchmarkSmall(b *testing.B) {
	dir := workshop(b, 8<<10)
	content := noise(8 << 10)
	must(b, os.Mkdir(dir+"/from", 0o755))
	for i := range 10_000 {
		folder := fmt.Sprintf("%s/from/%02d", dir, i%100)
		if i < 100 {
			must(b, os.Mkdir(folder, 0o755))
		}
		must(b, os.WriteFile(fmt.Sprintf("%s/a file %04d.txt", folder, i), content[:1+i*7919%len(content)], 0o644))
	}
	ways := map[string]func(string){}
	for _, n := range []int{1, 2, 4} {
		ways[fmt.Sprint(n)] = func(to string) { tree(b, dir+"/from", to, n) }
	}
	beside(b, dir, dir+"/from", ways)
}

// tree copies a folder of folders of files.
func tree(b *testing.B, from, to string, goroutines int) {
	c, opt := copying.New(), copying.Options{Owner: true}
	folder := func(name string) {
		_, err := c.Copy(b.Context(), from+name, to+name, opt)
		must(b, err)
	}
	folder("")
	work := make(chan string, 1000)
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			c := copying.New()
			for name := range work {
				_, err := c.Copy(b.Context(), from+name, to+name, opt)
				must(b, err)
			}
		})
	}
	all, err := os.ReadDir(from)
	must(b, err)
	for _, d := range all {
		folder("/" + d.Name())
		files, err := os.ReadDir(from + "/" + d.Name())
		must(b, err)
		for _, f := range files {
			work <- "/" + d.Name() + "/" + f.Name()
		}
	}
	close(work)
	wg.Wait()
	for _, d := range append(all, nil) {
		name := ""
		if d != nil {
			name = "/" + d.Name()
		}
		_, err := c.Finish(from+name, to+name, opt)
		must(b, err)
	}
}
