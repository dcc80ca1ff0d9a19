package themes

// Glyphs are the symbols of a theme. Each is exactly one cell wide.
type Glyphs struct {
	// Frames.
	TopLeft, Top, TopRight          string
	Left, Right                     string
	BottomLeft, Bottom, BottomRight string
	// The marker column: state is never shown by colour alone.
	Cursor, Selected, Differs, Copy, Cut, Failed, Stale string
	// Text.
	Ellipsis string // in the middle of a cut name
	Crumb    string // between breadcrumbs
	Up, Down string // sort direction
	Folded   string // a closed branch
	Open     string // an open branch
	// Bars.
	BarFull, BarRest, Thumb, Track string
	// Spinner has the frames of the slow spinner.
	Spinner []string
}

// UnicodeGlyphs are the glyphs of a theme that sets none.
func UnicodeGlyphs() Glyphs {
	return Glyphs{
		TopLeft: "┌", Top: "─", TopRight: "┐",
		Left: "│", Right: "│",
		BottomLeft: "└", Bottom: "─", BottomRight: "┘",
		Cursor: ">", Selected: "*", Differs: "≠", Copy: "c", Cut: "x", Failed: "!", Stale: "~",
		Ellipsis: "…", Crumb: "›", Up: "↑", Down: "↓", Folded: "▸", Open: "▾",
		BarFull: "█", BarRest: "░", Thumb: "█", Track: "│",
		Spinner: []string{"|", "/", "-", "\\"},
	}
}

// ASCIIGlyphs are ASCII only.
func ASCIIGlyphs() Glyphs {
	return Glyphs{
		TopLeft: "+", Top: "-", TopRight: "+",
		Left: "|", Right: "|",
		BottomLeft: "+", Bottom: "-", BottomRight: "+",
		Cursor: ">", Selected: "*", Differs: "%", Copy: "c", Cut: "x", Failed: "!", Stale: "~",
		Ellipsis: "~", Crumb: ">", Up: "^", Down: "v", Folded: ">", Open: "v",
		BarFull: "#", BarRest: ".", Thumb: "#", Track: "|",
		Spinner: []string{"|", "/", "-", "\\"},
	}
}

// fields are the glyphs by the names that [glyph] uses.
func (g *Glyphs) fields() map[string]*string {
	return map[string]*string{
		"top-left": &g.TopLeft, "top": &g.Top, "top-right": &g.TopRight,
		"left": &g.Left, "right": &g.Right,
		"bottom-left": &g.BottomLeft, "bottom": &g.Bottom, "bottom-right": &g.BottomRight,
		"cursor": &g.Cursor, "selected": &g.Selected, "differs": &g.Differs, "copy": &g.Copy, "cut": &g.Cut,
		"failed": &g.Failed, "stale": &g.Stale,
		"ellipsis": &g.Ellipsis, "crumb": &g.Crumb, "up": &g.Up, "down": &g.Down,
		"folded": &g.Folded, "open": &g.Open,
		"bar-full": &g.BarFull, "bar-rest": &g.BarRest, "thumb": &g.Thumb, "track": &g.Track,
	}
}

func (g *Glyphs) take(from map[string]string) {
	fields := g.fields()
	for name, s := range from {
		*fields[name] = s
	}
}

// narrow replaces glyphs that are not one cell wide here by their ASCII forms: with
// East Asian widths most lines and blocks take two.
func (g *Glyphs) narrow(ascii *Glyphs, width func(string) int) {
	plain := ascii.fields()
	for name, s := range g.fields() {
		if width(*s) != 1 {
			*s = *plain[name]
		}
	}
}
