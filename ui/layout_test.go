package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"
)

// draw paints the layout as text: a letter for every fourth column, and equal lines
// once with their number.
func draw(l Layout, w, h int) string {
	if l.TooSmall {
		return "too small"
	}
	var out []string
	last, n := "", 0
	flush := func() {
		if n > 0 {
			out = append(out, fmt.Sprintf("%2d %s", n, last))
		}
	}
	for y := range h {
		var b strings.Builder
		for x := 0; x < w; x += 4 {
			b.WriteString(four(l, x, y))
		}
		if b.String() != last {
			flush()
			last, n = b.String(), 0
		}
		n++
	}
	flush()
	return strings.Join(out, "\n")
}

// four names what is at four columns; a line between panes has precedence.
func four(l Layout, x, y int) string {
	for i := range 4 {
		if a := at(l, image.Pt(x+i, y)); a == "|" {
			return a
		}
	}
	return at(l, image.Pt(x, y))
}

// at names what lies at a cell; several letters are an overlap.
func at(l Layout, p image.Point) string {
	hit := ""
	mark := func(r image.Rectangle, s string) {
		if p.In(r) {
			hit += s
		}
	}
	mark(l.Header, "H")
	mark(l.Panes[0], "1")
	mark(l.Panes[1], "2")
	mark(l.Info, "i")
	mark(l.Panel, "J")
	mark(l.Job, "j")
	mark(l.Hints, "k")
	mark(l.Status, "g")
	for _, r := range l.Rules {
		mark(r, "|")
	}
	if hit == "" {
		return "?"
	}
	return hit
}

func TestLayoutDrawings(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Shape
		want string
	}{
		{"the reference size while a job runs", Shape{W: 80, H: 24, JobLine: true}, `
 1 HHHHHHHHHHHHHHHHHHHH
20 111111111|2222222222
 1 jjjjjjjjjjjjjjjjjjjj
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
		{"idle: the job line gives its row back", Shape{W: 80, H: 24, Boxed: true}, `
 1 HHHHHHHHHHHHHHHHHHHH
21 11111111112222222222
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
		{"wide: the entry under the cursor has a column", Shape{W: 120, H: 40, Info: true}, `
 1 HHHHHHHHHHHHHHHHHHHHHHHHHHHHHH
37 111111111|222222222|iiiiiiiiii
 1 gggggggggggggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk`},
		{"wide, boxed, zoomed on the right pane", Shape{W: 120, H: 40, Info: true, Boxed: true, Zoom: true, Focus: 1}, `
 1 HHHHHHHHHHHHHHHHHHHHHHHHHHHHHH
37 22222222222222222222iiiiiiiiii
 1 gggggggggggggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk`},
		{"the info takes the passive pane's place", Shape{W: 80, H: 24, Info: true, InfoOver: true}, `
 1 HHHHHHHHHHHHHHHHHHHH
21 111111111|iiiiiiiiii
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
		{"one pane", Shape{W: 50, H: 16, Focus: 1, JobLine: true}, `
 1 HHHHHHHHHHHHH
12 2222222222222
 1 jjjjjjjjjjjjj
 1 ggggggggggggg
 1 kkkkkkkkkkkkk`},
		{"one above the other", Shape{W: 60, H: 30, Stacked: true}, `
 1 HHHHHHHHHHHHHHH
13 111111111111111
14 222222222222222
 1 ggggggggggggggg
 1 kkkkkkkkkkkkkkk`},
		{"low", Shape{W: 80, H: 14}, `
 1 HHHHHHHHHHHHHHHHHHHH
11 111111111|2222222222
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
		{"least height", Shape{W: 80, H: 10}, `
 8 111111111|2222222222
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
		{"least height while a job runs", Shape{W: 80, H: 10, JobLine: true}, `
 8 111111111|2222222222
 1 gggggggggggggggggggg
 1 kkkkkkkkkkkkkkkkkkkk`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := draw(Arrange(c.s), c.s.W, c.s.H); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("drawn:\n%s\nwanted:%s", got, c.want)
			}
		})
	}
}

// Every cell belongs to exactly one thing, at every size and in every state.
func TestLayoutCoversTheScreenOnce(t *testing.T) {
	for _, w := range []int{40, 41, 55, 69, 70, 71, 80, 99, 100, 101, 120, 133, 200} {
		for h := 10; h <= 44; h += 3 {
			for bits := range 128 {
				on := func(i int) bool { return bits&(1<<i) != 0 }
				s := Shape{W: w, H: h, Focus: bits & 1, Zoom: on(1), Stacked: on(2), Info: on(3),
					JobLine: on(4), Boxed: on(5), InfoOver: bits%3 == 0, Panel: on(6)}
				l := Arrange(s)
				for y := range h {
					for x := range w {
						if a := at(l, image.Pt(x, y)); len(a) != 1 || a == "?" {
							t.Fatalf("%+v: at %d,%d lies %q", s, x, y, a)
						}
					}
				}
				if l.Panes[s.Focus].Empty() {
					t.Fatalf("%+v: the focused pane is not shown", s)
				}
				if s.JobLine && h >= someHeight && l.Job.Empty() {
					t.Fatalf("%+v: running jobs are hidden", s)
				}
			}
		}
	}
}

func TestLayoutTooSmall(t *testing.T) {
	for _, s := range []Shape{{W: 39, H: 24}, {W: 80, H: 9}, {}} {
		if !Arrange(s).TooSmall {
			t.Errorf("%dx%d is laid out", s.W, s.H)
		}
	}
}
