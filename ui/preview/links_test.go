package preview

import (
	"strings"
	"testing"
)

const linked = `# Links

Go to [the *plan*](https://example.com/plan "title") or [below](#more-of-it), see \[^one\] and [gone](#nowhere).

![a roof](https://files.example/roof.png) and ![](https://files.example/x/sink.jpg)

` + "```\n[no](https://example.com/no)\n```" + `

## More of it

By [name][Ref], <https://example.com/a>, and https://example.com/b. [mail](mailto:a@example.com)

[ref]: https://example.com/ref

\[^one\]: What the *note* says.
`

func TestLinksOfTheText(t *testing.T) {
	f := newFake()
	f.put("links", linked, 1)
	in(t, f, 100, 10, true, func(g *rig) {
		g.open("links")
		g.do(down)
		all, at := g.r.Links()()
		var got []string
		for _, l := range all {
			s := l.Text + " " + l.Address
			if l.Image {
				s = "image " + s
			}
			if l.Note != "" {
				s = "note " + l.Note + ": " + l.Text
			}
			got = append(got, s)
		}
		want := []string{
			"the plan https://example.com/plan", "below #more-of-it", "note one: What the note says.",
			"image a roof https://files.example/roof.png", "image sink.jpg https://files.example/x/sink.jpg",
			"name https://example.com/ref", " https://example.com/a", " https://example.com/b", "mail mailto:a@example.com",
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
		if at != 5 {
			t.Errorf("it begins on %d", at)
		}
		g.do(top)
		if g.r.Follow(&all[1]); g.node() != "More of it 1" {
			t.Errorf("the anchor leads to %q", g.node())
		}
		g.do(top)
		g.r.Follow(&all[2])
		g.Idle()
		g.has("[^one]: What the note says.")
		if g.r.Follow(&all[0]); g.node() != "Links 1" {
			t.Errorf("the link stands in %q", g.node())
		}
	})
}
