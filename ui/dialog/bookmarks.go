package dialog

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

type bookmarks struct {
	list
	from  Origin
	marks []client.Bookmark
	jump  bool // every letter jumps to its bookmark and none changes the list
}

// NewBookmarks lists the bookmarks. With jump, a letter goes straight to its bookmark. BookmarkChosen,
// BookmarksChanged.
func NewBookmarks(env *Env, from Origin, marks []client.Bookmark, jump bool) Dialog {
	d := &bookmarks{from: from, marks: slices.Clone(marks), jump: jump}
	title, empty := text.Text("bookmarks"), env.Text.Say("No bookmarks yet. %s bookmarks this folder.", env.Keys.Key(keys.MarkAdd))
	if jump {
		title, empty = "Jump to: press a letter", env.Text.Say("No bookmarks yet. %s in a pane makes one.", env.Keys.Key(keys.BookmarkAdd))
	}
	d.list = list{
		env: env, context: keys.InBookmarks, title: text.Capital(env.Text.Say(title)), want: normal, tall: 12,
		empty:  empty,
		detail: func(i int) string { return d.target(i) },
		row: func(i, w int) line {
			r := env.Ruler
			head := r.Fit(model.Clean(d.marks[i].Key), 3)
			room := 0 // of the names
			for i := range d.marks {
				room = max(room, r.Width(d.name(i)))
			}
			room = min(room, (w-3)/2)
			return line{plain, head + r.Fit(r.Truncate(d.name(i), room), room) + "  " + r.TruncateStart(d.target(i), max(w-3-room-2, 0))}
		},
	}
	d.key = func(i, _ int) [2]int { return [2]int{0, len(model.Clean(d.marks[i].Key))} }
	d.win.Len = len(marks)
	d.hints()
	return d
}

// name returns the name of a bookmark, clean.
func (d *bookmarks) name(i int) string {
	if n := d.marks[i].Name; n != "" {
		return model.Clean(n)
	}
	return model.Clean(d.marks[i].Place.Base())
}

// target returns the place of a bookmark.
func (d *bookmarks) target(i int) string {
	m := &d.marks[i]
	if m.Heading.Title == "" {
		return where(m.Place)
	}
	return where(m.Place) + " " + d.env.Styles.Glyphs.Crumb + " " + model.Clean(m.Heading.Title)
}

// Update answers a key.
func (d *bookmarks) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch {
	case d.field != nil:
		return d.naming(msg)
	case d.waits:
		return d.lettering(msg)
	}
	k, isKey := msg.(tea.KeyPressMsg)
	if d.jump && isKey && k.Text != "" {
		for _, m := range d.marks {
			if m.Key == k.String() {
				return answer(BookmarkChosen{Origin: d.from, Bookmark: m}), false
			}
		}
	}
	a := action(d.env, d.context, msg)
	if d.jump && isKey && (changesMarks(a) || a == keys.None && k.Text != "") {
		d.say(warn, d.env.Text.Say("no bookmark uses %s; %s in a pane edits bookmarks", keys.Show(k.String()), d.env.Keys.Key(keys.Bookmarks)))
		return nil, true
	}
	switch a {
	case keys.DlgAccept:
		if d.win.Len > 0 {
			return answer(BookmarkChosen{Origin: d.from, Bookmark: d.marks[d.win.At]}), false
		}
	case keys.MarkAdd:
		return d.add(), true
	case keys.MarkDelete:
		if d.win.Len > 0 {
			place := d.target(d.win.At)
			d.marks = slices.Delete(slices.Clone(d.marks), d.win.At, d.win.At+1)
			cmd := d.changed()
			d.say(plain, d.env.Text.Say("bookmark removed: %s", place))
			return cmd, true
		}
	case keys.MarkRename:
		if d.win.Len > 0 {
			m := d.marks[d.win.At]
			d.ask(input.New(d.env, 0, input.Options{Prompt: d.env.Text.Say("name:") + " ", Value: m.Name, Cursor: -1}))
		}
	case keys.MarkLetter:
		if d.win.Len > 0 {
			d.waits = true
			d.say(strong, d.env.Text.Say("Press the letter for this bookmark."))
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

// add bookmarks the folder that the dialog was opened in, unless it already is.
func (d *bookmarks) add() tea.Cmd {
	if d.from.Place.IsZero() {
		return nil
	}
	for i, m := range d.marks {
		if m.Same(client.Bookmark{Place: d.from.Place}) {
			d.win.At = i
			d.say(warn, d.env.Text.Say("this folder is already bookmarked"))
			return nil
		}
	}
	name := cmp.Or(d.from.Place.Base(), d.from.Place.String())
	d.marks = append(slices.Clone(d.marks), client.Bookmark{
		Key: FreeLetter(name, d.marks), Name: name, Place: d.from.Place,
	})
	d.win.At = len(d.marks) - 1
	cmd := d.changed()
	d.say(plain, d.env.Text.Say("bookmarked"))
	return cmd
}

// FreeLetter returns a free letter for a new bookmark, preferably from its name.
func FreeLetter(name string, marks []client.Bookmark) string {
	for _, r := range name + "abcdefghijklmnopqrstuvwxyz0123456789" {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			continue
		}
		if !slices.ContainsFunc(marks, func(m client.Bookmark) bool { return m.Key == string(r) }) {
			return string(r)
		}
	}
	return ""
}

// changesMarks reports whether the action changes the bookmarks.
func changesMarks(a keys.Action) bool {
	return a == keys.MarkAdd || a == keys.MarkDelete || a == keys.MarkRename || a == keys.MarkLetter
}

// hints hides keys that need a bookmark if there is none, and all other keys if every letter jumps.
func (d *bookmarks) hints() {
	d.hide = nil
	if d.jump {
		d.hide = []keys.Action{keys.MarkAdd, keys.MarkDelete, keys.MarkRename, keys.MarkLetter}
	}
	if d.win.Len == 0 {
		d.hide = append(d.hide, keys.MarkDelete, keys.MarkRename, keys.MarkLetter, keys.DlgAccept)
	}
}

func (d *bookmarks) changed() tea.Cmd {
	d.win.Len = len(d.marks)
	d.hints()
	d.clamp()
	return answer(BookmarksChanged{Bookmarks: slices.Clone(d.marks)})
}

func (d *bookmarks) naming(msg tea.Msg) (tea.Cmd, bool) {
	did, cmd := typeInto(d.env, d.field, msg)
	switch did {
	case input.Canceled:
		d.asked()
	case input.Accepted:
		d.marks = slices.Clone(d.marks)
		d.marks[d.win.At].Name = d.field.Value()
		d.asked()
		return d.changed(), true
	}
	return cmd, true
}

// lettering takes the next key as the bookmark's letter. A bookmark that had the letter loses it.
func (d *bookmarks) lettering(msg tea.Msg) (tea.Cmd, bool) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, true
	}
	d.waits, d.note = false, ""
	if r := []rune(k.Text); len(r) != 1 || r[0] == ' ' {
		return nil, true
	}
	d.marks = slices.Clone(d.marks)
	for i := range d.marks {
		if d.marks[i].Key == k.Text {
			d.marks[i].Key = ""
		}
	}
	d.marks[d.win.At].Key = k.Text
	return d.changed(), true
}
