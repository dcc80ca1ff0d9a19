// Package input is the program's text field: with the terminal's real cursor in the right column, readline's keys,
// and only clean text on the screen.
//
// It is our own because the text field of bubbles counts the cursor's column in characters instead of cells and moves
// by runes, so that it is off in Chinese text and inside combined characters.
package input

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Env is given to every part of the screen as a shared pointer. The root replaces Styles and Ruler when the theme or
// the terminal's properties change.
type Env struct {
	Keys    *keys.Map
	Styles  *themes.Styles
	Text    *text.Catalogue
	Ruler   model.Ruler
	Borders kit.Borders // of lists
	Icons   kit.Icons   // before names
	Plain   bool        // the screen is written as lines

	Ctx context.Context // ends with the session
	Now func() time.Time
}

// Frame draws the lines around lists in the current style.
func (e *Env) Frame() kit.Frame {
	return kit.Frame{Borders: e.Borders, Glyphs: &e.Styles.Glyphs, Ruler: e.Ruler, Paint: kit.NewPaint(e.Styles.PaneBorder)}
}

// Options configure a new input.
type Options struct {
	Prompt      string // before the text
	Placeholder string // shown without text
	Value       string // raw
	Cursor      int    // byte offset in Value; -1 = end
	Long        bool   // a line of a larger text: no limit
	History     []string
	// Check returns the problem with a value, or nil. It is pure and quick.
	Check func(string) error
	// Complete makes Tab request completions with CompleteAsked.
	Complete bool
	Width    int // cells including the prompt
}

// Did is the effect of a message on an input.
type Did int

const (
	Nothing  Did = iota // not for an input: the owner may use it
	Edited              // the value has changed
	Moved               // the cursor, the completions, or nothing
	Accepted            // Enter
	Canceled            // Esc
)

// CompleteAsked requests completions for the text before the cursor. The answer is
// Completed with the same ID and Seq.
type CompleteAsked struct {
	ID, Seq int
	Text    string
}

// Completed answers CompleteAsked: each item replaces the text from the byte
// offset From up to the cursor.
type Completed struct {
	ID, Seq int
	From    int
	Items   []string
	Err     error
}

// Longest is the number of bytes that a field of one line holds.
const Longest = 16 << 10

// Full reports that text did not fit and was left out.
type Full struct{}

// Model is a text field.
type Model struct {
	env         *Env
	id          int
	prompt      string
	placeholder string
	long        bool
	check       func(string) error
	complete    bool
	width       int
	offset      int // bytes scrolled out on the left
	line        line

	history []string
	past    int    // index in history; its length = the current line
	draft   string // the current line while history is shown

	list list
}

// New returns an input. It has the focus as long as its owner sends it keys.
func New(env *Env, id int, o Options) *Model {
	m := &Model{
		env: env, id: id, prompt: model.Clean(o.Prompt), placeholder: model.Clean(o.Placeholder),
		long: o.Long, check: o.Check, complete: o.Complete, width: o.Width,
		history: o.History, past: len(o.History),
	}
	m.line.set(o.Value, o.Cursor)
	m.follow()
	return m
}

// SetID sets the id of the input's requests.
func (m *Model) SetID(id int) { m.id = id }

// SetWidth sets the cells of the field including the prompt.
func (m *Model) SetWidth(w int) {
	if w != m.width {
		m.width = w
		m.follow()
	}
}

// Value returns the raw text.
func (m *Model) Value() string { return m.line.s }

// Cursor returns the byte offset of the cursor.
func (m *Model) Cursor() int { return m.line.cursor }

// SetValue replaces the text and puts the cursor at its end.
func (m *Model) SetValue(s string) {
	m.line.set(s, -1)
	m.list.close()
	m.follow()
}

// Trouble returns why the value is not valid, or "". Clean.
func (m *Model) Trouble() string {
	if m.check == nil {
		return ""
	}
	return client.Sentence(m.check(m.line.s)).In(m.env.Text)
}

// Update handles a key, a paste or an answer.
func (m *Model) Update(msg tea.Msg) (Did, tea.Cmd) {
	before := m.line
	did, cmd := m.update(msg)
	if did == Moved && m.line.s != before.s {
		did = Edited
	}
	if m.line != before {
		m.follow()
	}
	return did, cmd
}

