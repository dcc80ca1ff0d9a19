package term

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// PictureHow is the way by which a terminal gets a picture.
type PictureHow int

const (
	NoPictures PictureHow = iota
	Kitty                 // graphics of kitty, in cells with a placeholder: dialogs cover them as any other text
	ITerm2                // inline images of iTerm2, painted over cells
	Sixel                 // sixels, painted over cells
)

// usualCell is the size of a cell in pixels on a terminal that does not say it.
var usualCell = image.Pt(8, 16)

// Pictures knows how the terminal shows pictures. It is asked when the first picture is to be shown. The nil Terminal
// shows none.
type Pictures struct {
	getenv  func(string) string
	measure func() (w, h int)

	how   PictureHow
	named PictureHow // what its name stands for
	asks  bool       // how is not known before the terminal has answered
	asked bool
	waits bool // for the last answer
	none  bool // there are no colours
	few   bool // there are too few colours for placeholders
	cell  image.Point
	sized bool // cell is what the terminal says
	last  int  // id of the last picture
}

// NewPictures returns what a setting means in an environment: "auto", "off", "kitty", "iterm2", "sixel".
// measure returns the size of a cell in pixels as far as the system knows it, 0 otherwise; nil = it never does.
func NewPictures(setting string, getenv func(string) string, measure func() (w, h int)) *Pictures {
	t := &Pictures{getenv: getenv, measure: measure, cell: usualCell}
	t.Set(setting)
	return t
}

// Set changes the setting.
func (t *Pictures) Set(setting string) {
	t.how, t.asks = NoPictures, false
	switch setting {
	case "kitty":
		t.how = Kitty
	case "iterm2":
		t.how = ITerm2
	case "sixel":
		t.how = Sixel
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

// SetColours tells which colours there are. A placeholder names its picture by one of 256.
func (t *Pictures) SetColours(any, many bool) { t.none, t.few = !any, !many }

// Possible reports whether pictures can be shown or the terminal has to be asked first.
func (t *Pictures) Possible() bool {
	return t != nil && !t.none && (t.asks || t.how != NoPictures && (t.how != Kitty || !t.few))
}

// PictureHow returns how pictures are shown, None as long as they are not. Sixels need the size of the cells, or they would
// be painted over others.
func (t *Pictures) How() PictureHow {
	if !t.Possible() || t.how == Sixel && !t.sized {
		return NoPictures
	}
	return t.how
}

// Ask asks the terminal, once: for its name, the size of its cells, and its kind, which every terminal answers and
// which comes last.
func (t *Pictures) Ask() tea.Cmd {
	if t.asked {
		return nil
	}
	t.asked, t.waits = true, true
	return tea.Batch(t.Resized(), tea.Raw(ansi.RequestNameVersion+ansi.WindowOp(16)+ansi.RequestPrimaryDeviceAttributes))
}

// Waits reports whether the terminal has been asked and has not answered everything.
func (t *Pictures) Waits() bool { return t != nil && t.waits }

// Resized measures the cells, which may have another size with the terminal.
func (t *Pictures) Resized() tea.Cmd {
	if measure := t.measure; t.asked && measure != nil {
		return func() tea.Msg {
			w, h := measure()
			return uv.CellSizeEvent{Width: w, Height: h}
		}
	}
	return nil
}

// Update takes the answers. mine is false for other messages.
func (t *Pictures) Update(msg tea.Msg) (mine bool) {
	switch m := msg.(type) {
	case tea.TerminalVersionMsg:
		t.named = named(m.Name)
	case uv.CellSizeEvent:
		if m.Width > 0 && m.Height > 0 && m.Width < 200 && m.Height < 400 {
			t.cell, t.sized = image.Pt(m.Width, m.Height), true
		}
	case uv.PrimaryDeviceAttributesEvent:
		t.waits = false
		if t.asks {
			t.how, t.asks = t.named, false
			if t.how == NoPictures && len(m) > 0 && slices.Contains(m[1:], hasSixels) {
				t.how = Sixel
			}
		}
	default:
		return false
	}
	return true
}

// hasSixels is the attribute of a terminal that has them.
const hasSixels = 4

// named returns how a terminal of that name shows pictures. Others that know kitty's graphics lack the placeholders, as
// does kitty before version 0.28.
func named(name string) PictureHow {
	name = strings.ToLower(name)
	var major, minor int
	switch n, _ := fmt.Sscanf(name, "kitty(%d.%d", &major, &minor); {
	case n == 2 && (major > 0 || minor >= 28), strings.HasPrefix(name, "ghostty"):
		return Kitty
	case strings.HasPrefix(name, "iterm2"), strings.HasPrefix(name, "wezterm"):
		return ITerm2
	}
	return NoPictures
}

// Cell returns the size of a cell in pixels.
func (t *Pictures) Cell() image.Point { return t.cell }

// PictureCells returns how many cells a picture takes.
func PictureCells(pixels, cell image.Point) image.Point {
	return image.Pt((pixels.X+cell.X-1)/cell.X, (pixels.Y+cell.Y-1)/cell.Y)
}

// The ids of pictures are colours without a name of their own, which no terminal and no profile changes.
const firstID, lastID = 32, 231

// Next returns the id of the next picture.
func (t *Pictures) Next() int {
	if t.last++; t.last < firstID || t.last > lastID {
		t.last = firstID
	}
	return t.last
}

// Wrap returns the function that passes a sequence through tmux, where it runs in one.
func (t *Pictures) Wrap() func(string) string {
	if t.getenv("TMUX") != "" {
		return ansi.TmuxPassthrough
	}
	return func(s string) string { return s }
}
