package preview_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/peek"
	"aloft/model"
	"aloft/ui/preview"
	"aloft/ui/uitest/shipped"
)

// onDisk has the disk alone.
type onDisk struct{ client.Source }

func (o onDisk) For(model.Place) (client.Source, error) { return o.Source, nil }
func (o onDisk) Accounts() []string                     { return nil }

// BenchmarkThousandFiles is the cursor that goes through a thousand files of all kinds
// and sizes, each of which is read: how long the update loop is busy with a key and its
// frame, and with an answer and its frame.
func BenchmarkThousandFiles(b *testing.B) {
	dir := b.TempDir()
	line := "a line of some text, 有中文的, with\ttabs and \x1b[31mcolours\x1b[m in it\n"
	contents := []struct{ name, text string }{
		{"log", strings.Repeat(line, 6000)}, {"one-line.txt", strings.Repeat("x 有", 1<<17)}, {"note.md", strings.Repeat("# A\n\nb **c**\n\n", 300)},
		{"table.csv", strings.Repeat("a,b,有,4\n", 9000)}, {"bin", "\x00\x01"}, {"small.go", "package x\n"},
	}
	for i := range 1000 {
		c := contents[i%len(contents)]
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d-%s", i, c.name)), []byte(c.text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	src := disk.New()
	folder := src.Root()
	folder.Path = model.Steps(strings.Split(strings.TrimPrefix(dir, "/"), "/")...)
	env := &preview.Env{Env: shipped.Env(b), Sources: onDisk{src}}
	files := peek.New(env.Sources, func() peek.Command { return nil })
	l, err := src.List(b.Context(), folder, client.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var keys, answers []time.Duration
	for b.Loop() {
		v := preview.New(env, files, nil)
		v.SetSize(46, 38)
		for i := range l.Entries {
			began := time.Now()
			v.Show(folder.Join(l.Entries[i].Name), l.Entries[i])
			cmd := v.Settle()
			v.View()
			keys = append(keys, time.Since(began))
			for cmd != nil {
				msg := cmd()
				if batch, ok := msg.(tea.BatchMsg); ok {
					msg = batch[0]() // the other one is a timer
				}
				began := time.Now()
				v.Update(msg)
				cmd = v.Settle()
				v.View()
				answers = append(answers, time.Since(began))
			}
		}
	}
	for what, all := range map[string][]time.Duration{"key": keys, "answer": answers} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "µs-p99-"+what)
		b.ReportMetric(float64(all[len(all)-1].Microseconds()), "µs-max-"+what)
	}
}
