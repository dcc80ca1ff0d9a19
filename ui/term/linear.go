package term

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/ui/kit"
)

// Signs within a view's content, which is clean otherwise.
const (
	fieldSign = "\x1f" // between the label of a text field and its value
	waitSign  = "\x1d" // alone: there is nothing to say yet
	eventSign = "\x1e" // before the number of an event: two with the same words are two
	foundSign = eventSign + "m"
	asideSign = eventSign + "a"
	textSign  = "\x1c" // behind a line of a text, before its turn
)

// LinearPage collects the lines of the screen. The zero value is ready.
type LinearPage struct {
	lines []string
	Now   kit.Current // what the keys are on
	// Turn numbers what the person did to read on: a text that changes otherwise is not said. 0 = it is said whenever it
	// changes, -1 = not now.
	Turn int
}

// Say adds a drawn or clean line. Columns become phrases.
func (p *LinearPage) Say(s string) {
	if s = Phrases(s); s != "" {
		p.lines = append(p.lines, s)
	}
}

// Text adds a line of a text with its own spaces.
func (p *LinearPage) Text(s string) {
	s = strings.TrimPrefix(strings.TrimRight(ansi.Strip(s), " "), " ") // the margin
	if strings.Trim(s, drawn) != "" {
		if s = bars.Replace(s); p.Turn != 0 {
			s += textSign + strconv.Itoa(p.Turn)
		}
		p.lines = append(p.lines, s)
	}
}

// Event adds a line that is said again under another number.
func (p *LinearPage) Event(s string, number int) {
	if s = Phrases(s); s != "" {
		p.lines = append(p.lines, s+eventSign+strconv.Itoa(number))
	}
}

// Found is Event of a match, whose words are enough of the text.
func (p *LinearPage) Found(s string, number int) {
	if s = Phrases(s); s != "" {
		p.lines = append(p.lines, s+foundSign+strconv.Itoa(number))
	}
}

// Aside adds a line that is not said when what is typed has changed it.
func (p *LinearPage) Aside(s string) {
	if s = Phrases(s); s != "" {
		p.lines = append(p.lines, s+asideSign)
	}
}

// drawn are the characters of frames, rules and tables.
const drawn = " ─━═│┃┼├┤┬┴╭╮╯╰┌┐└┘+-=|_"

// bars are the lines between the columns of a table.
var bars = strings.NewReplacer("│", "|", "┃", "|")

// Phrases turns the columns of a drawn line into phrases, without what only draws.
func Phrases(s string) string {
	var out []string
	for part := range strings.SplitSeq(ansi.Strip(s), "  ") {
		if part = strings.Trim(part, " ─━═│┃├┤"); part != "" && part != "|" {
			out = append(out, part)
		}
	}
	return strings.Join(out, ", ")
}

// LinearWait is a view in place of one that is about to change: nothing is written.
func LinearWait() tea.View { return tea.View{Content: waitSign} }

// View returns the page as a view: its last line is what the keys are on.
func (p *LinearPage) View() tea.View {
	now := p.Now.Text
	c := tea.NewCursor(p.Now.X, len(p.lines))
	if p.Now.Typed {
		now = p.Now.Label + fieldSign + now
	} else {
		now = Phrases(now)
	}
	return tea.View{Content: strings.Join(append(p.lines, now), "\n"), Cursor: c}
}
