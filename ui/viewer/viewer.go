// Package viewer shows what is under the cursor, in a column beside the panes or
// covering them: documents in their reader, and files.
package viewer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/preview"
)

// Viewer is the reader of documents, with the view of a file in its place while one
// is shown.
type Viewer struct {
	*preview.Reader
	file *file
}

// New makes a viewer that shows nothing; files may be nil.
func New(env *preview.Env, files client.Previewer) *Viewer {
	return &Viewer{preview.New(env), newFile(env, files)}
}

// takes reports whether an entry is shown as a file, not as a document.
func (v *Viewer) takes(at model.Place, e *model.Entry) bool {
	return v.file.files != nil && (at.Scheme.Local() || e.Kind == model.KindFile)
}

// OnFile reports whether a file is shown.
func (v *Viewer) OnFile() bool { return v.file.on != nil }

// Context of the keys that go to it.
func (v *Viewer) Context() keys.Context {
	switch {
	case v.Typing():
		return keys.InInput
	case v.OnFile():
		return keys.InFile
	}
	return keys.InDocument
}

// Show shows an entry: at once what is known of it, the rest as it comes.
func (v *Viewer) Show(at model.Place, e model.Entry) {
	if v.takes(at, &e) {
		v.Reader.Clear()
		v.file.show(at, e)
		return
	}
	v.file.clear()
	v.Reader.Show(at, e)
}

// ShowPage shows Markdown of the program's own, as a file that is nowhere.
func (v *Viewer) ShowPage(title, md string) {
	v.Reader.Clear()
	v.file.page(title, md)
}

// Clear shows nothing.
func (v *Viewer) Clear() { v.file.clear(); v.Reader.Clear() }

// Leave ends search and input in what is shown.
func (v *Viewer) Leave() { v.file.leave(); v.Reader.Leave() }

// Readable reports whether an entry can be shown.
func (v *Viewer) Readable(at model.Place, e *model.Entry) bool { return v.Refusal(at, e) == nil }

// Refusal is why an entry cannot be shown, or nil.
func (v *Viewer) Refusal(at model.Place, e *model.Entry) error {
	if v.takes(at, e) {
		return v.file.files.Refusal(at, e)
	}
	return v.Reader.Refusal(at, e)
}

// Knows reports whether something of the entry was read before.
func (v *Viewer) Knows(at model.Place, e *model.Entry) bool {
	if v.takes(at, e) {
		return v.file.knows(at)
	}
	return v.Reader.Knows(at, e)
}

// Shows reports whether it shows this entry.
func (v *Viewer) Shows(at model.Place, e *model.Entry) bool {
	if v.OnFile() {
		return e != nil && v.takes(at, e) && v.file.on.place.Equal(at)
	}
	return v.Reader.Shows(at, e)
}

// Open reports whether keys go to a document, which edits would be about.
func (v *Viewer) Open() bool { return !v.OnFile() && v.Reader.Open() }

// Place of what is shown; the zero place when nothing is.
func (v *Viewer) Place() model.Place {
	if v.OnFile() {
		return v.file.on.place
	}
	return v.Reader.Place()
}

// Entry that is shown.
func (v *Viewer) Entry() model.Entry {
	if v.OnFile() {
		return v.file.on.entry
	}
	return v.Reader.Entry()
}

// SetFull says whether it covers the panes.
func (v *Viewer) SetFull(on bool) { v.file.setFull(on); v.Reader.SetFull(on) }

// SetFocus says whether keys go to it.
func (v *Viewer) SetFocus(on bool) { v.file.setFocus(on); v.Reader.SetFocus(on) }

// SetSize sets the outer size in cells; 0 when it is hidden.
func (v *Viewer) SetSize(w, h int) { v.file.w, v.file.h = w, h; v.Reader.SetSize(w, h) }

// Restyle takes over new styles or another ruler.
func (v *Viewer) Restyle() { v.file.restyle(); v.Reader.Restyle() }

// Hold stops it from requesting anything while the cursor moves on.
func (v *Viewer) Hold(on bool) { v.file.hold = on; v.Reader.Hold(on) }

// Settle starts what is missing for what is shown.
func (v *Viewer) Settle() tea.Cmd {
	if v.OnFile() {
		return v.file.settle()
	}
	return v.Reader.Settle()
}

// Update handles the answers to its requests; mine is false for messages of others.
func (v *Viewer) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if cmd, mine := v.file.update(msg); mine {
		return cmd, true
	}
	return v.Reader.Update(msg)
}

// View draws it: as many lines as its height, each as wide as it is.
func (v *Viewer) View() []string {
	if v.OnFile() {
		return v.file.view()
	}
	return v.Reader.View()
}

// Reload reads again.
func (v *Viewer) Reload() tea.Cmd { return v.ReloadFrom(nil) }

// ReloadFrom is Reload with an outline that somebody has read a moment ago.
func (v *Viewer) ReloadFrom(o *model.Outline) tea.Cmd {
	if v.OnFile() {
		v.file.reload()
		return nil
	}
	return v.Reader.ReloadFrom(o)
}

// Typing reports whether keys and pastes go into a text field.
func (v *Viewer) Typing() bool { return v.Prompt() != nil }

// Prompt is the text field that wants the prompt line, nil when there is none.
func (v *Viewer) Prompt() *input.Model {
	if v.OnFile() {
		return v.file.typing
	}
	return v.Reader.Prompt()
}

// Type takes a key or a paste while something is being typed.
func (v *Viewer) Type(msg tea.Msg) tea.Cmd {
	if v.OnFile() {
		return v.file.typed(msg)
	}
	return v.Reader.Type(msg)
}

// Do carries out an action; ok is false for those of others.
func (v *Viewer) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if v.OnFile() {
		return v.file.do(a)
	}
	return v.Reader.Do(a)
}

// Idle says why an action has nothing to work on now, "" when it has.
func (v *Viewer) Idle(a keys.Action) string {
	if v.OnFile() {
		return v.file.idle(a)
	}
	return v.Reader.Idle(a)
}

// Switch gives the keys to the other part of a document; a file has one.
func (v *Viewer) Switch() {
	if !v.OnFile() {
		v.Reader.Switch()
	}
}

// Scroll moves the text by lines.
func (v *Viewer) Scroll(by int) {
	if v.OnFile() {
		v.file.scroll(by)
		return
	}
	v.Reader.Scroll(by)
}

// Click puts the cursor where the mouse points.
func (v *Viewer) Click(x, y int) {
	if !v.OnFile() {
		v.Reader.Click(x, y)
	}
}

// Wheel scrolls what the mouse points at.
func (v *Viewer) Wheel(x, y, by int) {
	if v.OnFile() {
		v.file.scroll(by)
		return
	}
	v.Reader.Wheel(x, y, by)
}

// State is the text of the panes' state line while it covers them.
func (v *Viewer) State(now time.Time) string {
	if v.OnFile() {
		return v.file.state()
	}
	return v.Reader.State(now)
}
