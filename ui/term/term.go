// Package term is the terminal: what differs between terminals (colours, late answers to queries, missing terminals),
// when the screen is drawn on it, the screen as lines, pictures.
//
// The screen is drawn at once after a change, once per frame during a stream of changes, and not at all without
// changes. Bubble Tea's render loop wakes by a ticker. Each time it first writes what is queued for the terminal
// ([tea.Raw]) and then draws what differs. A mark in that queue reaches the program's output, and there the loop is
// held (hold.go) until a view is handed over: then the loop continues and draws it. A ticker that nobody waits for does
// not run, so nothing wakes the program in between. A goroutine writes the drawn output to the terminal (output.go).
//
// For screen readers, braille displays and magnifiers nothing on the terminal is ever redrawn: what changes is written
// as a line below what was said before, and the cursor stands on the line that the keys are on, or on the message after
// it. A LinearPage is what there is to say at a moment. A LinearScript compares it with the page before and writes what is
// new.
package term

import (
	"strings"

	"github.com/charmbracelet/colorprofile"

	"aloft/model"
)

// Color is the value of --color.
type Color string

const (
	ColorAuto   Color = "" // by the terminal
	ColorAlways Color = "always"
	ColorNever  Color = "never"
)

// Profile returns the colour profile of the terminal in an environment. NO_COLOR counts with any non-empty value;
// attributes stay.
func (t Terminal) Profile(environ []string, c Color) colorprofile.Profile {
	env := Getenv(environ)
	if c == ColorNever || c != ColorAlways && env("NO_COLOR") != "" {
		return colorprofile.ASCII
	}
	// The library accepts only boolean words for NO_COLOR, so it is handled here.
	plain := model.Only(environ, func(kv string) bool { return !strings.HasPrefix(kv, "NO_COLOR=") })
	p := colorprofile.Env(plain)
	if !t.Far {
		p = colorprofile.Detect(t.Out, plain)
	}
	if t := env("TERM"); p > colorprofile.ASCII && (strings.HasPrefix(t, "vt1") || strings.HasPrefix(t, "vt2")) && env("COLORTERM") == "" {
		return colorprofile.ASCII // the library takes these for colour terminals
	}
	if p < colorprofile.ASCII {
		p = colorprofile.ASCII
	}
	return p
}

// Getenv looks up names in an environment list; the last one wins.
func Getenv(environ []string) func(string) string {
	return func(name string) string {
		for i := len(environ) - 1; i >= 0; i-- {
			if v, ok := strings.CutPrefix(environ[i], name+"="); ok {
				return v
			}
		}
		return ""
	}
}

// UTF8 reports whether the locale's encoding is UTF-8, which is the default.
func UTF8(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := env(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// Title makes a text safe for a window title: one short line.
func Title(s string) string {
	return model.TruncateEnd(model.Clean(s), 120)
}
