package status

import (
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
	"aloft/ui/pane"
)

// Inside is the content of a folder: numbers and the first entries.
type Inside struct {
	Folders, Files, Others int
	Size                   int64 // of the files in bytes, model.Unknown if one is unknown
	First                  []model.Entry
	Complete               bool // otherwise these are the first of Total, which may be model.Unknown
	Total                  int
	ListedAt               time.Time
}

// most is how many entries the column may show.
const most = 100

// nearSize is how far a size may be from the start of a name.
const nearSize = 40

// Count counts a folder's listing. It may be slow, so it must not run on the update loop.
func Count(s *model.Sorted) *Inside {
	in := &Inside{Complete: s.Head.Complete, Total: s.Head.Total, ListedAt: s.Head.ListedAt}
	for row := range s.Len() {
		switch k := s.Kind(row); {
		case k.Container():
			in.Folders++
		case k != model.KindFile:
			in.Others++
		default:
			in.Files++
			if size := s.At(row).Size; size < 0 {
				in.Size = model.Unknown
			} else if in.Size >= 0 {
				in.Size += size
			}
		}
	}
	in.First = s.First(most)
	return in
}

// inside returns the lines about a folder's content.
func (l *Lines) inside(in *Inside, width int) []infoLine {
	c, r := l.env.Text, l.env.Ruler
	n := in.Folders + in.Files + in.Others
	if n == 0 && in.Complete {
		return []infoLine{{c.Say("empty"), l.paint.meta}}
	}
	var parts []string
	count := func(n int, what text.Text) {
		if n > 0 {
			parts = append(parts, c.Say(what, n))
		}
	}
	count(in.Folders, "%d {folder|folders}")
	count(in.Files, "%d {file|files}")
	count(in.Others, "%d {other|others}")
	if in.Files > 0 && in.Size >= 0 {
		parts = append(parts, kit.Size(in.Size))
	}
	line := strings.Join(parts, "  ")
	switch {
	case in.Complete:
	case in.Total > n:
		line = c.Say("the first %d of %d: %s", n, in.Total, line)
	default:
		line = c.Say("the first %d: %s", n, line)
	}
	out := model.Each(l.env.Ruler.Wrap(line, width), func(part string) infoLine { return infoLine{part, l.paint.meta} })
	out = append(out, infoLine{})
	const sizeWidth = 7
	room := max(0, min(width-sizeWidth, nearSize))
	for i := range in.First {
		e := &in.First[i]
		class := kit.ClassOf(e)
		name := l.env.Icons.Of(class, r) + model.CleanName(e.Name)
		if e.Kind.Container() {
			name = r.Truncate(name, room-1) + "/"
		}
		out = append(out, infoLine{r.Fit(name, room) + r.FitRight(pane.Size(e), sizeWidth), l.paint.class[class]})
	}
	return out
}
