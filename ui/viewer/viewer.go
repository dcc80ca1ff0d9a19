// Package viewer shows the current entry in a column beside the panes or covering them: documents in the reader, and
// files.
package viewer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/picture"
	"aloft/ui/preview"
)

// Viewer is the reader of documents, or the view of a file while one is shown.
type Viewer struct {
	*preview.Reader
	file *file
}

// New returns an empty viewer; files and pictures may be nil.
func New(env *preview.Env, files client.Previewer, pictures *picture.Terminal) *Viewer {
	return &Viewer{preview.New(env), newFile(env, files, pictures)}
}

// takes reports whether an entry is shown as a file, not as a document.
func (v *Viewer) takes(at model.Place, e *model.Entry) bool {
	return v.file.files != nil && (at.Scheme.Local() || e.Kind == model.KindFile || e.Kind.Exported())
}

// OnFile reports whether a file is shown.
func (v *Viewer) OnFile() bool { return v.file.on != nil }

// Context returns the context of its keys.
func (v *Viewer) Context() keys.Context {
	switch {
	case v.Typing():
		return keys.InInput
	case v.OnFile():
		return keys.InFile
	case v.Reader.Selecting():
		return keys.InPassage
	}
	return keys.InDocument
}

// Show shows an entry: first the known parts, then the rest.
func (v *Viewer) Show(at model.Place, e model.Entry) {
	if v.takes(at, &e) {
		v.Reader.Clear()
		v.file.show(at, e)
		return
	}
	v.file.clear()
	v.Reader.Show(at, e)
}

// ShowPage shows Markdown of the program's own, such as the guide.
func (v *Viewer) ShowPage(title, md string) {
	v.Reader.Clear()
	v.file.page(title, md)
}

// Clear shows nothing.
func (v *Viewer) Clear() { v.file.clear(); v.Reader.Clear() }

// Leave ends search and input.
func (v *Viewer) Leave() { v.file.leave(); v.Reader.Leave() }

// Readable reports whether an entry can be shown.
func (v *Viewer) Readable(at model.Place, e *model.Entry) bool { return v.Refusal(at, e) == nil }

// Refusal returns why an entry cannot be shown, or nil.
func (v *Viewer) Refusal(at model.Place, e *model.Entry) error {
	if v.takes(at, e) {
		return v.file.files.Refusal(at, e)
	}
	return v.Reader.Refusal(at, e)
}

// Knows reports whether a part of the entry was read before.
func (v *Viewer) Knows(at model.Place, e *model.Entry) bool {
	if v.takes(at, e) {
		return v.file.knows(at)
	}
	return v.Reader.Knows(at, e)
}

// Shows reports whether the viewer shows this entry.
func (v *Viewer) Shows(at model.Place, e *model.Entry) bool {
	if v.OnFile() {
		return e != nil && v.takes(at, e) && v.file.on.place.Equal(at)
	}
	return v.Reader.Shows(at, e)
}

// Open reports whether keys go to a document, which edits are then about.
func (v *Viewer) Open() bool { return !v.OnFile() && v.Reader.Open() }

// Place returns the place of what is shown, or the zero place.
func (v *Viewer) Place() model.Place {
	if v.OnFile() {
		return v.file.on.place
	}
	return v.Reader.Place()
}

// Entry returns the entry that is shown.
func (v *Viewer) Entry() model.Entry {
	if v.OnFile() {
		return v.file.on.entry
	}
	return v.Reader.Entry()
}

// SetFull sets whether it covers the panes.
func (v *Viewer) SetFull(on bool) { v.file.setFull(on); v.Reader.SetFull(on) }

// SetFocus sets whether keys go to it.
func (v *Viewer) SetFocus(on bool) { v.file.setFocus(on); v.Reader.SetFocus(on) }

// SetSize sets the outer size in cells; 0 when it is hidden.
func (v *Viewer) SetSize(w, h int) { v.file.w, v.file.h = w, h; v.Reader.SetSize(w, h) }

