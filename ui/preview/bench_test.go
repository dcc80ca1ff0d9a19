package preview

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// thousandPages has 5,000 headings and half a million words.
func thousandPages() string {
	var b strings.Builder
	b.WriteString("# Report\n")
	for c := range 100 {
		fmt.Fprintf(&b, "\n## Chapter %d\n\nAn introduction.\n", c)
		for s := range 49 {
			fmt.Fprintf(&b, "\n### Part %d of %d\n\n%s\n\n%s\n", s, c,
				strings.Repeat("water budget **kitchen** 水管 report ", 10), strings.Repeat("meeting garden phase cost roof ", 10))
		}
	}
	return b.String()
}

// long is a service with the document, which is parsed here and not while a
// benchmark runs.
func long(md string) *fake {
	f := newFake()
	f.put("long", md, 1)
	return f
}

// showing is a reader that shows the long document, all of it read.
func showing(b *testing.B, f *fake) *rig {
	g := newRig(b, f, 120, 36, true)
	g.r.Show(at("long"), entry("long"))
	settle(g)
	return g
}

// settle runs what the reader requests, one command after the other, until it
// requests nothing more. Timers are left out.
func settle(g *rig) {
	for c := g.r.Settle(); c != nil; c = g.r.Settle() {
		var run func(tea.Cmd)
		run = func(c tea.Cmd) {
			if c == nil {
				return
			}
			switch m := c().(type) {
			case tea.BatchMsg:
				run(m[0]) // the others are timers
			case nil:
			default:
				cmd, _ := g.r.Update(m)
				run(cmd)
			}
		}
		run(c)
	}
}

// BenchmarkShow is from the service's answers to the first screen with text.
func BenchmarkShow(b *testing.B) {
	f := long(thousandPages())
	for b.Loop() {
		showing(b, f).r.View()
	}
}

// BenchmarkDown is j with the next frame, without the sections drawn beside it.
func BenchmarkDown(b *testing.B) {
	g := showing(b, long(thousandPages()))
	b.ReportAllocs()
	for b.Loop() {
		if g.r.contents.cursor == len(g.r.contents.rows)-1 {
			g.r.contents.stand(0)
		}
		g.r.Do(keys.Down.In(keys.InDocument))
		g.r.Settle()
		g.r.View()
	}
}

// BenchmarkView is a frame in which nothing has changed.
func BenchmarkView(b *testing.B) {
	g := showing(b, long(thousandPages()))
	g.r.contents.stand(2500)
	settle(g)
	b.ReportAllocs()
	for b.Loop() {
		g.r.View()
	}
}

// BenchmarkSection renders a section of 600 words in styles, off the loop.
func BenchmarkSection(b *testing.B) {
	g := showing(b, long(thousandPages()))
	md := strings.Repeat(g.r.doc.parts(30)[0]+"\n\n", 6)
	b.SetBytes(int64(len(md)))
	for b.Loop() {
		drawnPage(md, g.r.env.Styles, g.r.env.Ruler, paper{width: 70}, deletions{})
	}
}

// BenchmarkFold closes and opens every heading.
func BenchmarkFold(b *testing.B) {
	g := showing(b, long(thousandPages()))
	for b.Loop() {
		g.r.Do(keys.DocCloseAll)
		g.r.Do(keys.DocOpenAll)
		g.r.View()
	}
}

// BenchmarkOneLongSection scrolls through a section of three megabytes.
func BenchmarkOneLongSection(b *testing.B) {
	g := showing(b, long("# One\n\n"+strings.Repeat(strings.Repeat("water budget kitchen 水管 report ", 20)+"\n\n", 5000)))
	b.ReportAllocs()
	g.r.onText = true
	for b.Loop() {
		g.r.Do(keys.PageDown.In(keys.InDocument))
		g.r.View()
	}
}

// BenchmarkKeys is each key in the middle of the document with its frame, without the
// parts rendered beside it.
func BenchmarkKeys(b *testing.B) {
	g := showing(b, long(thousandPages()))
	press := func(a keys.Action) {
		g.r.Do(a)
		g.r.Settle()
		g.r.View()
	}
	for _, c := range []struct {
		name   string
		onText bool
		acts   []keys.Action
	}{
		{"row", true, []keys.Action{down}},
		{"page", true, []keys.Action{keys.PageDown.In(keys.InDocument)}},
		{"ends", true, []keys.Action{bottom, top}},
		{"heading", true, []keys.Action{keys.DocNext, keys.DocNextSame}},
		{"outline", false, []keys.Action{down}},
		{"outline-ends", false, []keys.Action{bottom, top}},
		{"folding", false, []keys.Action{keys.DocCloseAll, keys.DocOpenAll}},
		{"tables", true, []keys.Action{keys.DocTables}},
		{"match", true, []keys.Action{keys.DocFindNext}},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.name == "match" {
				g.r.contents.find = found{}
				m, spots := findLocal(g.r.doc.heads, g.r.doc.body, "water")
				m.Text = "water"
				g.r.contents.take(m, spots)
			}
			g.r.onText = c.onText
			g.r.text.toPercent(50)
			g.r.contents.follow()
			settle(g)
			for b.Loop() {
				for _, a := range c.acts {
					press(a)
				}
				if !g.r.text.first().before(g.r.text.last()) {
					g.r.text.toPercent(50)
					g.r.contents.follow()
				}
			}
		})
	}
	b.Run("per-cent", func(b *testing.B) {
		for n := 0; b.Loop(); n = (n + 37) % 100 {
			g.r.text.toPercent(n)
			g.r.contents.follow()
			g.r.View()
		}
	})
}

// BenchmarkMemory is what a document of a thousand pages holds.
func BenchmarkMemory(b *testing.B) {
	f := long(thousandPages())
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		g := showing(b, f)
		for range 5000 {
			g.r.Do(keys.Down.In(keys.InDocument))
			settle(g)
			g.r.View()
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB")
		runtime.KeepAlive(g)
	}
}

// A screen of selected text, drawn after each movement.
func BenchmarkSelecting(b *testing.B) {
	g := showing(b, long(thousandPages()))
	g.r.Do(keys.DocSelect)
	for range 20 {
		g.r.Do(keys.Down.In(keys.InDocument))
	}
	settle(g)
	b.ReportAllocs()
	for b.Loop() {
		g.r.Do(keys.PassageRight)
		_ = g.r.View()
	}
}

// BenchmarkTenThousand opens a document of 10,000 paragraphs, and then scrolls through it by pages, each one drawn in
// styles before it is seen.
func BenchmarkTenThousand(b *testing.B) {
	f := long("# Report\n\n" + strings.Repeat("A *paragraph* of [some](https://x.example) **words** that `goes` on for more than one row of the screen, 水管 too.\n\n", 10_000))
	b.Run("open", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			showing(b, f).r.View()
		}
	})
	b.Run("page", func(b *testing.B) {
		b.ReportAllocs()
		g := showing(b, f)
		g.r.onText = true
		for b.Loop() {
			if g.r.Do(keys.PageDown.In(keys.InDocument)); !g.r.text.first().before(g.r.text.last()) {
				g.r.text.toPercent(0)
			}
			settle(g)
			g.r.View()
		}
	})
}
