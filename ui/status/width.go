package status

import "github.com/charmbracelet/x/ansi"

// widthOf a line that is drawn already.
func widthOf(s string) int { return ansi.StringWidth(s) }
