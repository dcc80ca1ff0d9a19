package ui

import (
	"image"
	"time"

	"charm.land/bubbles/v2/viewport"
	"github.com/charmbracelet/colorprofile"

	"aloft/client"
	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/term"
)

// chordState is the begun chord.
type chordState struct {
	keys  keys.Chord
	seq   int
	shown bool
	port  viewport.Model // of the possible next keys
}

// count is how often the next movement is made, as in vim: 5j, 10k, 20G. It is a setting because digits are the keys
// of the panels: a single digit is such a key after a moment.
type count struct {
	on     bool
	digits string
	seq    int
}

// look is the theme on this terminal.
type look struct {
	theme   *themes.Theme
	dirs    []string // folders with more themes
	profile colorprofile.Profile
	ground  string // background of the terminal that the colours are made for, #rrggbb; "" until it is known
	told    string // the one that the terminal has answered, which the next start begins with
	late    bool   // the first frame has waited long enough for the answer
	ascii   bool
	// pictures is how the terminal shows them.
	pictures *term.Pictures
}

// lastClick recognises a double click.
type lastClick struct {
	at   time.Time
	pane int
	line int
}

// pointer is the mouse. It acts by the rectangles of the layout.
type pointer struct {
	app   *App
	click lastClick
	drag  *pane.Pane // the pane whose rows are being selected, or nil
	text  bool       // the reader's text may be selected, from there
	from  image.Point
}

// keeping stores and restores the state.
type keeping struct {
	*App

	save    func(client.Session) error // nil = not stored
	off     bool                       // switched off in the configuration
	last    client.Session             // last stored state
	waiting bool                       // for keepAfter
	failed  bool                       // the failure was already reported
}

// block is a drawn rectangle of the screen.
type block struct {
	at    image.Rectangle
	lines []string
}
