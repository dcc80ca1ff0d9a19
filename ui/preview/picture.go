package preview

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/term"
)

// pictureKey is everything that a sent picture depends on.
type pictureKey struct {
	place      string
	size       int64
	modified   time.Time
	room, cell image.Point
	how        term.PictureHow
}

// sentPicture is what the terminal has of a picture.
type sentPicture struct {
	key   pictureKey
	how   term.PictureHow
	id    int
	cells image.Point
	rows  []string // its cells
	data  string   // to paint it with, "" if the terminal paints it by itself
}

// pictureMsg carries a picture for the terminal or its error; sentMsg says that the terminal has it.
type (
	pictureMsg struct {
		sentPicture
		place model.Place
		seq   int
		err   error
	}
	sentMsg struct{ sentPicture }
)

// least is the least room for a picture in cells.
var least = image.Pt(8, 3)

// pictureKey returns the key of the shown file if it is a picture that the terminal can show here.
func (f *file) pictureKey() (key pictureKey, ok bool) {
	o := f.on
	if o == nil || o.read == nil || o.err != nil || o.read.Form != client.FormFacts || o.read.Width == 0 || f.pictures.How() == term.NoPictures {
		return key, false
	}
	room := f.room().Size()
	return pictureKey{o.place.String(), o.entry.Size, o.entry.Modified.UTC(), room, f.pictures.Cell(), f.pictures.How()}, room.X >= least.X && room.Y >= least.Y
}

// picture asks for the pixels of the shown file. The terminal is asked first what it can.
func (f *file) picture() tea.Cmd {
	from, ok := f.files.(client.Picturer)
	if !ok || f.on.read.Width == 0 || !f.pictures.Possible() {
		return nil
	}
	ask := f.pictures.Ask()
	o := f.on
	key, ok := f.pictureKey()
	if !ok || key == o.pictured || f.sent != nil && key == f.sent.key {
		return ask
	}
	o.pictured, o.unpictured = key, nil
	ctx, cancel := context.WithTimeout(f.env.Ctx, patient)
	o.cancel = cancel
	m := pictureMsg{place: o.place, seq: o.seq, sentPicture: sentPicture{key: key, how: key.how, id: f.pictures.Next()}}
	at, seen, wrap := o.place, o.entry, f.pictures.Wrap()
	return tea.Batch(ask, func() tea.Msg {
		defer cancel()
		img, err := from.Picture(ctx, at, seen, key.room.X*key.cell.X, key.room.Y*key.cell.Y)
		if err == nil {
			m.cells = term.PictureCells(img.Bounds().Size(), key.cell)
			m.rows = key.how.Rows(m.id, m.cells)
			m.data, err = key.how.Send(img, m.id, m.cells, wrap)
		}
		m.err = err
		return m
	})
}

// pictured gives the terminal a picture in place of the last one.
func (f *file) pictured(o *opened, m pictureMsg) tea.Cmd {
	if m.err != nil {
		o.unpictured = m.err
		return nil
	}
	data := ""
	if f.sent != nil {
		data = f.sent.how.Drop(f.sent.id, f.pictures.Wrap())
	}
	if m.key.how == term.Kitty {
		data, m.data = data+m.data, ""
	}
	sent := func() tea.Msg { return sentMsg{m.sentPicture} }
	if data == "" {
		return sent
	}
	return tea.Sequence(tea.Raw(data), sent)
}

// Asking reports whether an answer of the terminal about pictures is pending.
func (v *Viewer) Asking() bool { return v.file.pictures.Waits() }

// Resend gives the terminal its picture again, after the screen was cleared or another program had it.
func (v *Viewer) Resend() {
	f := v.file
	if f.sent != nil {
		f.sent.key = pictureKey{}
	}
	if f.on != nil {
		f.on.pictured = pictureKey{}
	}
}

// Painting returns the picture that has to be painted over the cells of the view, and where in it. ok is false if
// there is none.
func (v *Viewer) Painting() (p Painting, ok bool) {
	f := v.file
	if f.sent == nil || f.sent.data == "" {
		return p, false
	}
	if rows, _ := f.shown(); rows == nil {
		return p, false
	}
	return Painting{ID: f.sent.id, At: image.Pt(f.room().Min.X-1+f.margin(), f.room().Min.Y), Data: f.sent.data}, true
}

// Painting is a picture to be painted from a position on.
type Painting struct {
	ID   int
	At   image.Point
	Data string
}
