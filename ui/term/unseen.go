package term

import (
	"bytes"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Unseen is the shape of a cursor that has a place but is invisible. The library hides a cursor only together with its
// place, which screen readers, braille displays and magnifiers follow.
const Unseen = tea.CursorBlock

// hide makes the cursor of the coming frames invisible, or visible again.
func (o *output) hide(on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hidden == on {
		return
	}
	o.hidden = on
	seq := ansi.ShowCursor
	if on {
		seq = ansi.HideCursor
	}
	o.put(seq)
}

// put writes past the library. The lock is held.
func (o *output) put(s string) {
	o.queue = append(o.queue, s...)
	o.busy = o.busy || len(o.queue) > 0
	o.cond.Broadcast()
}

// unseen removes from the library's output what shows and hides the cursor. Another screen of the terminal may have a
// cursor of its own.
func unseen(b []byte) []byte {
	if !bytes.Contains(b, []byte(ansi.ShowCursor)) && !bytes.Contains(b, []byte(ansi.HideCursor)) {
		return b
	}
	b = bytes.ReplaceAll(b, []byte(ansi.HideCursor), nil)
	with := []byte(nil)
	if bytes.Contains(b, []byte(ansi.SetModeAltScreenSaveCursor)) {
		with = []byte(ansi.HideCursor)
	}
	return bytes.ReplaceAll(b, []byte(ansi.ShowCursor), with)
}
