package ui

import (
	"image"

	"github.com/charmbracelet/colorprofile"

	"aloft/client"
	"aloft/model"
	"aloft/themes"
	"aloft/ui/act"
	"aloft/ui/act/going"
	"aloft/ui/act/reading"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// chordState is the chord that has begun.
type chordState struct {
	keys  keys.Chord
	seq   int
	shown bool
	top   int // the first row of what can follow that shows
}

// count is how often the movement is made that comes next, as in vim: 5j, 10k, 20G. It is a
// setting, since digits are the keys of the panels: a digit alone does that after a moment.
type count struct {
	on     bool
	digits string
	seq    int
}

// look is the theme on this terminal.
type look struct {
	theme   *themes.Theme
	dirs    []string // where more themes may lie
	profile colorprofile.Profile
	ground  themes.Mode // the terminal's background; Any until it answers
	ascii   bool
}

// pointer is the mouse: it acts by the rectangles of the layout.
type pointer struct {
	app   *App
	click lastClick
	drag  *pane.Pane // the rows of this one are being selected, nil = of none
}

// keeping stores where the person is, and comes back there.
type keeping struct {
	note   *act.Notes
	screen *act.Screen
	client *act.Client

	going   *going.Acts
	reading *reading.Acts
	work    act.Part                   // the jobs panel
	hooks   act.Part                   // the receiver's panel
	save    func(client.Session) error // nil = nothing is stored
	off     bool                       // switched off in the configuration
	last    client.Session             // what was stored last
	waiting bool                       // for keepAfter
	failed  bool                       // it was said that it cannot be stored
}

// block is a drawn rectangle of the screen.
type block struct {
	at    image.Rectangle
	lines []string
}

// welcome shows a new person the first keys.
type welcome struct {
	env    *input.Env
	screen *act.Screen
	client *act.Client

	left, right model.Place // where the panes begin
	practice    bool        // the account is the program's own
	off         bool        // switched off in the configuration
}