// Restyle applies new styles or another ruler.
func (v *Viewer) Restyle() { v.file.restyle(); v.Reader.Restyle() }

// Hold stops requests while the cursor moves on.
func (v *Viewer) Hold(on bool) { v.file.hold = on; v.Reader.Hold(on) }

// Settle starts missing reads and renderings.
func (v *Viewer) Settle() tea.Cmd {
	if v.OnFile() {
		return v.file.settle()
	}
	return v.Reader.Settle()
}

// Update handles the answers to its requests. mine is false for other messages.
func (v *Viewer) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if cmd, mine := v.file.update(msg); mine {
		return cmd, true
	}
	return v.Reader.Update(msg)
}

// View draws it as lines of its size.
func (v *Viewer) View() []string {
	if v.OnFile() {
		return v.file.view()
	}
	return v.Reader.View()
}

// Item returns the place of the keys in the drawn lines.
func (v *Viewer) Item() kit.Item {
	if v.OnFile() {
		at := v.file.room()
		return kit.Item{X: at.Min.X, Y: at.Min.Y}
	}
	return v.Reader.Item()
}

// Drawing reports whether what is visible is being rendered.
func (v *Viewer) Drawing() bool {
	if v.OnFile() {
		return v.file.on.draws
	}
	return preview.Drawing(v.Reader)
}

// Now returns the current row of the outline in words.
func (v *Viewer) Now() kit.Current { return preview.Now(v.Reader) }

// Selected says that text is selected, with a number for where the selection begins, or "".
func (v *Viewer) Selected() (said string, number int) { return preview.Selected(v.Reader) }

// Hit returns the current match of a search with its number, or "".
func (v *Viewer) Hit() (said string, number int) {
	f := v.file
	if !v.OnFile() {
		return preview.Hit(v.Reader)
	}
	s := f.sheet()
	if s == nil || len(f.find.at) == 0 {
		return "", 0
	}
	return f.env.Text.Say("match %d/%d", f.find.on+1, len(f.find.at)) + "  " + s.plain(f.find.at[f.find.on]), f.find.on
}

// Reload reads again.
func (v *Viewer) Reload() tea.Cmd { return v.ReloadFrom(nil) }

// ReloadFrom is Reload with an outline that was read moments ago.
func (v *Viewer) ReloadFrom(o *model.Outline) tea.Cmd {
	if v.OnFile() {
		v.file.reload()
		return nil
	}
	return v.Reader.ReloadFrom(o)
}

// Typing reports whether keys and pastes go to a text field.
func (v *Viewer) Typing() bool { return v.Prompt() != nil }

// Prompt returns the text field for the prompt line, or nil.
func (v *Viewer) Prompt() *input.Model {
	if v.OnFile() {
		return v.file.typing
	}
	return v.Reader.Prompt()
}

// Type handles a key or a paste during typing.
func (v *Viewer) Type(msg tea.Msg) tea.Cmd {
	if v.OnFile() {
		return v.file.typed(msg)
	}
	return v.Reader.Type(msg)
}

// Do carries out an action. ok is false for other actions.
func (v *Viewer) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	if v.OnFile() {
		return v.file.do(a)
	}
	return v.Reader.Do(a)
}

// Idle returns why an action has nothing to work on, or "".
func (v *Viewer) Idle(a keys.Action) string {
	if v.OnFile() {
		return v.file.idle(a)
	}
	return v.Reader.Idle(a)
}

// Switch moves the focus to the other part of a document. A file has one part.
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

// Click puts the cursor at the pointer.
func (v *Viewer) Click(x, y int) {
	if !v.OnFile() {
		v.Reader.Click(x, y)
	}
}

// Wheel scrolls the part under the pointer.
func (v *Viewer) Wheel(x, y, by int) {
	if v.OnFile() {
		v.file.scroll(by)
		return
	}
	v.Reader.Wheel(x, y, by)
}

// State returns the state line while it covers the panes.
func (v *Viewer) State(now time.Time) string {
	if v.OnFile() {
		return v.file.state()
	}
	return v.Reader.State(now)
}
