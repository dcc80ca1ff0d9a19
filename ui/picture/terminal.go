// Package picture shows pictures on terminals that can show them.
package picture

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// How is the way by which a terminal gets a picture.
type How int

const (
	None  How = iota
	Kitty     // graphics of kitty, in cells with a placeholder: dialogs cover them as any other text
)

// usualCell is the size of a cell in pixels on a terminal that does not say it.
var usualCell = image.Pt(8, 16)

// Terminal knows how the terminal shows pictures. It is asked when the first picture is to be shown. The nil Terminal
// shows none.
type Terminal struct {
	getenv func(string) string

	how   How
	named How  // what its name stands for
	asks  bool // how is not known before the terminal has answered
	asked bool
	few   bool // the terminal has too few colours
	cell  image.Point
	last  int // id of the last picture
}

// New returns what a setting means in an environment: "auto", "kitty", "off".
func New(setting string, getenv func(string) string) *Terminal {
	t := &Terminal{getenv: getenv, cell: usualCell}
	t.Set(setting)
	return t
}

// Set changes the setting.
func (t *Terminal) Set(setting string) {
	t.how, t.asks = None, false
	switch setting {
	case "kitty":
		t.how = Kitty
	case "off":
	default:
		t.asks = able(t.getenv)
		t.asked = t.asked && !t.asks
	}
}

// able reports whether the terminal may be asked by itself. Over SSH pictures cost time, and a multiplexer passes them
// on only if it is told to.
func able(getenv func(string) string) bool {
	for _, name := range []string{"SSH_TTY", "SSH_CONNECTION", "TMUX", "STY", "ZELLIJ"} {
		if getenv(name) != "" {
			return false
		}
	}
	for _, kind := range []string{"", "dumb", "linux", "screen", "tmux", "vt"} {
		if t := getenv("TERM"); t == kind || kind != "" && strings.HasPrefix(t, kind) {
			return false
		}
	}
	return true
}

// SetColours tells how many colours there are: a placeholder names its picture by one of 256.
func (t *Terminal) SetColours(enough bool) { t.few = !enough }

// Possible reports whether pictures can be shown or the terminal has to be asked first.
func (t *Terminal) Possible() bool { return t != nil && !t.few && (t.how != None || t.asks) }

// Ready reports whether pictures can be shown.
func (t *Terminal) Ready() bool { return t.Possible() && t.how != None }

// Ask returns the queries to the terminal, once: its name, the size of its cells, and its kind, which every terminal
// answers and which comes last.
func (t *Terminal) Ask() string {
	if t.asked {
		return ""
	}
	t.asked = true
	return ansi.RequestNameVersion + ansi.WindowOp(16) + ansi.RequestPrimaryDeviceAttributes
}

// Update takes the answers. mine is false for other messages.
func (t *Terminal) Update(msg tea.Msg) (mine bool) {
	switch m := msg.(type) {
	case tea.TerminalVersionMsg:
		t.named = named(m.Name)
	case uv.CellSizeEvent:
		if m.Width > 0 && m.Height > 0 && m.Width < 200 && m.Height < 400 {
			t.cell = image.Pt(m.Width, m.Height)
		}
	case uv.PrimaryDeviceAttributesEvent:
		if t.asks {
			t.how, t.asks = t.named, false
		}
	default:
		return false
	}
	return true
}

// named returns how a terminal of that name shows pictures. Others that know kitty's graphics lack the placeholders.
func named(name string) How {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "kitty") || strings.HasPrefix(name, "ghostty") {
		return Kitty
	}
	return None
}

// Cell returns the size of a cell in pixels.
func (t *Terminal) Cell() image.Point { return t.cell }

// Cells returns how many cells a picture takes.
func Cells(pixels, cell image.Point) image.Point {
	return image.Pt((pixels.X+cell.X-1)/cell.X, (pixels.Y+cell.Y-1)/cell.Y)
}

// The ids of pictures are colours without a name of their own, which no terminal and no profile changes.
const firstID, lastID = 32, 231

// Next returns the id of the next picture.
func (t *Terminal) Next() int {
	if t.last++; t.last < firstID || t.last > lastID {
		t.last = firstID
	}
	return t.last
}

// Wrap returns the function that passes a sequence through tmux, where it runs in one.
func (t *Terminal) Wrap() func(string) string {
	if t.getenv("TMUX") != "" {
		return ansi.TmuxPassthrough
	}
	return func(s string) string { return s }
}
