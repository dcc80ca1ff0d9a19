package preview

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/term"
)

// Viewer shows an entry in a column beside the panes or covering them: a document or a file.
type Viewer struct {
	part
	Doc  *Reader
	file *file
}

// part shows entries of a kind.
type part interface {
	Refusal(at model.Place, e *model.Entry) error
	Show(at model.Place, e model.Entry) // first the known parts, then the rest
	Shows(at model.Place, e *model.Entry) bool
	Knows(at model.Place, e *model.Entry) bool // a part of it was read before
	Clear()
	Leave() // ends search and input
	Place() model.Place
	Entry() model.Entry

	SetFull(on bool)  // whether it covers the panes
	SetFocus(on bool) // whether keys go to it
	SetSize(w, h int) // in cells; 0 when it is hidden
	Restyle()         // for new styles or another ruler
	Hold(on bool)     // stops requests while the cursor moves on
	Settle() tea.Cmd  // starts missing reads and renderings
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
	ReloadFrom(o *model.Outline) tea.Cmd // reads again; o was read moments ago

	View() []string
	Item() kit.Item                   // the place of the keys in the drawn lines
	Drawing() bool                    // what is visible is being rendered
	Coming() bool                     // nothing was read yet, but it does not take long
	Now() kit.Current                 // the current row of a list
	Hit() (said string, number int)   // the current match of a search
	State(now time.Time) string       // the state line while it covers the panes
	Context() keys.Context            // of its keys
	Prompt() *input.Model             // the text field that is open, or nil
	Type(msg tea.Msg) tea.Cmd         // a key or a paste for it
	Do(a keys.Action) (tea.Cmd, bool) // false for other actions
	Idle(a keys.Action) string        // why an action has nothing to work on, or ""
	Switch()                          // moves the focus to its other half
	Scroll(by int)                    // by lines
	Click(x, y int)                   // puts the cursor at the pointer
	Wheel(x, y, by int)               // scrolls what is under the pointer
}

// New returns an empty viewer; files and pictures may be nil.
func New(env *Env, files client.Previewer, pictures *term.Pictures) *Viewer {
	r := newReader(env)
	return &Viewer{r, r, newFile(env, files, pictures)}
}

// of returns the part for an entry.
func (v *Viewer) of(at model.Place, e *model.Entry) part {
	if v.file.files != nil && (at.Scheme.Local() || e.Kind == model.KindFile || e.Kind.Exported()) {
		return v.file
	}
	return v.Doc
}

func (v *Viewer) both() [2]part { return [2]part{v.file, v.Doc} }

// OnFile reports whether a file is shown.
func (v *Viewer) OnFile() bool { return v.part == part(v.file) }

// turn shows the other part.
func (v *Viewer) turn(to part) {
	if v.part != to {
		v.part.Clear()
		v.part = to
	}
}

func (v *Viewer) Show(at model.Place, e model.Entry) {
	v.turn(v.of(at, &e))
	v.part.Show(at, e)
}

// ShowPage shows Markdown of the program's own, such as the guide.
func (v *Viewer) ShowPage(title, md string) {
	v.turn(v.file)
	v.file.page(title, md)
}

func (v *Viewer) Clear() {
	v.turn(v.Doc)
	v.Doc.Clear()
}

// Readable reports whether an entry can be shown.
func (v *Viewer) Readable(at model.Place, e *model.Entry) bool { return v.Refusal(at, e) == nil }

func (v *Viewer) Refusal(at model.Place, e *model.Entry) error { return v.of(at, e).Refusal(at, e) }

func (v *Viewer) Knows(at model.Place, e *model.Entry) bool { return v.of(at, e).Knows(at, e) }

// Open reports whether keys go to a document, which edits are then about.
func (v *Viewer) Open() bool { return v.Doc.Open() }

func (v *Viewer) SetFull(on bool) {
	for _, p := range v.both() {
		p.SetFull(on)
	}
	if v.file.on == nil { // nobody waits for it
		v.part = v.Doc
	}
}

func (v *Viewer) SetFocus(on bool) {
	for _, p := range v.both() {
		p.SetFocus(on)
	}
}

func (v *Viewer) SetSize(w, h int) {
	for _, p := range v.both() {
		p.SetSize(w, h)
	}
}

func (v *Viewer) Restyle() {
	for _, p := range v.both() {
		p.Restyle()
	}
}

func (v *Viewer) Hold(on bool) {
	for _, p := range v.both() {
		p.Hold(on)
	}
}

func (v *Viewer) Update(msg tea.Msg) (tea.Cmd, bool) {
	if cmd, mine := v.file.Update(msg); mine {
		return cmd, true
	}
	return v.Doc.Update(msg)
}

// Reload reads again.
func (v *Viewer) Reload() tea.Cmd { return v.ReloadFrom(nil) }

// Typing reports whether keys and pastes go to a text field.
func (v *Viewer) Typing() bool { return v.Prompt() != nil }