func (m *Model) update(msg tea.Msg) (Did, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return Moved, m.insert(msg.Content)
	case Completed:
		return m.completed(msg), nil
	case tea.KeyPressMsg:
		if a := m.env.Keys.Action(keys.InInput, msg.String()); a != keys.None {
			return m.act(a)
		}
		// A folder was chosen from the list: its slash is already there.
		if msg.Text == "/" && m.list.at >= 0 && m.list.open() && strings.HasSuffix(m.list.items[m.list.at], "/") {
			m.list.close()
			return Moved, nil
		}
		// Some keyboards send composed characters with Alt (AltGr). Those have a text, key combinations have none.
		if msg.Text != "" {
			return Moved, m.insert(msg.Text)
		}
	}
	return Nothing, nil
}

// insert inserts what the field has room for.
func (m *Model) insert(s string) tea.Cmd {
	s, full := m.fit(typed(s), Longest-len(m.line.s))
	if s != "" {
		m.line.insert(s)
		m.edited()
	}
	return full
}

// fit returns what of a text the field has room for, and the command that says that this is not all, or nil.
func (m *Model) fit(s string, room int) (string, tea.Cmd) {
	if room = max(room, 0); m.long || len(s) <= room {
		return s, nil
	}
	return strings.ToValidUTF8(s[:room], ""), func() tea.Msg { return Full{} }
}

// edited runs after every change by typing.
func (m *Model) edited() {
	m.past = len(m.history)
	m.list.close()
}

func (m *Model) act(a keys.Action) (Did, tea.Cmd) {
	l := &m.line
	switch a {
	case keys.InAccept, keys.InBreak, keys.InCancel, keys.InHistPrev, keys.InHistNext, keys.InComplete, keys.InUncomplete:
	default:
		m.list.close()
	}
	switch a {
	case keys.InAccept, keys.InBreak:
		m.list.close()
		return Accepted, nil
	case keys.InCancel:
		if m.list.open() {
			l.set(m.list.before.s, m.list.before.cursor)
			m.list.close()
			return Moved, nil
		}
		return Canceled, nil
	case keys.InLeft:
		l.cursor = l.left()
	case keys.InRight:
		l.cursor = next(l.s, l.cursor)
	case keys.InWordLeft:
		l.cursor = l.wordLeft()
	case keys.InWordRight:
		l.cursor = l.wordRight()
	case keys.InStart:
		l.cursor = 0
	case keys.InEnd:
		l.cursor = len(l.s)
	case keys.InBackspace:
		m.cut(l.left(), l.cursor)
	case keys.InDelete:
		m.cut(l.cursor, next(l.s, l.cursor))
	case keys.InKillWord:
		m.cut(l.wordLeft(), l.cursor)
	case keys.InKillNext:
		m.cut(l.cursor, l.wordRight())
	case keys.InKillStart:
		m.cut(0, l.cursor)
	case keys.InKillEnd:
		m.cut(l.cursor, len(l.s))
	case keys.InHistPrev, keys.InHistNext:
		return m.recall(a == keys.InHistPrev)
	case keys.InComplete, keys.InUncomplete:
		return m.tab(a == keys.InUncomplete)
	default:
		return Nothing, nil
	}
	return Moved, nil
}

func (m *Model) cut(a, b int) {
	if a < b {
		m.line.cut(a, b)
		m.edited()
	}
}

// recall shows an earlier or later line. Without a history the key is the owner's.
func (m *Model) recall(earlier bool) (did Did, full tea.Cmd) {
	if m.list.open() {
		m.choose(!earlier)
		return Moved, nil
	}
	if len(m.history) == 0 {
		return Nothing, nil
	}
	to := m.past + 1
	if earlier {
		to = m.past - 1
	}
	if to < 0 || to > len(m.history) {
		return Moved, nil
	}
	if m.past == len(m.history) {
		m.draft = m.line.s
	}
	m.past = to
	s := m.draft
	if to < len(m.history) {
		s, full = m.fit(m.history[to], Longest)
	}
	m.line.set(s, -1)
	return Moved, full
}

// Put replaces the text and puts the cursor at a byte offset, -1 = end.
func (m *Model) Put(s string, cursor int) {
	m.line.set(s, cursor)
	m.list.close()
	m.follow()
}
